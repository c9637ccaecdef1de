"""Every code block of the documents runs: Python, also against a server; commands; JSON; excerpts.

Examples with `>>>` run in `test_documents.py`. Blocks of one document run in order and share names,
in a folder with the examples of the repository. A newcomer who follows only `docs/bots.md` makes an
account, plays games and ends with a file of exported ones; `tests/envs/test_examples.py` trains.
"""

import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from azulejos import iter_records
from azulejos.cli import COMMANDS
from azulejos.client import Client
from azulejos.server.timing import TIMING
from tests.cli.command import call
from tests.server.running import Running, run_server

ROOT = Path(__file__).parent.parent
ADDRESS = "http://localhost:8420"  # of the server in the documents
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(
    r"^(?:<!-- (server|file \S+) -->\n)?```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
FLAG = re.compile(r"(?<=\s)--[a-z][a-z-]*")
STRAY = re.compile(  # a line of an example: Python with or without its prompt, or a command
    r"\s*(>>> |\.\.\. |import \w+$|from [\w.]+ import |(async )?def \w+\(|class \w+.*:$|\$ "
    r"|pip install |make \w+$|azulejos \w+ --)"
)
EXAMPLE = re.compile(r"python (examples/\w+\.py)([^\n\"]*)")
KINDS = {"", "python", "json", "toml"}  # others are directives of the site: {toctree} …


@dataclass(frozen=True)
class Block:
    """A code block of a document."""

    mark: str  # "server" if it needs one, "file NAME" if it is a program, else ""
    kind: str
    code: str


def blocks_of(file: Path) -> list[Block]:
    found = BLOCK.findall(file.read_text(encoding="utf-8"))
    return [Block(mark, kind, code) for mark, kind, code in found]


def documents_with(kind: str, mark: str = "") -> list[Path]:
    """Documents with a block of a kind that is no list of `>>>` examples and no excerpt."""
    return [
        file
        for file in DOCUMENTS
        if any(b.kind == kind and b.mark == mark and is_whole(b) for b in blocks_of(file))
    ]


def is_whole(block: Block) -> bool:
    """Is it a whole program, not examples or an excerpt? `test_third_game.py` compares excerpts."""
    return ">>>" not in block.code and not block.code.startswith(("# src/", "// src/"))


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    assert {block.kind for file in DOCUMENTS for block in blocks_of(file)} <= KINDS


def stray_examples(text: str) -> list[str]:
    """The lines of examples that no fence holds, which would be shown as running text."""
    lines = text.splitlines()
    for token in MarkdownIt().parse(text):
        if token.type in ("fence", "code_block") and token.map:
            first, end = token.map
            lines[first:end] = [""] * (end - first)
    return [line for line in lines if STRAY.match(line)]


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_examples_are_in_fences(file: Path) -> None:
    assert stray_examples(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line", [">>> 1 + 1", "from azulejos import Position", "pip install '.[envs]'"]
)
def test_an_example_outside_a_fence_is_found(line: str) -> None:
    assert stray_examples(f"# Title\n\n{line}\n\nText.\n") == [line]
    assert stray_examples(f"# Title\n\n```python\n{line}\n```\n\nText.\n") == []
    assert stray_examples(f"# Title\n\n```python\n1\n```\n\n{line}\n") == [line]


@pytest.mark.parametrize("file", documents_with("python"), ids=name_of)
def test_python_runs(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    own = str(Path(sys.executable).parent)  # where `python` is ours
    monkeypatch.setenv("PATH", own + os.pathsep + os.environ["PATH"])
    names: dict[str, object] = {}
    for block in blocks_of(file):
        if block.mark.startswith("file "):
            (tmp_path / block.mark.removeprefix("file ")).write_text(block.code, encoding="utf-8")
        elif block.kind == "python" and not block.mark and is_whole(block):
            exec(compile(block.code, str(file), "exec"), names)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with run_server(f"sqlite:///{tmp_path_factory.mktemp('code') / 'azulejos.db'}") as running:
        yield running


def make_token(url: str, name: str) -> str:
    """A token by the command in `docs/bots.md`, for another address and name."""
    lines = commands_of(ROOT / "docs" / "bots.md")
    words = next(shlex.split(line) for line in lines if line.startswith("azulejos token"))
    assert words[2:] == [ADDRESS, "My bot"]
    made = call(words[1], url, name)
    assert made.returncode == 0, made.stderr
    return made.stdout.rpartition("AZULEJOS_TOKEN=")[2].strip()


@pytest.mark.parametrize("file", documents_with("python", "server"), ids=name_of)
def test_python_runs_on_a_server(
    file: Path, server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(TIMING, "settled_s", -1.0)
    token = make_token(server.url, f"Reader of {file.stem}")
    monkeypatch.setenv("AZULEJOS_TOKEN", token)
    with Client(server.url, token) as owner:  # a public game, for an export to contain
        table = owner.create_table(
            "azul", [{"kind": "me"}, {"kind": "bot", "level": 1}], is_public=True
        )
        owner.act(table.table, "resign")
    names: dict[str, object] = {}
    for block in blocks_of(file):
        if block.mark == "server":
            code = block.code.replace(ADDRESS, server.url)
            exec(compile(code, str(file), "exec"), names)
    if file.stem == "bots":
        exported = list(iter_records((tmp_path / "games.jsonl").read_text(encoding="utf-8")))
        assert table.table in [record.headers["table"] for record in exported]


def commands_of(file: Path) -> list[str]:
    """The lines of a document that call the command, without comments."""
    blocks = (block.code for block in blocks_of(file) if block.kind == "")
    joined = (code.replace("\\\n", " ") for code in blocks)
    lines = (line.split(" #")[0].strip() for code in joined for line in code.splitlines())
    return [line for line in lines if re.match(r"(\w+=\S+ )*azulejos( |$)", line)]


HELP: dict[str, str] = {}


def help_of(command: str) -> str:
    if command not in HELP:
        HELP[command] = call(command, "--help").stdout
    return HELP[command]


@pytest.mark.parametrize("file", [f for f in DOCUMENTS if commands_of(f)], ids=name_of)
def test_commands_and_their_flags_exist(file: Path) -> None:
    for line in commands_of(file):
        words = shlex.split(line.partition("azulejos")[2].replace("…", ""))
        if not words or words[0].startswith("-"):
            continue
        assert words[0] in COMMANDS, line
        usage = help_of(words[0])
        known = {*FLAG.findall(f" {usage} ".replace("[", " ").replace(",", " ")), "--help"}
        if words[0] != "admin":  # its subcommands have flags of their own
            assert {word.split("=")[0] for word in words if word.startswith("--")} <= known, line


def unknown_commands(text: str) -> list[str]:
    """The commands that running text names, but `azulejos` does not have."""
    return [word for word in re.findall(r"`azulejos ([a-z]\w*)", text) if word not in COMMANDS]


def test_commands_in_running_text_exist() -> None:
    found = {name_of(file): unknown_commands(file.read_text("utf-8")) for file in DOCUMENTS}
    assert {name: unknown for name, unknown in found.items() if unknown} == {}
    assert unknown_commands("Run `azulejos sing`, `azulejos play level4`.") == ["sing"]


def test_commands_of_examples_exist() -> None:
    found = 0
    for file in DOCUMENTS:
        for program, rest in EXAMPLE.findall(file.read_text(encoding="utf-8")):
            code, found = (ROOT / program).read_text(encoding="utf-8"), found + 1
            assert all(f'"{flag}"' in code for flag in FLAG.findall(rest)), (file.name, rest)
    assert found > 5


@pytest.mark.parametrize("file", documents_with("json"), ids=name_of)
def test_json_is_json(file: Path) -> None:
    for block in blocks_of(file):
        if block.kind == "json" and is_whole(block):
            json.loads(block.code)
