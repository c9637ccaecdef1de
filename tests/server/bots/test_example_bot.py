"""The example bots are short, and play whole games whose deals both sides can check."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.record_reader import read_records
from azulejos.server.table.fair_check import check, read_kept
from tests.server.running import FOR_TWO, Browser, Running, create, look, ok, run_server
from tests.server.services import wait_for

EXAMPLES = Path(__file__).parents[3] / "examples"
BOT, LOBBY_BOT = EXAMPLES / "bot.py", EXAMPLES / "lobby_bot.py"
MAX_LINES = 40  # that are not empty
MAX_GAME_S = 180


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of their own: bots play at any table that they find."""
    with run_server(f"sqlite:///{tmp_path_factory.mktemp('bots') / 'azulejos.db'}") as server:
        yield server


@pytest.mark.parametrize("file", [BOT, LOBBY_BOT], ids=lambda file: file.stem)
def test_examples_are_short(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= MAX_LINES


def test_two_example_bots_play_a_game(running: Running, tmp_path: Path) -> None:
    bots = []
    for name in ("Example one", "Example two"):
        token = running.program(name).headers["authorization"].removeprefix("Bearer ")
        environment = {**os.environ, "AZULEJOS_TOKEN": token}
        words = [sys.executable, str(BOT), running.url]
        (folder := tmp_path / name).mkdir()
        pipe = subprocess.PIPE
        bots.append(subprocess.Popen(words, env=environment, cwd=folder, stdout=pipe, stderr=pipe))
        if len(bots) == 1:
            wait_for_table(running)
    outputs = [bot.communicate(timeout=MAX_GAME_S) for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0], outputs
    assert outputs[0] == outputs[1]
    assert outputs[0][0].startswith(b"scores: [")
    kept = [json.loads(file.read_text()) for file in sorted(tmp_path.glob("*/kept-*.json"))]
    record = read_records(running.client().get(f"/api/v1/tables/{kept[0]['table']}/record").text)[0]
    assert [check(record, read_kept(each)).proof for each in kept] == ["whole", "whole"]


def test_the_lobby_bot_accepts_and_plays_two_games_at_once(
    running: Running, tmp_path: Path
) -> None:
    token = running.program("Lobby bot").headers["authorization"].removeprefix("Bearer ")
    environment = {**os.environ, "AZULEJOS_TOKEN": token}
    people = [running.guest(), running.guest()]
    tables = [create(person, FOR_TWO, is_public=True)["table"] for person in people]
    words = [sys.executable, str(LOBBY_BOT), running.url]
    bot = subprocess.Popen(words, env=environment, cwd=tmp_path, stderr=subprocess.PIPE)
    try:
        for person, table in zip(people, tables, strict=True):
            play_turns(person, table, 6)
        last = create(people[0], FOR_TWO, is_public=True)["table"]
        wait_for("next game", lambda: look(people[0], last)["status"] == "playing")
    finally:
        bot.terminate()
        bot.communicate()


def play_turns(person: Browser, table: str, turns: int) -> None:
    """Play some turns against a person who answers each of them."""
    for _ in range(turns):
        wait_for("turn", lambda: bool(look(person, table)["moves"]))
        view = look(person, table)
        form = {"id": f"m{view['version']}", "version": view["version"], "move": view["moves"][-1]}
        ok(person.post(f"/api/v1/tables/{table}/moves", json=form))


def wait_for_table(running: Running) -> None:
    """Wait until the first bot has opened a table, so that the second one finds it."""
    client = running.client()
    wait_for("table", lambda: bool(ok(client.get("/api/v1/tables"))["tables"]))
