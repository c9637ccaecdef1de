"""Plain Python and compiled code in one process: the same games, whenever it switches."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest

from azulejos.compiled import jit
from azulejos.search.players import find_player
from azulejos.search.settings import Limit
from tests.playthrough import playthrough, script
from tests.walk import VARIANTS, walk

every_variant = pytest.mark.parametrize("variant", VARIANTS)
PLAYERS = ("random", "greedy", "level1", "tome")  # do not search
SEEDS = range(3)


def is_compiled() -> bool:
    """Is the caller compiled?"""
    return False


@jit.compiles(is_compiled)
def _compiled_is_compiled() -> object:
    return lambda: True


@jit.jit
def ask() -> bool:
    return is_compiled()


@jit.jit
def ask_after_a_switch() -> bool:
    jit.run_plain(False)
    return ask()


@pytest.fixture(autouse=True)
def compiled_afterwards() -> Iterator[None]:
    yield
    jit.run_plain(False)


# ---- The switch


def test_a_thread_chooses_for_a_block() -> None:
    assert ask()
    with jit.mode(is_plain=True):
        assert not ask()
        with jit.mode(is_plain=False):
            assert ask()
        assert not ask()
    assert ask()


def test_a_process_switches_for_all_threads_that_have_not_chosen() -> None:
    jit.run_plain(True)
    with ThreadPoolExecutor(1) as other:
        assert not ask()
        assert not other.submit(ask).result()
        with jit.mode(is_plain=False):
            assert ask()
            assert not other.submit(ask).result()
        jit.run_plain(False)
        assert ask()
        assert other.submit(ask).result()


def test_a_call_in_progress_stays_plain_to_its_end() -> None:
    jit.run_plain(True)
    assert not ask_after_a_switch()
    assert ask()


def test_each_combination_of_types_is_stored_apart() -> None:
    def double(x: float) -> float:
        return x + x

    compiled: list[str] = []
    jit.jit(double)(1)
    jit.jit(double)(0.5)
    with jit.watch_compilation(compiled.append):
        again = jit.jit(double)
        assert (again(3), again(0.25)) == (6, 0.5)
    assert compiled == []


# ---- The same results


@every_variant
def test_plain_python_and_compiled_code_play_the_same_games(variant: str) -> None:
    for seed in SEEDS:
        with jit.mode(is_plain=True):
            plain = list(playthrough(variant, seed))
        assert plain == list(playthrough(variant, seed))


@every_variant
def test_a_game_that_switches_at_every_event_is_the_same_game(variant: str) -> None:
    modes, switched = cycle([True, False, False, True, True]), []
    for event in playthrough(variant, 1):
        switched.append(event)
        jit.run_plain(next(modes))
    jit.run_plain(False)
    assert switched == list(playthrough(variant, 1))


@every_variant
def test_players_without_a_search_choose_the_same_moves(variant: str) -> None:
    for ply, position in enumerate(walk(variant, script(2))):
        if position.turn is None or ply % 9:
            continue
        for name in PLAYERS:
            compiled = find_player(name).choose(position, entropy=ply).move
            with jit.mode(is_plain=True):
                assert find_player(name).choose(position, entropy=ply).move == compiled


@every_variant
def test_a_short_search_finds_the_same_in_plain_python(variant: str) -> None:
    position = next(p for p in walk(variant, script(3)) if p.turn is not None)
    limit = Limit(nodes=8)
    compiled = find_player("best").choose(position, limit, entropy=1)
    with jit.mode(is_plain=True):
        plain = find_player("best").choose(position, limit, entropy=1)
    assert plain.move == compiled.move
    assert plain.info
    assert compiled.info
    assert plain.info.win == pytest.approx(compiled.info.win, abs=1e-4)
