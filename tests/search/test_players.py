"""The named players: legal, reproducible, within their limits, and in their order of strength."""

from time import perf_counter

import pytest

from azulejos.compiled.rng import make_rng
from azulejos.errors import BadNotation
from azulejos.position import Position
from azulejos.search.analysis import analyse
from azulejos.search.info import Info
from azulejos.search.players import PLAYERS, find_player
from azulejos.search.settings import Limit, Style
from azulejos.search.solver import remaining_at
from tests.walk import VARIANTS, Script, play, walk

QUICK = [name for name in PLAYERS if name not in ("level7", "level8", "hand", "best")]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", QUICK)
def test_a_player_chooses_a_legal_move_and_the_same_again(variant: str, name: str) -> None:
    position = play(variant, Script(choices=(4, 1, 7), entropy=2, events=9))
    if position.needs_deal:
        position.deal(1)
    player = find_player(name)
    choice = player.choose(position, entropy=5)
    assert choice.move in position.legal_moves
    assert player.choose(position, entropy=5).move == choice.move
    if choice.info:
        assert (
            choice.info.nodes
            <= dict(enumerate(position.game.evaluator.LEVELS, 1))[int(name[-1])][0]
        )
        assert sum(choice.info.win) == pytest.approx(1, abs=1e-3)


def win_share(first: str, second: str, games: int) -> float:
    """The first player's share of the wins over the second, each deal played from both seats."""
    won = 0.0
    for number in range(games):
        position, deals = Position("azul", players=2), make_rng(number // 2)
        while not position.is_over:
            if position.needs_deal:
                position.deal(deals)
                continue
            name = (first, second)[(position.actor + number) % 2]
            choice = find_player(name).choose(
                position, entropy=number * 1000 + len(position.history)
            )
            position.push(choice.move)
        assert position.outcome
        won += position.outcome.shares[number % 2]
    return won / games


def test_strength_grows() -> None:
    assert win_share("greedy", "random", 10) > 0.8
    assert win_share("level5", "greedy", 6) > 0.8
    assert win_share("level5", "level2", 6) > 0.7


def test_a_time_limit_ends_the_search() -> None:
    position = Position("azul")
    position.deal(1)
    find_player("level1").choose(position)  # compiled by now
    start = perf_counter()
    *_, info = analyse(position, Limit(seconds=0.1))
    assert 0.1 <= info.seconds <= perf_counter() - start
    assert info.nodes > 0


def test_analysis_can_be_stopped_and_tells_on_the_way() -> None:
    position = Position("azul")
    position.deal(1)
    told: list[Info] = []
    for info in analyse(position, Limit(is_stopped=lambda: len(told) >= 5), every=0.0):
        told.append(info)
    assert [info.is_final for info in told] == [False] * 5 + [True]
    assert told[-1].nodes >= told[0].nodes
    assert told[-1].moves[0].line[0] == told[-1].best
    assert [m.visits for m in told[-1].moves] == sorted(
        (m.visits for m in told[-1].moves), reverse=True
    )


def test_an_ending_is_solved() -> None:
    game = walk("azul-2-coloured", Script(choices=(3, 1), entropy=7))
    position = next(p for p in game if 0 < remaining_at(p.states, 0) <= 5)
    *_, info = analyse(position, Limit(nodes=100_000), Style(has_foresight=False))
    assert info.is_exact
    assert info.best in position.legal_moves


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(BadNotation, match="no player"):
        find_player("level9")
