"""Clients that are generated from OpenAPI: made without a warning, they create a table and move."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejos.client import make_bot
from azulejos.server.app import make_app
from azulejos.server.settings import Settings
from tests.server.running import Running, run_server

ROOT = Path(__file__).parents[3]
CONFIG = ROOT / "docs" / "openapi-python-client.yaml"
TOOLS = ROOT / "tests" / "browser" / "node_modules"
PROGRAM = """
import type { components, paths } from "./api";

const [url, token] = process.argv.slice(2);
type View = components["schemas"]["View"];
type Move = paths["/api/v1/tables/{table}/moves"]["post"];

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

const form: components["schemas"]["TableForm"] = {
  game: "azul",
  seats: [{ kind: "me" }, { kind: "bot", level: 1 }],
  seating: "fixed",
};
const view = await post<View>("/api/v1/tables", form);
if (view.position.game !== "azul") throw new Error("another game");
const boards: number = view.position.boards?.length ?? 0;
const move: Move["requestBody"]["content"]["application/json"] = {
  id: "m1",
  version: view.version,
  move: view.moves[0],
};
type Done = Move["responses"][200]["content"]["application/json"];
const done = await post<Done>(`/api/v1/tables/${view.table}/moves`, move);
console.log(JSON.stringify({ boards, moved: done.version > view.version }));
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with run_server(f"sqlite:///{tmp_path_factory.mktemp('clients') / 'azulejos.db'}") as server:
        yield server


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OpenAPI document as a file."""
    file = tmp_path_factory.mktemp("openapi") / "openapi.json"
    file.write_text(json.dumps(make_app(Settings(database="sqlite://")).openapi()))
    return file


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """The output of a command, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def generate_python(described: Path, folder: Path) -> str:
    tool = Path(sys.executable).with_name("openapi-python-client")
    options = ("--config", CONFIG, "--meta", "none", "--fail-on-warning")
    return run(tool, "generate", "--path", described, "--output-path", folder, *options)


@pytest.fixture
def generated(described: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The package that openapi-python-client generates."""
    assert "arning" not in generate_python(described, tmp_path / "generated_client")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("generated_client")
    for name in [name for name in sys.modules if name.startswith("generated_client")]:
        del sys.modules[name]


def test_a_python_client_creates_a_table_and_moves(running: Running, generated: Any) -> None:
    models = importlib.import_module("generated_client.models")
    create = importlib.import_module("generated_client.api.tables.create_table")
    play = importlib.import_module("generated_client.api.tables.play_move")
    token = make_bot(running.url, "Generated bot").token
    seats = [models.MySeat(kind="me"), models.BotSeat(kind="bot", level=1)]
    form = models.TableForm(game="blue", seats=seats, seating=models.TableFormSeating.FIXED)
    with generated.AuthenticatedClient(base_url=running.url, token=token) as client:
        view = create.sync(client=client, body=form)
        assert isinstance(view.position, models.BluePosition)
        move = models.MoveForm(id="m1", version=view.version, move=view.moves[0])
        done = play.sync(view.table, client=client, body=move)
    assert done.version > view.version


def test_a_typescript_client_creates_a_table_and_moves(
    running: Running, described: Path, tmp_path: Path
) -> None:
    tool = TOOLS / "openapi-typescript/bin/cli.js"
    made = run("node", tool, described, "-o", tmp_path / "api.ts", "--default-non-nullable=false")
    assert "arning" not in made
    (tmp_path / "program.ts").write_text(PROGRAM)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "globals.d.ts").write_text("declare const process: { argv: string[] };")
    options = ("--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution")
    files = ("program.ts", "globals.d.ts")
    run("node", TOOLS / "typescript/bin/tsc", *options, "bundler", *files, cwd=tmp_path)
    token = make_bot(running.url, "Typed bot").token
    told = run("node", "program.js", running.url, token, cwd=tmp_path)
    assert json.loads(told) == {"boards": 2, "moved": True}


def test_a_default_that_is_an_object_would_be_warned_of(described: Path, tmp_path: Path) -> None:
    """An operation whose form has one is left out of a client, so this must be seen."""
    schema = json.loads(described.read_text())
    form = schema["components"]["schemas"]["TableForm"]["properties"]
    form["clock"]["default"] = {"kind": "none"}
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(schema))
    with pytest.raises(AssertionError, match="POST /api/v1/tables"):
        generate_python(broken, tmp_path / "client")
