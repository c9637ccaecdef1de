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
    games = (found_reasons(*variant, seed) for seed, variant in enumerate(2 * VARIANTS))
    return [found for game in games for found in game]


def test_every_fact_is_true(told: list[Found]) -> None:
    assert len({id(position) for position, *_ in told}) > 250
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
