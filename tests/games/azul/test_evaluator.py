"""Azul's evaluator: values that agree with the rules, and priors that prefer good moves."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from azulejos import kernels
from azulejos.batch import SEATS
from azulejos.compiled.rng import make_rng
from azulejos.contract.evaluation import LOGIT_SCALE
from azulejos.contract.rules import CHANCE, NOBODY
from azulejos.games.azul import AZUL, evaluator
from azulejos.games.azul.evaluator.value import phase_of
from azulejos.games.azul.rules import TILING, bonus, points
from azulejos.position import Position
from azulejos.search.networks import shipped_network
from azulejos.written import move_texts, position_json
from tests.games.azul.table import board, table
from tests.walk import Script, walk, whole_games

every_variant = pytest.mark.parametrize("variant", AZUL.variants)
some = settings(max_examples=5)

GAMES = [Script(tuple(range(seed, 60 + seed, 7)), seed) for seed in (1, 2)]


def value_of(position: Position, scores: tuple[int, ...] = ()) -> NDArray[np.float64]:
    """Win shares and expected points by seat; `scores` replace those of the position."""
    states, out = position.states.copy(), np.zeros((2, SEATS))
    for me, score in zip(states[0].boards, scores, strict=False):
        me.score = score
    hand, scratch = evaluator.handmade(states[0]), np.zeros(evaluator.SCRATCH_SIZE, np.int32)
    evaluator.value(states[0], hand.weights, scratch, out)
    return out[:, : position.players]


def points_now(position: Position) -> list[float]:
    """The certain points by seat, and a share of those of started lines."""
    out = np.zeros(SEATS)
    evaluator.points_now(position.states[0], out)
    return [float(points) for points in out[: position.players]]


def priors(position: Position) -> dict[str, float]:
    """The logits of the moves, without equivalent ones."""
    return dict(list_priors(position))


def list_priors(position: Position, garbage: int = 0) -> list[tuple[str, float]]:
    """The moves and their logits; all arrays hold `garbage` before."""
    state, most = position.states[0], AZUL.rules.MAX_MOVES
    scratch = np.full(evaluator.SCRATCH_SIZE, garbage, np.int32)
    moves, logits = np.full(most, garbage, np.int16), np.full(most, garbage, np.int32)
    evaluator.prepare(state, evaluator.handmade(state).prior, scratch)
    n = evaluator.prior(state, scratch, moves, logits)
    texts = move_texts(position.states, moves[:n])
    return list(zip(texts, (logits[:n] / LOGIT_SCALE).tolist(), strict=True))


def best_move(position: Position) -> str:
    """The move with the highest logit."""
    logits = priors(position)
    return max(logits, key=lambda move: logits[move])


# ---- Value


@every_variant
@given(script=whole_games)
@some
def test_when_the_game_is_over_the_value_is_the_result(variant: str, script: Script) -> None:
    *_, last = walk(variant, script)
    assert last.actor == NOBODY
    result = np.zeros((2, SEATS))
    AZUL.rules.result(last.states[0], result)
    assert value_of(last).tolist() == result[:, : last.players].tolist()
    assert points_now(last) == value_of(last)[1].tolist()  # no started lines count


@every_variant
@given(script=whole_games)
@some
def test_win_shares_add_up_to_one_and_points_are_possible(variant: str, script: Script) -> None:
    for position in walk(variant, script):
        if position.actor == CHANCE:
            shares, points = value_of(position)
            assert shares.sum() == pytest.approx(1)
            assert (shares > 0).all()
            assert (points > -20).all()
            assert (points < 250).all()


@every_variant
def test_the_evaluator_does_not_change_the_state(variant: str) -> None:
    for position in walk(variant, GAMES[0]):
        before = position.states.tobytes()
        points_now(position)
        evaluator.remaining(position.states[0])
        if position.actor < 0:
            value_of(position)
        else:
            priors(position)
        assert position.states.tobytes() == before


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", ["coloured", "gray"])
def test_the_value_does_not_depend_on_the_seating(players: int, side: str) -> None:
    boards = [
        board("- R KK", "B.... .BY..", score=9),
        board("- - - KKK WWWW", ".Y... W.... K....", score=4),
        board("", "..R.. ..Y..", score=2),
        board("- R", score=0),
    ][:players]

    def turned(by: int) -> NDArray[np.float64]:
        seats = boards[-by:] + boards[:-by] if by else boards
        return value_of(table(*seats, wall=side, phase="deal", first=by))

    for by in range(players):
        assert np.roll(turned(0), by, axis=1) == pytest.approx(turned(by))


def between_rounds(*walls: str, scores: tuple[int, ...] = (), **changes: Any) -> Any:
    """The value of a table that waits for a deal."""
    boards = [board(wall=wall) for wall in walls]
    return value_of(table(*boards, phase="deal", **changes), scores)


@pytest.mark.parametrize("side", ["coloured", "gray"])
def test_a_higher_score_has_a_larger_win_share(side: str) -> None:
    shares = [
        between_rounds("BYR..", "BYR..", scores=(n, 20), wall=side)[0, 0] for n in range(0, 60, 5)
    ]
    assert shares == sorted(shares)
    assert shares[0] < 0.1
    assert shares[-1] > 0.9


def test_the_same_lead_counts_more_near_the_end() -> None:
    early = between_rounds("", "", scores=(8, 2))
    late = between_rounds("BYRK.", "BYRK.", scores=(8, 2))
    assert late[0, 0] > early[0, 0] > 0.5


def test_a_nearly_complete_column_has_value() -> None:
    column, plain = ".YR.. W...K K.... R.... Y....", ".YR.. W...K ..B.. .K... ....B"
    _shares, points = between_rounds(column, plain, scores=(20, 20), first=1)
    assert points[0] > points[1]


def test_a_nearly_complete_line_has_value() -> None:
    without, with_line = (
        value_of(table(board(lines, "B.... W.... K.... R...."), board(), phase="deal"))[1, 0]
        for lines in ("- - - - -", "- - - - RRRR")
    )
    assert with_line > without


def test_starting_the_next_round_has_value() -> None:
    shares, _points = between_rounds("", "", first=1)
    assert shares[1] > shares[0]


# ---- Prior and rollout


def test_filling_a_line_exactly_is_preferred_to_overflow() -> None:
    position = table(
        board("- B - - -"), board(), displays="BYRK BBBW YRKW YRKW YRKW", wall="coloured"
    )
    logits = priors(position)
    assert logits["1B2"] > logits["2B2"]
    assert logits["1B2"] > logits["1BF"]


def test_a_move_to_the_floor_has_the_lowest_logit() -> None:
    position = table(board(), board(), displays="BBYY RRKK WWBB YYRR KKWW")
    logits = priors(position)
    assert min(logits, key=lambda move: logits[move]).endswith("F")
    assert not best_move(position).endswith("F")


def test_a_tile_beside_others_is_preferred_to_one_alone() -> None:
    position = table(board(wall="BY... WBY.. ....."), board(), displays="RKKW BBYW BRKW YRKW BYRK")
    logits = priors(position)
    assert logits["1R1"] > logits["1W1"]


def test_taking_what_another_seat_needs_is_preferred() -> None:
    wanted = table(board(), board("- - - KKK"), displays="KBBY RRYW BYRW RRWW BYRW")
    free = table(board(), board("- - - YYY"), displays="KBBY RRYW BYRW RRWW BYRW")
    assert priors(wanted)["1K1"] > priors(free)["1K1"]


def test_of_equal_displays_only_the_first_is_listed() -> None:
    position = table(board(), board(), displays="BBYY RRKK BBYY YYRR BBYY")
    assert {move[0] for move in position.legal_moves} == set("12345")
    assert {move for move, _ in list_priors(position)} == {
        move for move in position.legal_moves if move[0] not in "35"
    }


@every_variant
def test_every_other_move_is_listed_once_and_no_uninitialised_memory_is_read(
    variant: str,
) -> None:
    for n, position in enumerate(walk(variant, GAMES[1])):
        if position.turn is None:
            continue
        listed = list_priors(position)
        moves, legal = [move for move, _ in listed], position.legal_moves
        displays = position.to_json()["displays"]
        twins = {str(d + 1) for d, held in enumerate(displays) if held in displays[:d]}
        is_offer = position.states[0].offered > 0
        assert moves == [move for move in legal if not (is_offer and move[0] in twins)]
        if n % 5 == 0:
            assert list_priors(position, garbage=77) == listed


def test_the_logit_does_not_depend_on_the_display() -> None:
    logits = priors(table(board(), board(), displays="BBYR BBKW RRYK YYKW YWWW"))
    for line in "12345F":
        assert logits[f"1B{line}"] == logits[f"2B{line}"]


@every_variant
def test_a_rollout_ends_the_round_by_legal_moves(variant: str) -> None:
    """Its end can be written and read as a position."""
    for n, position in enumerate(walk(variant, GAMES[0])):
        if position.turn is None or n % 7:
            continue
        states, scratch = position.states.copy(), np.zeros(evaluator.SCRATCH_SIZE, np.int32)
        evaluator.prepare(states[0], evaluator.handmade(states[0]).prior, scratch)
        evaluator.rollout(states[0], scratch, make_rng(n))
        assert states[0].actor < 0
        after = Position.from_json(position_json(states))
        assert after.needs_deal or after.is_over


def test_on_the_gray_side_the_space_that_scores_most_is_preferred() -> None:
    position = table(board("- RR", "BY... YB..."), board(), displays="WWWW", wall="gray")
    assert points_now(position)[0] == 3
    position.push("1WF")
    assert best_move(position).endswith("3")  # beside the two tiles


@every_variant
def test_a_board_that_was_seen_before_has_the_same_value(variant: str) -> None:
    """In states that differ in one board, in scores, in the bag or in the round."""
    position = next(each for n, each in enumerate(walk(variant, GAMES[0])) if n >= 8 and each.turn)
    states = np.concatenate([position.states] * 60)
    weights, rng = shipped_network(states).weights, make_rng(1)
    scratch = np.zeros(evaluator.SCRATCH_SIZE, np.int32)
    evaluator.prepare(states[0], evaluator.handmade(states[0]).prior, scratch)
    for n, state in enumerate(states):
        evaluator.rollout(state, scratch, rng)
        state.round_number += n // 2 % 2
        state.bag += n // 4 % 2
        state.boards[0].score += n // 8 % 2
    together, alone = np.zeros((60, 2, SEATS)), np.zeros((60, 2, SEATS))
    kernels.value(states, weights, together)
    for n in range(60):
        kernels.value(states[n : n + 1], weights, alone[n : n + 1])
    assert (together == alone).all()
    assert len(np.unique(together, axis=0)) > 8


def test_a_row_completed_in_this_tiling_is_the_last_phase() -> None:
    lines, wall = "R - - BBBB -", "BYKW. ..... ..... ....."
    position = table(board(lines, wall), board(), displays="WWWW", wall="gray")
    position.push("1WF")
    complete = position.states.copy()
    assert phase_of(complete[0]) == 3
    assert position.to_json()["tiling"] == {"seat": 0, "line": 4}
    assert np.isfinite(list(priors(position).values())).all()


# ---- Points now


def lay_all(s: Any) -> None:
    """Tile as the rules do, on the gray side each tile where it scores most."""
    s.offered = 0
    s.tiles[:] = 0
    AZUL.rules.tile(s, 0, 0)  # type: ignore[attr-defined]
    moves = np.zeros(AZUL.rules.MAX_MOVES, np.int16)
    while s.actor >= 0:
        spaces, choices = s.boards[s.actor].spaces, moves[: AZUL.rules.legal_moves(s, moves)]
        gains = [
            points(int(spaces) | 1 << int(move) - TILING, int(s.line), int(move) % 5)
            for move in choices
        ]
        AZUL.rules.play(s, int(choices[int(np.argmax(gains))]))


@every_variant
@pytest.mark.parametrize("script", GAMES)
def test_points_now_are_the_scores_after_tiling(variant: str, script: Script) -> None:
    """If all lines are complete or empty; the others are made so."""
    for position in walk(variant, script):
        states = position.states.copy()
        if position.turn is None or states[0].offered == 0:
            continue
        for me in states[0].boards:
            for r in range(5):
                if 0 < me.room[r] <= r:
                    me.room[r] = 0 if (me.room[r] + r) % 2 else r + 1
        counted = np.zeros(SEATS)
        evaluator.points_now(states[0], counted)
        lay_all(states[0])
        for seat in range(position.players):
            me = states[0].boards[seat]
            assert counted[seat] == me.score - (bonus(me) if states[0].actor == NOBODY else 0)


def test_points_now_count_a_share_of_started_lines() -> None:
    none, some, more = (
        points_now(table(board(line), board(), displays="WWWW"))[0]
        for line in ("", "- - - BB", "- - - BBB")
    )
    assert 0 == none < some < more < 1


@every_variant
def test_remaining_counts_groups_and_choices(variant: str) -> None:
    for position in walk(variant, GAMES[0]):
        state = position.states[0]
        if state.actor >= 0 and state.offered:
            groups = len({move[:2] for move in position.legal_moves})
            choices = sum(list(me.room[:5]).count(0) for me in state.boards[: position.players])
            assert evaluator.remaining(state) == groups + (choices if state.is_gray else 0)
