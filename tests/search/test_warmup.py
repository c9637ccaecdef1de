"""Compilation ahead of use: each step once, complete, in processes that end with their parent."""

import os
import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from azulejos.games import GAMES
from azulejos.search.players import find_player
from azulejos.search.warmup import warm_up

STEP = [sys.executable, "-m", "azulejos.search.warmup", "blue", "rollout"]  # the shortest
LOADED_LATER = """
import random
from numba.core.dispatcher import Dispatcher
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.warmup import use_rules
for game in GAMES.values():
    use_rules(game)
loaded, load = [], Dispatcher._compile_for_args
def note(self, *args, **more):
    loaded.append(self.py_func.__name__)
    return load(self, *args, **more)
Dispatcher._compile_for_args = note
rng = random.Random(1)
for name in 2 * ("azul", "blue"):
    for options in {"azul": [{}, {"wall": "gray"}], "blue": [{}, {"draw": "blind"}]}[name]:
        position = Position(name, rng.choice([2, 3]), **options)
        while not position.is_over:
            deal = position.needs_deal and position.draw_deal(rng.randrange(10**9))
            text = deal or rng.choice(position.legal_moves)
            position.steps(text)
            position.push(text)
            position.view()
print(loaded)
"""
COMPILED_AFTERWARDS = """
from azulejos.compiled.jit import watch_compilation
from azulejos.games import GAMES
from azulejos.search.players import PLAYERS
from azulejos.search.warmup import use_rules, warm_up_table
compiled = []
with watch_compilation(compiled.append):
    for game in GAMES.values():
        use_rules(game)
        for seats in game.players:
            warm_up_table(game, seats, PLAYERS.values())
print(compiled)
"""
STOPPED = """
from azulejos.search.warmup import Preparation, Step, is_prepared
preparation = Preparation(jobs=2)
preparation.prefer("blue")
assert preparation.has_left("blue") and not is_prepared("blue")
done, total = preparation.progress("blue")
assert done == 0 < total
preparation.start()
while not preparation.compiled:
    assert not preparation.join(0.05) and not preparation.failed
assert 0 < preparation.progress("blue")[0] < total
assert preparation.progress("azul")[0] == 0
preparation.stop()
assert preparation.is_over and not is_prepared("blue", ["tree"])
"""
LEFT_ALONE = """
import os, time
from azulejos.search.warmup import Step, start_step
print(start_step(Step("azul", "value"), 0).pid, flush=True)
os._exit(0)
"""


def run(cache: Path | None, *command: str) -> str:
    """What a process prints that uses a cache, by default the one of this process."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    places = {"XDG_CACHE_HOME": str(cache)} if cache else {}
    done = subprocess.run(
        command,
        env=environment | places,
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_is_compiled_after_everything_was() -> None:
    warm_up()
    assert run(None, sys.executable, "-c", COMPILED_AFTERWARDS) == "[]\n"


def test_a_table_loads_nothing_while_people_play() -> None:
    """It would stop the event loop of a server, for long if it had to be compiled."""
    assert run(None, sys.executable, "-c", LOADED_LATER) == "[]\n"


def test_a_step_is_done_once(tmp_path: Path) -> None:
    def compile_step() -> str:
        with subprocess.Popen(
            STEP,
            env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout
            return process.stdout.read()

    assert compile_step().split()
    assert list(tmp_path.glob("azulejos/*/ready-*/blue.rollout"))
    assert compile_step() == ""


def test_a_preparation_can_be_stopped_and_compiles_the_preferred_game_first(tmp_path: Path) -> None:
    run(tmp_path, sys.executable, "-c", STOPPED)


def test_a_step_ends_when_the_process_ends_that_started_it(tmp_path: Path) -> None:
    step = int(run(tmp_path, sys.executable, "-c", LEFT_ALONE))
    if psutil.pid_exists(step):
        psutil.wait_procs([psutil.Process(step)], timeout=30)
    assert not psutil.pid_exists(step)


def test_which_players_need_a_search() -> None:
    for game in GAMES.values():
        searching = {
            name: find_player(name).needs_search(game)
            for name in ("random", "greedy", "level1", "level8", "hand", "best")
        }
        assert [name for name, needs in searching.items() if needs] == ["level8", "hand", "best"]
