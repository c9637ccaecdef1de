"""BLUE's evaluator: laws that hold in every position, and clear cases."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from azulejos import batch
from azulejos.contract.evaluation import LOGIT_SCALE
from azulejos.contract.rules import NOBODY
from azulejos.games.blue import BLUE, evaluator
from azulejos.position import Position
from azulejos.written import move_texts
from tests.games.blue.table import WORKED, table
from tests.playthrough import script
from tests.walk import Script, contents, play, scripts, whole_games

VARIANTS = tuple(BLUE.variants)
TURNED_COLOURS = str.maketrans("wgb", "gbw")


def state(position: Position, colours: tuple[int, ...] = ()) -> Any:
    """The state of a position; the seats may have other colours."""
    states = position.states.copy()
    for seat, colour in enumerate(colours):
        states["colours"][0, seat] = colour
    return states[0]


def value_of(position: Position, colours: tuple[int, ...] = ()) -> Any:
    """Win shares and expected points by seat."""
    out = np.zeros((2, batch.SEATS))
    s, scratch = state(position, colours), np.zeros(evaluator.SCRATCH_SIZE, np.int32)
    evaluator.value(s, evaluator.handmade(s).weights, scratch, out)
    return out[:, : position.players]


def prior(position: Position, colours: tuple[int, ...] = ()) -> dict[str, float]:
    """The logits of the legal moves."""
    return dict(list_priors(position, colours))


def list_priors(
    position: Position, colours: tuple[int, ...] = (), garbage: int = 0
) -> list[tuple[str, float]]:
    """The moves and their logits; all arrays hold `garbage` before."""
    s, most = state(position, colours), BLUE.rules.MAX_MOVES
    scratch = np.full(evaluator.SCRATCH_SIZE, garbage, np.int32)
    moves, logits = np.full(most, garbage, np.int16), np.full(most, garbage, np.int32)
    evaluator.prepare(s, evaluator.handmade(s).prior, scratch)
    n = evaluator.prior(s, scratch, moves, logits)
    texts = move_texts(position.states, moves[:n])
    return list(zip(texts, (logits[:n] / LOGIT_SCALE).tolist(), strict=True))


def best(position: Position) -> str:
    """The move with the highest logit."""
    logits = prior(position)
    return max(logits, key=logits.__getitem__)


# ---- Laws


@pytest.mark.parametrize("variant", VARIANTS)
@given(game=whole_games)
def test_when_the_game_is_over_the_value_is_the_result(variant: str, game: Script) -> None:
    position = play(variant, game)
    out = np.zeros((1, 2, batch.SEATS))
    batch.result(position.states, out)
    assert position.states[0]["actor"] == NOBODY
    assert value_of(position).tolist() == out[0, :, : position.players].tolist()


@pytest.mark.parametrize("variant", VARIANTS)
@given(game=scripts)
def test_win_shares_add_up_to_one(variant: str, game: Script) -> None:
    shares, points = value_of(play(variant, game))
    assert shares.sum() == pytest.approx(1.0)
    assert (shares >= 0).all()
    assert (abs(points) < 200).all()


@pytest.mark.parametrize("variant", VARIANTS)
@given(game=scripts)
def test_the_evaluator_does_not_change_the_state(variant: str, game: Script) -> None:
    position = play(variant, game)
    before = contents(position.states)
    value_of(position)
    if position.turn is not None:
        prior(position)
    assert contents(position.states) == before


@pytest.mark.parametrize("variant", VARIANTS)
@given(game=scripts)
def test_points_now_are_the_scores_and_remaining_counts_the_tiles(
    variant: str, game: Script
) -> None:
    position = play(variant, game)
    out = np.zeros(batch.SEATS)
    evaluator.points_now(position.states[0], out)
    assert tuple(out[: position.players].tolist()) == position.scores
    more = evaluator.remaining(position.states[0]) - sum(position.to_json()["left"].values())
    assert more == position.states[0].is_blind * {2: 2, 3: 1}[position.players]


@pytest.mark.parametrize("variant", VARIANTS)
@given(game=scripts)
def test_every_legal_move_is_listed_and_no_uninitialised_memory_is_read(
    variant: str, game: Script
) -> None:
    position = play(variant, game)
    if position.turn is not None:
        listed = list_priors(position)
        assert [move for move, _ in listed] == position.legal_moves
        assert list_priors(position, garbage=99) == listed


def turned(move: str, colours: bool) -> str:
    """A move with each colour become the next, or after a quarter turn of the table."""
    place, sides = move.split(":")
    if colours:
        return f"{place}:{sides.translate(TURNED_COLOURS)}"
    x, y = map(int, place.split(","))
    return f"{-y},{x}:{sides[3]}{sides[:3]}"


@pytest.mark.parametrize("colours", [True, False])
@pytest.mark.parametrize("moves", [0, 1, 7, 20, 33, 48])
def test_colours_and_directions_are_alike(moves: int, colours: bool) -> None:
    one = play("blue-3", Script(script(moves).choices, events=moves))
    other = table(" ".join(turned(move, colours) for move in one.history))
    seats = (1, 2, 0) if colours else ()  # each seat has what its colour has become
    assert np.allclose(value_of(one), value_of(other, seats))
    expected = {turned(move, colours): logit for move, logit in prior(one).items()}
    assert prior(other, seats) == pytest.approx(expected)


@pytest.mark.parametrize("moves", [1, 20, 40])
def test_with_two_seats_the_third_colour_counts_for_nobody(moves: int) -> None:
    one = play("blue-2", Script(script(moves).choices, events=moves))
    history = " ".join(turned(move, colours=True) for move in one.history)
    other = table(history, players=2, colours="gray,blue")
    assert np.allclose(value_of(one), value_of(other))


# ---- Clear cases

CAPPED = "0,0:gwgb 1,0:gwbw"  # a white end, then a white segment: 2,0 can close a chain


def test_closing_a_chain_is_preferred() -> None:
    position = table(f"{CAPPED} -1,0:gbgw")
    assert position.turn == 0
    place, sides = best(position).split(":")
    assert (place, sides[3]) == ("2,0", "w")
    assert sides[1] != "w"


def test_a_chain_is_not_given_away() -> None:
    """Blue is to lay, white comes next: a segment at a white end would let white close."""
    position = table("0,0:gwgb -1,0:gbgw")
    logits = prior(position)
    gifts = [logits[f"1,0:{sides}"] for sides in ("gwbw", "bwgw")]
    assert max(gifts) < np.median(list(logits.values()))


def test_a_line_that_can_be_closed_has_value() -> None:
    before, after = value_of(table("0,0:gwgb")), value_of(table(CAPPED))
    assert after[1, 0] > before[1, 0] + 1
    assert after[0, 0] > before[0, 0]


def test_a_lead_near_the_end_counts_more_than_early() -> None:
    position = table(" ".join(WORKED.split()[:53]))
    scores, shares = position.scores, value_of(position)[0]
    assert shares[int(np.argmax(scores))] > 0.6
