"""A server whose code is not compiled yet: what works at once, what waits, and the switch."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from azulejos.compiled import jit
from azulejos.server.table.view import make_view
from tests.patience import PATIENCE_S
from tests.server.running import Browser
from tests.server.script import Script, variant_script
from tests.server.services import Server, start_process, strong_bots_held_up
from tests.walk import VARIANTS

LIVE: dict[str, Any] = {"kind": "live", "bank_s": 600, "increment_s": 5}
WAIT_S = 2.0  # until somebody does not want to wait any longer
WITHOUT_SOLVER = """
import asyncio
from azulejos.compiled.jit import run_plain
from azulejos.games import find_game
from azulejos.search.warmup import SEARCH, Step, sample_decisions
from azulejos.server.thinking.readiness import Readiness

def can_move(bot, position):
    try:
        asyncio.run(asyncio.wait_for(readiness.wait_for(bot, position), 0.3))
    except TimeoutError:
        return False
    return True

run_plain(True)
for name in SEARCH:  # as if all of them were compiled
    step = Step("azul", name)
    step.done_file.parent.mkdir(exist_ok=True)
    step.done_file.touch()
readiness, azul = Readiness(), find_game("azul")
first, last = sample_decisions(azul)
assert readiness.can_play("level8", azul) and readiness.preparation.has_left("azul")
assert can_move("level8", first) and not can_move("level8", last) and can_move("level1", last)
readiness.preparation.stop()  # nothing is left to wait for
assert can_move("level8", last)
"""


@pytest.fixture
def new_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with an empty compile cache, whose strong bots are never ready."""
    settings: dict[str, Any] = {"database": f"sqlite:///{tmp_path / 'azulejos.db'}", "workers": 1}
    with strong_bots_held_up(tmp_path / "cache"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        running = start_process(tmp_path, **settings | {"bot_pause_s": 0, "limits": "false"})
        yield running
        running.kill()


def ask(client: httpx.Client, method: str, path: str, **form: Any) -> Any:
    answer = client.request(method, f"/api/v1/{path}", json=form or None)
    assert answer.is_success, answer.text
    return answer.json()


def make_table(client: httpx.Client, *seats: dict[str, Any], **more: Any) -> str:
    made = ask(client, "POST", "tables", game="azul", seats=list(seats), seating="fixed", **more)
    return str(made["table"])


def wait_for_turn(client: httpx.Client, table: str) -> Any:
    """A table as it is when it is this person's turn."""
    patience = time.monotonic() + PATIENCE_S
    while not (view := ask(client, "GET", f"tables/{table}"))["moves"]:
        assert time.monotonic() < patience
        time.sleep(0.1)
    return view


def find_preparation(client: httpx.Client) -> Any:
    games = ask(client, "GET", "server")["games"]
    return next(game["preparation"] for game in games if game["name"] == "azul")


def test_tables_and_weak_bots_work_while_strong_ones_get_ready(new_server: Server) -> None:
    me, weak, strong = {"kind": "me"}, {"kind": "bot", "level": 1}, {"kind": "bot", "level": 8}
    with Browser(base_url=new_server.url, timeout=PATIENCE_S) as client:
        ask(client, "POST", "guests", name="Ana")
        assert ask(client, "GET", f"tables/{make_table(client, me, me)}")["moves"]
        waiting = make_table(client, strong, me)
        azul = find_preparation(client)
        assert not azul["is_ready"]
        assert 0 <= azul["done"] < azul["total"]
        assert "level1" in azul["bots"]
        assert "level8" not in azul["bots"]
        assert ask(client, "GET", f"tables/{waiting}")["turn"] == 0
        wait_for_turn(client, make_table(client, weak, me))


def test_a_simpler_bot_moves_now_and_the_clock_stands_until_then(new_server: Server) -> None:
    strong, me = {"kind": "bot", "level": 8}, {"kind": "me"}
    with Browser(base_url=new_server.url, timeout=PATIENCE_S) as client:
        ask(client, "POST", "guests", name="Ana")
        table = make_table(client, strong, me, clock=LIVE)
        assert ask(client, "GET", f"tables/{table}")["can_hurry"]
        time.sleep(WAIT_S)
        asked = time.monotonic()
        ask(client, "POST", f"tables/{table}/acts", act="hurry")
        view = wait_for_turn(client, table)
        assert not find_preparation(client)["is_ready"]
        left_s, took_s = view["seats"][0]["left_s"], time.monotonic() - asked
        assert left_s >= LIVE["bank_s"] + LIVE["increment_s"] - took_s
        again = client.post(f"/api/v1/tables/{table}/acts", json={"act": "hurry"})
        assert again.json()["code"] == "table.no_hurry"


def test_the_processes_that_compile_end_with_a_server_that_is_killed(new_server: Server) -> None:
    def is_step(process: psutil.Process) -> bool:
        return "azulejos.search.warmup" in process.cmdline()

    patience, found = time.monotonic() + PATIENCE_S, list[psutil.Process]()
    while not found:
        assert time.monotonic() < patience
        found = [x for x in psutil.Process(new_server.process.pid).children() if is_step(x)]
        time.sleep(0.05)
    new_server.process.kill()
    _, alive = psutil.wait_procs(found, timeout=PATIENCE_S)
    assert not alive


def test_a_bot_waits_for_the_solver_only_where_it_is_tried(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", WITHOUT_SOLVER], env=environment, check=True)


def played(variant: str, modes: Iterator[bool]) -> list[Any]:
    """What everybody sees of a game after each move, played in these modes, one for each move."""
    script, seen = variant_script(variant).hot_seat("ann"), list[Any]()
    choices = cycle((0, 3, 1, 7))
    while script.table.status == "playing":
        with jit.mode(is_plain=next(modes)):
            script.move(next(choices))
            seen.append(make_view(script.table, "ann", script.now).model_dump())
    return [*seen, [event.data for event in script.events]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_that_switches_in_mid_game_notices_nothing(variant: str) -> None:
    assert played(variant, cycle([True, True, False])) == played(variant, cycle([False]))


def test_a_table_made_in_plain_python_goes_on_compiled() -> None:
    with jit.mode(is_plain=True):
        script = Script().hot_seat("ann")
        script.move()
    assert script.finish().table.status == "over"
    assert script.replayed().finish == script.table.finish
