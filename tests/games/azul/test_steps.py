"""The steps of Azul: they are what happens, and every language has a sentence for each."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from azulejos import batch, kernels
from azulejos.contract.rules import Json
from azulejos.contract.steps import Step, sentence
from azulejos.games.azul import AZUL, steps
from azulejos.position import Position
from azulejos.text import LANGUAGES, render
from azulejos.written import position_json, read_steps, text_of
from tests.games.azul.table import LAST_TILE, board, table


@dataclass(frozen=True)
class Explained:
    """The steps of a move, beside the position that playing it leaves."""

    steps: list[Step]
    applied: Json  # the position that the steps leave
    played: Json  # the position that playing leaves


def explain(position: Position, text: str) -> Explained:
    states, played = position.states, position.states
    move, applied = AZUL.notation.parse_move(states[0], text), np.empty_like(states)
    written = text_of(kernels.write_steps, states, move, applied)
    batch.play(played, np.array([move]))
    found = read_steps(steps.STEP_TYPES, written)
    return Explained(found, position_json(applied), position_json(played))


def explain_game(variant: str, seed: int, floor_chance: float) -> Iterator[Explained]:
    """A random game whose players put tiles on the floor line with some probability."""
    players, options = AZUL.variants[variant]
    position, dice = Position("azul", players, **options), random.Random(seed)
    while not position.is_over:
        if position.needs_deal:
            position.deal(dice.getrandbits(64))
            continue
        moves = position.legal_moves
        if dice.random() < floor_chance:
            moves = [move for move in moves if move.endswith("F")] or moves
        move = dice.choice(moves)
        yield explain(position, move)
        position.push(move)


SELDOM = {  # moves that random games hardly ever contain
    "the supply ends": (table(*LAST_TILE, displays="Y", bag=""), "1Y4"),
    "the marker lies beside the board": (
        table(board(floor="KKKKKBB"), board(), centre="RRB", first=1, turn=0),
        "CR5",
    ),
    "a wall is jammed": (
        table(board("W BB", "BYRK. ....W"), board(), displays="RRRR", wall="gray"),
        "1RF",
    ),
    "all bonuses": (
        table(board(), board("B", ".YRKW WB... K.B.. R..B. Y...B"), displays="WWWW"),
        "1WF",
    ),
}


@pytest.fixture(scope="module")
def explained() -> list[Explained]:
    """Moves of games in every variant, and those of SELDOM."""
    played = [
        each
        for variant in AZUL.variants
        for seed, floor_chance in enumerate([0, 0, 0.5, 1])
        for each in explain_game(variant, seed, floor_chance)
    ]
    return played + [explain(*seldom) for seldom in SELDOM.values()]


def test_steps_leave_the_position_that_playing_leaves(explained: list[Explained]) -> None:
    for each in explained:
        assert each.applied == each.played


def test_laid_tiles_score_their_runs(explained: list[Explained]) -> None:
    for step in [step for each in explained for step in each.steps]:
        if isinstance(step, steps.Lay):
            assert step.points == (step.across + step.down or 1)


def test_games_do_every_step_of_moves_in_every_case(explained: list[Explained]) -> None:
    codes = {sentence("azul", step).code for each in explained for step in each.steps}
    kinds = {code.split(".")[2] for code in codes}
    every_kind = {step.__name__.lower() for step in steps.STEP_TYPES}
    assert kinds == every_kind - {"deal", "refill", "forecast"}
    cases = {"over": 3, "bonus": 3, "lay": 4, "put": 2, "marker": 2}
    for kind, n in cases.items():
        assert len([code for code in codes if code.startswith(f"azul.step.{kind}.")]) == n


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_complete(explained: list[Explained], language: str) -> None:
    for step in [step for each in explained for step in each.steps]:
        said = render(sentence("azul", step), language)
        assert "{" not in said
        assert "None" not in said


def test_steps_do_not_change_the_position() -> None:
    position, move = SELDOM["all bonuses"]
    before = position.to_json()
    assert position.steps(move) == explain(position, move).steps
    assert position.to_json() == before


def test_tiles_that_fall_take_the_next_spaces_of_the_floor_line() -> None:
    position = table(board(floor="KKKK"), board(), centre="RRRR", first=1, turn=0)
    assert position.steps("CR1") == [
        steps.Take(0, 4, "R", "C"),
        steps.Marker(0, 4, "floor"),
        steps.Put(0, 1, "R", 1, 1, "complete"),
        steps.Fall(0, 3, "R", 14, [5, 6]),
        steps.Discard(0, 1, "R"),
        steps.Lay(0, 1, 3, "R", 1, 0, 0, "alone"),
        steps.Pay(0, 14, -1, 0),
        steps.Start(0),
    ]


def test_a_display_is_swept_to_the_centre() -> None:
    position = table(board(), board(), displays="BYYR KKKK", first=1, turn=0)
    sweep = position.steps("1B1")[1]
    assert sweep.to_json() == {"kind": "sweep", "count": 3, "source": "1", "tiles": "YYR"}


def test_a_deal_from_the_bag() -> None:
    position = Position("azul")
    deal = "BBYR KKWW BYRW YYYY RRKW"
    assert position.steps(deal) == [steps.Deal(deal.split())]
    assert str(position.explain(deal)[0]) == (
        "The displays are filled: BBYR; KKWW; BYRW; YYYY; RRKW."
    )


def test_a_deal_for_which_the_lid_refills_the_bag() -> None:
    position = table(board(), board(), bag="BBBB", phase="deal")
    deal = "BBBB YYYY RRRR KKKK WWWW"
    assert position.steps(deal) == [steps.Refill(96), steps.Deal(deal.split())]
    assert str(position.explain(deal)[0]) == (
        "The bag is empty: 96 tiles go from the lid to the bag."
    )


def test_the_sentences_of_a_turn_and_its_tiling() -> None:
    mine = board("B", ".Y... WB...", floor="KK", score=9)
    position = table(mine, board(), displays="RRRR")
    assert list(map(str, position.explain("1R3"))) == [
        "Seat 0 takes 4 red tiles from display 1.",
        "3 tiles go to line 3 and complete it.",
        "1 tile falls to the floor line, which now costs 4.",
        "Seat 0 lays blue in row 1, column 1: +4, 2 across and 2 down.",
        "Seat 0 lays red in row 3, column 5: +1, alone.",
        "Seat 0 loses 4 for the floor line: score 10.",
        "Seat 0 starts the next round.",
    ]
    put = position.explain("1R3")[1]
    assert [render(put, language) for language in LANGUAGES[1:]] == [
        "3 losetas van a la línea 3 y la completan.",
        "3 azulejos vão para a fileira 3 e a completam.",
    ]


@pytest.mark.parametrize("variant", [name for name in AZUL.variants if "coloured" in name])
@pytest.mark.parametrize("seed", range(3))
def test_the_last_forecast_of_a_round_comes_true(variant: str, seed: int) -> None:
    """Whoever takes nothing more in a round has the score that was forecast; bonuses come later."""
    players, options = AZUL.variants[variant]
    position, dice = Position("azul", players, **options), random.Random(seed)
    while not position.is_over:
        forecast: dict[int, int] = {}
        last_steps: list[Step] = []
        position.deal(dice.getrandbits(64))
        while (seat := position.turn) is not None:
            move = dice.choice(position.legal_moves)
            forecast[seat] = position.forecast(move).to_json()["score"]
            last_steps, last = position.steps(move), seat
            position.push(move)
        for step in last_steps:
            if isinstance(step, steps.Bonus) and step.seat != last:
                forecast[step.seat] += step.points
        assert position.scores == tuple(forecast[seat] for seat in range(players))


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("1R3", "If the round ended now, seat 0 would have 10, 1 less than without this move."),
        ("2K5", "If the round ended now, seat 0 would have 11, the same as without this move."),
        ("2K4", "If the round ended now, seat 0 would have 12, 1 more than without this move."),
    ],
)
def test_the_sentence_of_a_forecast(move: str, expected: str) -> None:
    mine = board("B", ".Y... WB...", floor="KK", score=9)
    position = table(mine, board(), displays="RRRR KKKK", first=1, turn=0)
    assert str(sentence("azul", position.forecast(move))) == expected


def test_the_forecast_of_a_move_that_ends_the_round() -> None:
    mine = board("B", ".Y... WB...", floor="KK", score=9)
    said = sentence("azul", table(mine, board(), displays="RRRR").forecast("1R3"))
    assert [render(said, language) for language in LANGUAGES] == [
        "After the wall tiling seat 0 has 10.",
        "Tras el alicatado, el asiento 0 tiene 10.",
        "Depois do revestimento, o assento 0 tem 10.",
    ]


def test_a_forecast_of_the_gray_side_tiles_where_it_scores_most() -> None:
    mine = board("- RR", "B.... .....")
    position = table(mine, board(), displays="KKWW", wall="gray")
    assert position.forecast("1K5") == steps.Forecast(0, 2, 0, "same")
