"""Azul told line by line: what is told is what happens, and every language can say it."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from azulejos import batch
from azulejos.game import Json
from azulejos.games.azul import AZUL, words
from azulejos.position import Position
from azulejos.text import LANGUAGES, Text, catalogue, render
from tests.games.azul.table import LAST_TILE, board, table


@dataclass(frozen=True)
class Story:
    """A move as it was told, beside what playing it does."""

    scores: tuple[int, ...]  # before the move
    lines: list[Text]
    told: Json  # the position that telling leaves
    played: Json  # the position that playing leaves


def tell(position: Position, text: str) -> Story:
    told, played = position.states, position.states
    move = AZUL.notation.parse_move(told[0], text)
    lines = words.tell(told, move)
    batch.play(played, np.array([move]))
    state_json = AZUL.notation.state_json
    return Story(position.scores, lines, state_json(told[0]), state_json(played[0]))


def tell_game(variant: str, seed: int, dislike: float) -> Iterator[Story]:
    """A random game whose players put tiles on the floor as often as they dislike lines."""
    players, options = AZUL.variants[variant]
    position, dice = Position("azul", players, **options), random.Random(seed)
    while not position.is_over:
        if position.needs_deal:
            position.deal(dice.getrandbits(64))
            continue
        moves = position.legal_moves
        if dice.random() < dislike:
            moves = [move for move in moves if move.endswith("F")] or moves
        move = dice.choice(moves)
        yield tell(position, move)
        position.push(move)


SELDOM = {  # what random games seldom come to
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
def stories() -> list[Story]:
    """Moves of games in every variant, and those that are seldom."""
    played = [
        story
        for variant in AZUL.variants
        for seed, dislike in enumerate([0, 0, 0.5, 1])
        for story in tell_game(variant, seed, dislike)
    ]
    return played + [tell(*seldom) for seldom in SELDOM.values()]


def add_up(scores: tuple[int, ...], lines: list[Text]) -> list[int]:
    """The scores after the lines, counted from their numbers alone."""
    now = list(scores)
    for line in lines:
        if "points" in line.args:
            now[line.args["seat"]] += line.args["points"]
        if line.code == "azul.tell.cost":
            now[line.args["seat"]] = max(0, now[line.args["seat"]] - line.args["cost"])
            assert now[line.args["seat"]] == line.args["score"]
        if line.code.startswith("azul.tell.lay."):
            across, down = line.args["across"], line.args["down"]
            assert line.args["points"] == (across + down or 1)
    return now


def test_telling_leaves_the_position_that_playing_leaves(stories: list[Story]) -> None:
    for story in stories:
        assert story.told == story.played


def test_the_points_told_add_up_to_the_change_of_scores(stories: list[Story]) -> None:
    for story in stories:
        scores = [each["score"] for each in story.played["boards"]]
        assert add_up(story.scores, story.lines) == scores


def test_everything_that_can_be_told_was_told(stories: list[Story]) -> None:
    told = {line.code for story in stories for line in story.lines}
    assert told == {code for code in catalogue("en") if code.startswith("azul.tell.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_can_be_said(stories: list[Story], language: str) -> None:
    said = {}
    for story in stories:
        for line in story.lines:
            said[render(line, language)] = line.code
    assert not [sentence for sentence in said if "{" in sentence or "None" in sentence]
    assert set(said.values()) == {code for code in catalogue("en") if "azul.tell." in code}


def test_explain_touches_nothing() -> None:
    position, move = SELDOM["all bonuses"]
    before = position.to_json()
    assert position.explain(move) == tell(position, move).lines
    assert position.to_json() == before


def test_a_turn_and_its_tiling_in_words() -> None:
    mine = board("B", ".Y... WB...", floor="KK", score=9)
    position = table(mine, board(), displays="RRRR")
    assert list(map(str, position.explain("1R3"))) == [
        "Seat 0 takes 4 tiles (red) from display 1.",
        "3 tiles go to line 3 and complete it.",
        "1 tile falls to the floor line, which now costs 4.",
        "Seat 0, line 1: blue to column 1, +4: 2 across and 2 down.",
        "Seat 0, line 3: red to column 5, +1: alone.",
        "Seat 0: the floor line costs 4; score 10.",
        "Seat 0 starts the next round.",
    ]
    told = position.explain("1R3")[1]
    assert [render(told, language) for language in LANGUAGES[1:]] == [
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
        told: list[Text] = []
        position.deal(dice.getrandbits(64))
        while (seat := position.turn) is not None:
            move = dice.choice(position.legal_moves)
            forecast[seat] = position.forecast(move).args["score"]
            told, last = position.explain(move), seat
            position.push(move)
        for line in told:
            if line.code.startswith("azul.tell.bonus.") and line.args["seat"] != last:
                forecast[line.args["seat"]] += line.args["points"]
        assert position.scores == tuple(forecast[seat] for seat in range(players))


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("1R3", "If the round ended then: score 10 for seat 0, 1 less than without this move."),
        ("2K5", "If the round ended then: score 11 for seat 0, the same as without this move."),
        ("2K4", "If the round ended then: score 12 for seat 0, 1 more than without this move."),
    ],
)
def test_a_forecast_in_words(move: str, told: str) -> None:
    mine = board("B", ".Y... WB...", floor="KK", score=9)
    position = table(mine, board(), displays="RRRR KKKK", first=1, turn=0)
    assert str(position.forecast(move)) == told


def test_the_forecast_of_a_move_that_ends_the_round() -> None:
    mine = board("B", ".Y... WB...", floor="KK", score=9)
    said = table(mine, board(), displays="RRRR").forecast("1R3")
    assert [render(said, language) for language in LANGUAGES] == [
        "Once the wall is tiled: score 10 for seat 0.",
        "Una vez alicatada la pared: puntuación 10 para el asiento 0.",
        "Depois do revestimento da parede: pontuação 10 para o lugar 0.",
    ]


def test_a_forecast_of_the_gray_side_tiles_where_it_scores_most() -> None:
    mine = board("- RR", "B.... .....")
    position = table(mine, board(), displays="KKWW", wall="gray")
    assert position.forecast("1K5").args["score"] == 2
