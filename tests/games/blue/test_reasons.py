"""Reasons of BLUE: true by a slow reader of positions, in three languages, one by one."""

from collections.abc import Iterator
from random import Random

import pytest

from azulejos import Position
from azulejos.contract.reasons import Reason
from azulejos.games.blue import reasons
from azulejos.search.reasons import play_out
from azulejos.text import LANGUAGES, render
from tests.games.blue.slow_reader import is_true
from tests.games.blue.table import table

VARIANTS = [(players, draw) for players in (2, 3) for draw in ("open", "blind")]
Found = tuple[Position, str, str, Reason]


def found_reasons(players: int, draw: str, seed: int) -> Iterator[Found]:
    """All candidates for pairs of moves of a random game."""
    random, position = Random(seed), Position("blue", players, draw=draw)
    while not position.is_over:
        if position.needs_deal:
            position.deal(random.randrange(1 << 30))
            continue
        view, moves = position.view(), position.legal_moves
        move, other = random.choice(moves), random.choice(moves)
        own, rival = play_out(position, move), play_out(position, other)
        before = position.copy()
        for reason in [*reasons.facts(view, own), *reasons.compare(view, own, rival)]:
            yield before, move, other, reason
        position.push(random.choice(moves))


@pytest.fixture(scope="module")
def told() -> list[Found]:
    games = (found_reasons(*variant, seed) for seed, variant in enumerate([*VARIANTS, VARIANTS[0]]))
    return [found for game in games for found in game]


def test_every_fact_is_true(told: list[Found]) -> None:
    assert len({position.to_text() for position, *_ in told}) > 150
    assert len({reason.text.code for *_, reason in told}) > 15
    for position, move, other, reason in told:
        text = reason.text
        assert is_true(position.to_json(), move, other, text.code, text.args), (
            *(position.to_text(), move, other, text),
        )


def test_a_wrong_number_is_found(told: list[Found]) -> None:
    """Each number of each sentence, one too many."""
    found: dict[tuple[str, str], list[bool]] = {}
    for position, move, other, reason in told:
        for name, value in reason.text.args.items():
            tried = found.setdefault((reason.text.code, name), [])
            if len(tried) < 3:
                number = (value + 1) % position.players if name == "seat" else value + 1
                wrong = {**reason.text.args, name: number}
                text = reason.text
                tried.append(not is_true(position.to_json(), move, other, text.code, wrong))
    assert len(found) > 12
    for key, tried in found.items():
        assert any(tried), key


def test_sentences_and_marks_in_every_language(told: list[Found]) -> None:
    for _, _, _, reason in told[::5]:
        for text in (reason.text, *(mark.said for mark in reason.marks)):
            for language in LANGUAGES:
                said = render(text, language)
                assert "{" not in said, text
                assert "blue." not in said, text
                assert len(said) <= 95, said


# ---- One by one


def said(moves: str, move: str, other: str) -> dict[str, str]:
    """The sentences that speak for a move after some moves, by kind."""
    position = table(moves)
    own, rival = play_out(position, move), play_out(position, other)
    found = reasons.compare(position.view(), own, rival)
    return {reason.kind: str(reason.text) for reason in sorted(found, key=lambda x: x.points)}


WHITE = "0,0:gwgb 1,0:gwbw 0,1:gbgw"  # a white chain that is open to the east
GRAY = "0,0:wgwb 1,0:wgbg 0,1:wbwg"  # a gray one


def test_a_chain_and_a_circle() -> None:
    found = said(WHITE, "2,0:gbgw", "-1,1:gwgb")
    assert found["close"] == "Closes a chain of 1 segment: +10."
    assert found["ten"] == "A chain is worth ten circles."
    assert said(WHITE, "-1,1:gwgb", "0,2:gwgb")["circle"] == "Closes a circle: +1."
    assert said(WHITE, "-1,1:gwgb", "0,2:gwgb")["keeps"] == (
        "A chain can still close in 1 space: +10."
    )


def test_a_chain_of_the_next_seat() -> None:
    other = said(GRAY, "0,2:wgwb", "2,0:wbwg")
    assert other["gift"] == "The other move closes seat 1’s chain: +10 for seat 1."
    assert said(GRAY, "2,0:wbwg", "0,2:wgwb")["leave"] == (
        "Otherwise seat 1 can close a chain: +10."
    )


def test_an_end_that_the_move_opens() -> None:
    moves = "0,0:wgwb 0,1:wbwg 0,2:wgwb"
    assert said(moves, "0,3:wbwg", "1,0:wgbg")["opens"] == (
        "The other move opens a space where seat 1 can close a chain: +10."
    )
