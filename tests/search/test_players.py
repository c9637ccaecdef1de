"""The named players: legal, reproducible, within their limits, in their order of strength; and what
they refuse.
"""

import copy
import pickle
from time import perf_counter

import numpy as np
import pytest

from azulejos.compiled.rng import make_rng
from azulejos.errors import (
    AzulejosError,
    BadNotation,
    BadPosition,
    BadRecord,
    IllegalMove,
    NoDecision,
)
from azulejos.position import Position
from azulejos.search.analysis import Search, analyse
from azulejos.search.info import Info
from azulejos.search.players import PLAYERS, find_player
from azulejos.search.settings import DEFAULT_STYLE, Limit, Style
from azulejos.search.verbs import remaining_at
from azulejos.text import Text
from tests.walk import VARIANTS, Script, play, walk

SLOW = ("rosa", "leonor", "level6", "level7", "level8", "hand", "best")
QUICK = [name for name in PLAYERS if name not in SLOW]


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
    assert win_share("level4", "greedy", 6) > 0.8
    assert win_share("level4", "level1", 6) > 0.7


def test_a_time_limit_ends_the_search() -> None:
    position = Position("azul")
    position.deal(1)
    find_player("level1").choose(position)  # so that everything is compiled
    start = perf_counter()
    *_, info = analyse(position, Limit(seconds=0.1))
    assert 0.1 <= info.seconds <= perf_counter() - start
    assert info.nodes > 0


def test_intermediate_answers_are_given_and_a_stop_ends_the_search() -> None:
    position = Position("azul")
    position.deal(1)
    received: list[Info] = []
    for info in analyse(position, Limit(is_stopped=lambda: len(received) >= 5), every=0.0):
        received.append(info)
    assert [info.is_final for info in received] == [False] * 5 + [True]
    assert received[-1].nodes >= received[0].nodes
    assert received[-1].moves[0].line[0] == received[-1].best
    assert [m.visits for m in received[-1].moves] == sorted(
        (m.visits for m in received[-1].moves), reverse=True
    )


def test_an_ending_is_solved() -> None:
    game = walk("azul-2-coloured", Script(choices=(3, 1), entropy=7))
    position = next(p for p in game if 0 < remaining_at(p.states, 0) <= 5)
    *_, info = analyse(position, Limit(nodes=100_000), Style(has_foresight=False))
    assert info.is_exact
    assert info.best in position.legal_moves


@pytest.mark.parametrize("name", ["level9", "", None, ["best"]])
def test_an_unknown_player_is_refused_with_the_choices(name: str) -> None:
    with pytest.raises(BadNotation, match=r"random, greedy, level1, .*, eco, hand, best"):
        find_player(name)


@pytest.mark.parametrize("name", ["rating:", "rating:99", "rating:4001", "rating:-900", "rating:x"])
def test_an_impossible_rating_is_refused_with_the_range(name: str) -> None:
    with pytest.raises(BadNotation, match="from 400 to 4000"):
        find_player(name)


# ---- Misuse


def undecided(variant: str, is_over: bool) -> Position:
    """A finished position, or one in which a deal is due."""
    script = Script(choices=(4, 1, 7), entropy=2, options=(0, 1))  # blue: drawn blind
    walked = [position.copy() for position in walk(variant, script)]
    return walked[-1] if is_over else next(p for p in walked[1:] if p.needs_deal)


@pytest.mark.parametrize("is_over", [True, False], ids=["over", "deal due"])
@pytest.mark.parametrize("variant", ["azul-2-coloured", "blue-2"])
def test_a_position_without_a_decision_is_refused(variant: str, is_over: bool) -> None:
    position = undecided(variant, is_over)
    reason = "the game is over" if is_over else "a deal is due"
    for player in PLAYERS.values():
        with pytest.raises(NoDecision, match=reason):
            player.choose(position)
        if is_over or not player.needs_search(position.game):
            with pytest.raises(NoDecision, match=reason):
                player.think(position, Limit(nodes=5))  # at once, not only when it is iterated
    if is_over:
        with pytest.raises(NoDecision, match=reason):
            analyse(position, Limit(nodes=5))
    with pytest.raises(NoDecision, match=reason) as caught:
        Search(position, Limit(nodes=5), DEFAULT_STYLE)
    assert (caught.value.code, caught.value.is_over) == ("position.no_decision", is_over)


@pytest.mark.parametrize("field", ["seconds", "nodes", "threads"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), float("-inf"), "many"])
def test_an_impossible_limit_is_refused_by_the_name_of_its_field(field: str, value: float) -> None:
    with pytest.raises(AzulejosError, match=field):
        Limit(**{field: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("field", ["nodes", "threads"])
def test_a_limit_takes_whole_numbers_of_any_kind(field: str) -> None:
    limit = Limit(**{field: np.int16(3)})  # type: ignore[arg-type]
    assert getattr(limit, field) == 3
    assert type(getattr(limit, field)) is int
    with pytest.raises(AzulejosError, match=field):
        Limit(**{field: 2.5})  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf"), "hot"])
def test_an_impossible_temperature_is_refused(value: float) -> None:
    with pytest.raises(AzulejosError, match="temperature"):
        Style(temperature=value)
    with pytest.raises(AzulejosError, match="temperature"):
        Style(temperature=0.0, is_prior_only=True)


def test_players_limits_styles_and_answers_can_be_copied_and_pickled() -> None:
    position = Position("blue")
    for player in PLAYERS.values():
        for again in (pickle.loads(pickle.dumps(player)), copy.deepcopy(player)):
            assert again == player
            choice = again.choose(position, Limit(nodes=20), entropy=3)
            assert choice.move == player.choose(position, Limit(nodes=20), entropy=3).move
            assert pickle.loads(pickle.dumps(choice)) == choice == copy.deepcopy(choice)


@pytest.mark.parametrize(
    "error",
    [
        AzulejosError(Text("cli.empty")),
        BadNotation(Text("cli.empty"), "x"),
        IllegalMove(Text("cli.empty"), "A1", "x"),
        NoDecision(is_over=True),
        NoDecision(is_over=False),
        BadPosition(Text("cli.empty")),
        BadRecord(Text("cli.empty"), 3, 4),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_copied_and_pickled(error: AzulejosError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert vars(again) == vars(error)
        assert str(again) == str(error)
