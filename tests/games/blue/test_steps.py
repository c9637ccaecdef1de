"""The steps of BLUE, and their sentences in every language."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos.errors import BadNotation, IllegalMove
from azulejos.games.blue import steps
from azulejos.text import LANGUAGES, Text, phrases, render
from tests.examples import examples
from tests.games.blue.table import CORNER, RING, WORKED, play_out, row, table


def sentences(moves: str, move: str, language: str = "en", **options: str) -> list[str]:
    """The sentences of a move's steps, after some other moves."""
    players = len(options.get("colours", "w,g,b").split(","))
    texts = table(moves, players=players, **options).explain(move)
    return [render(text, language) for text in texts]


def test_a_tile_is_laid() -> None:
    assert sentences("0,0:wgwb", "0,1:wbgb") == [
        "Seat 1 (gray) lays a tile with a blue segment at 0,1."
    ]


def test_the_last_tile_of_a_kind() -> None:
    assert sentences(row(17), "17,0:gwbw")[1] == "That was the last tile with a white segment."


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "It closes a gray chain of 2 segments from 0,0 to 3,0: 10 points for seat 1."),
        (
            "es",
            "Cierra una cadena del gris de 2 segmentos, de 0,0 a 3,0: 10 puntos para el asiento 1.",
        ),
        (
            "pt-BR",
            "Fecha uma corrente do cinza de 2 segmentos, de 0,0 a 3,0: 10 pontos para o assento 1.",
        ),
    ],
)
def test_a_chain_is_closed(language: str, line: str) -> None:
    moves = "0,0:wgwb 1,0:wgbg 2,0:wgbg"
    assert sentences(moves, "3,0:bwbg", language)[1:] == [line]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "It closes a gray circle between 0,0 and 1,0: 1 point for seat 1."),
        ("es", "Cierra un círculo gris entre 0,0 y 1,0: 1 punto para el asiento 1."),
        ("pt-BR", "Fecha um círculo cinza entre 0,0 e 1,0: 1 ponto para o assento 1."),
    ],
)
def test_a_circle_is_closed(language: str, line: str) -> None:
    assert sentences("0,0:wgwb", "1,0:bwbg", language)[1:] == [line]


def test_chains_and_circles_have_their_cells() -> None:
    chain = table("0,0:wgwb 1,0:wgbg").steps("2,0:bwbg")[1]
    assert chain.to_json() == {
        "kind": "chain",
        "seat": 1,
        "colour": "g",
        "cells": ["0,0", "1,0", "2,0"],
        "first": "0,0",
        "last": "2,0",
        "count": 1,
        "points": 10,
        "case": "seat",
    }
    circle = table("0,0:wgwb").steps("1,0:bwbg")[1]
    assert circle == steps.Circle(1, "g", ["0,0", "1,0"], "0,0", "1,0", 0, 1, "seat")


def test_a_draw_of_the_blind_variant() -> None:
    position = table(draw="blind")
    assert position.steps("g") == [steps.Draw("g")]
    assert [render(position.explain("g")[0], language) for language in LANGUAGES] == [
        "A tile with a gray segment is drawn.",
        "Se saca una loseta con segmento gris.",
        "É comprada uma peça com segmento cinza.",
    ]


def test_a_colour_that_nobody_plays_scores_nothing() -> None:
    chain = sentences("0,0:wgwb 1,0:wgbg", "2,0:bwbg", colours="white,blue")[1]
    circle = sentences("0,0:wgwb", "1,0:bwbg", colours="white,blue")[1]
    assert chain.endswith("from 0,0 to 2,0: nobody plays this colour, so it scores nothing.")
    assert circle.endswith("between 0,0 and 1,0: nobody plays this colour, so it scores nothing.")
    step = table("0,0:wgwb", players=2, colours="white,blue").steps("1,0:bwbg")[1]
    assert step == steps.Circle(None, "g", ["0,0", "1,0"], "0,0", "1,0", 0, 0, "nobody")


def test_spaces_are_blocked() -> None:
    *moves, last = RING.split()
    assert sentences(" ".join(moves), last)[-1] == ("No tile fits the space 1,0 any more.")
    assert sentences("0,0:gwbw 0,-1:gbgw 0,-2:gwgb", "1,-1:wgwb")[-1] == (
        "No tile fits the spaces 1,-2; 1,0 any more."
    )


def test_the_end_and_who_has_won() -> None:
    *moves, last = WORKED.split()
    assert sentences(" ".join(moves), last)[-5:] == [
        "The game is over: all tiles have been laid.",
        "Seat 0 (white) has 90.",
        "Seat 1 (gray) has 81.",
        "Seat 2 (blue) has 73.",
        "Seat 0 wins.",
    ]
    assert sentences(" ".join(moves), last, "es")[-1] == "Gana el asiento 0."
    assert sentences(" ".join(moves), last, "pt-BR")[-1] == "O assento 0 vence."


def test_a_shared_victory() -> None:
    position = table(tiles_per_type="13")
    play_out(position, [24] * 39)  # ends 13 to 12 to 13
    last = position.pop()
    assert [render(position.explain(last)[-1], language) for language in LANGUAGES] == [
        "Seats 0 and 2 share the victory.",
        "Los asientos 0 y 2 comparten la victoria.",
        "Os assentos 0 e 2 dividem a vitória.",
    ]


@settings(max_examples=examples(20))
@given(st.lists(st.integers(0, 10**6), min_size=39, max_size=39))
def test_steps_name_the_spaces_that_become_blocked(numbers: list[int]) -> None:
    position = table(tiles_per_type="13")
    for number in numbers:
        move = position.legal_moves[number % len(position.legal_moves)]
        found = [step for step in position.steps(move) if isinstance(step, steps.Block)]
        before, seat = set(position.view()["blocked"]), position.actor
        forecast = position.forecast(move)
        position.push(move)
        assert forecast == steps.Forecast(seat, position.scores[seat])
        places = {place for step in found for place in step.places}
        assert places == set(position.view()["blocked"]) - before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("moves", "move", "clause"),
    [
        ("0,0:wgwb", "1,0:wwww", "B1"),
        (row(18), "18,0:gwbw", "B4"),
        ("0,0:wgwb", "5,0:wgwb", "B5"),
        ("0,0:wgwb", "1,0:wgwb", "B6"),
        (WORKED, "0,2:wgwb", "B9"),
    ],
)
def test_an_illegal_move_is_refused_with_its_rule(
    moves: str, move: str, clause: str, language: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        table(moves).push(move)
    rule = render(Text(f"blue.{clause}"), language)
    assert refusal.value.message(language).endswith(f"{clause}: {rule}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_read_is_quoted(language: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        table().push("5 blue")
    assert "5 blue" in refusal.value.message(language)
    with pytest.raises(BadNotation) as refusal:
        table(draw="blind").push("violet")
    assert "violet" in refusal.value.message(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pictures_have_all_their_words(language: str) -> None:
    words = phrases("blue.picture.", language)
    assert words["white"] in table(CORNER).draw(language)
    assert words["white"] in table(CORNER).svg(language)
