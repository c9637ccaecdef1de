"""Hints: the same from every process, with the move and the chance of the review."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from azulejos import Position, Record
from azulejos.server.analysis.hints import find_hint, find_why, hint_of_depth
from azulejos.server.analysis.reviews import review_from

Json = dict[str, Any]


def whole_hint(data: Json) -> Json:
    """All three depths of a hint."""
    found = find_hint(data)
    return hint_of_depth(found | {"why": find_why(data, found["info"])}, "why")


def played(game: str, players: int, plies: int, **options: str) -> Position:
    position = Position(game, players, **options)
    while len(position.history) < plies:
        if position.needs_deal:
            position.deal(len(position.history))
        else:
            position.push(position.legal_moves[len(position.history) % 3])
    return position


def test_two_processes_give_the_same_hint() -> None:
    positions = [
        played("azul", 2, 6),
        played("azul", 3, 14, wall="gray"),
        played("blue", 2, 9),
        played("blue", 3, 20, draw="blind"),
    ]
    asked = [position.to_json() for position in positions if position.turn is not None]
    assert len(asked) > 2
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        elsewhere = list(other.map(whole_hint, asked))
    assert elsewhere == [whole_hint(data) for data in asked]


def test_a_hint_has_the_move_and_the_chance_of_the_review() -> None:
    position = played("azul", 2, 4)
    assert position.turn is not None
    hint = whole_hint(position.to_json())
    record = Record.from_position(played("azul", 2, 5))
    *_, before, after = review_from(record.to_text(), 0, lambda: False)
    assert after["judgement"]["best"] == hint["move"]
    assert before["win"][position.turn] == hint["why"]["win"]
