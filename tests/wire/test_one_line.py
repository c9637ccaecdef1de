"""A field of the wire is one line, a refusal one line and its words: everything else follows."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from azulejos.text import LANGUAGES

ROOT = Path(__file__).parents[2]
COPIED = {"wire", "server", "words"}  # folders that are changed, or lead to what is changed
CLOCK = {
    "kind": "live",
    "bank_s": 300,
    "increment_s": 5,
    "days": 0,
    "runs_for": None,
    "runs_from": None,
}
PROGRAM = """
import json, sys
from azulejos.client.messages import read
from azulejos.server.table.clock import ClockPlan
from azulejos.wire.fields import fields_from
from azulejos.wire.views import ClockView
from generate.files import described_api, generated_files

files = {path.name: text for path, text in generated_files().items()}
sent = fields_from(ClockView, ClockPlan(), runs_for=None, runs_from=None)
told = {"typescript": files["messages.ts"], "documents": files["api.md"], "sent": str(sent)}
told["openapi"] = json.dumps(described_api()["components"]["schemas"])
told["client"] = str(read(ClockView, json.loads(sys.argv[1])))
print(json.dumps(told))
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the package of which `wire/` and the server's words can be changed."""
    copy(ROOT / "src" / "azulejos", tmp_path / "azulejos")
    return tmp_path


def copy(there: Path, here: Path) -> None:
    """Copy a folder, with links to folders that stay as they are."""
    here.mkdir()
    for path in there.iterdir():
        if path.name in COPIED and path.is_dir():
            copy(path, here / path.name)
        elif path.suffix in (".py", ".json"):
            (here / path.name).write_bytes(path.read_bytes())
        else:
            (here / path.name).symlink_to(path)


def generate(source: Path, clock: dict[str, Any]) -> dict[str, str]:
    """Everything that follows from a copy of the package."""
    path = os.pathsep.join([str(source), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(clock)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, str] = json.loads(done.stdout)
    return told


def insert_after(file: Path, line: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(line) == 1
    file.write_text(text.replace(line, line + new), encoding="utf-8")


def test_a_field_is_one_line(source: Path) -> None:
    field = '    face: str = "round"  # the shape of its dial\n'
    last = "    runs_from: float | None  # since when; later than `now` during a pause\n"
    insert_after(source / "azulejos" / "wire" / "views.py", last, field)
    told = generate(source, CLOCK | {"face": "square", "unknown": 1})
    assert "  face: string;" in told["typescript"]
    assert "| `face` | `str` | the shape of its dial |" in told["documents"]
    assert json.loads(told["openapi"])["ClockView"]["properties"]["face"]["type"] == "string"
    assert "face='square'" in told["client"]
    assert "'face': 'round'" in told["sent"]


def test_a_refusal_is_one_line_and_its_words(source: Path) -> None:
    refusals = source / "azulejos" / "wire" / "refusals.py"
    insert_after(refusals, '    "api.broken": 500,\n', '    "api.asleep": 418,\n')
    for language in LANGUAGES:
        file = source / "azulejos" / "server" / "words" / f"{language}.json"
        words = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps(words | {"api.asleep": "Zzz"}), encoding="utf-8")
    told = generate(source, CLOCK)
    assert "| `api.asleep` | 418 | Zzz |" in told["documents"]
    assert (
        "api.asleep" in json.loads(told["openapi"])["Problem"]["properties"]["code"]["description"]
    )
