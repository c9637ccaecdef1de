"""`azulejos mistakes`: saved games are reviewed once, and their mistakes are asked again."""

import json
import os
from pathlib import Path
from time import time

import pytest

from azulejos.position import Position
from azulejos.record import Record
from tests.cli.command import call

DAY_S = 86_400.0


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with a short game of a person who plays the first legal moves, two days ago."""
    position = Position("azul")
    position.deal(1)
    for _ in range(8):
        position.push(position.legal_moves[-1])
    headers = {"seat0": "you", "seat1": "level2", "end": "resigned"}
    file = tmp_path / "azul-1.txt"
    file.write_text(Record.from_position(position, **headers).to_text(), encoding="utf-8")
    os.utime(file, (time() - 2 * DAY_S,) * 2)
    return tmp_path


def test_a_mistake_is_tried_shown_and_not_asked_again_that_day(games: Path) -> None:
    told = call("mistakes", "--games", str(games), typed="quit\n").stdout
    book = json.loads((games / "mistakes.json").read_text(encoding="utf-8"))
    assert book["games"] == ["azul-1.txt"]
    first = max(book["mistakes"], key=lambda each: each["loss"])
    assert 1 <= len(book["mistakes"]) <= 5
    assert f"Mistake 1 of {len(book['mistakes'])}." in told
    assert "Find a better move." in told
    assert first["best"] not in told.split("Find a better move.")[1]
    lines = f"{book['mistakes'][0]['played']}\nshow\n" + "show\n" * len(book["mistakes"])
    told = call("mistakes", "--games", str(games), typed=lines).stdout
    assert "Not this one" in told
    assert f"Best is {book['mistakes'][0]['best']}." in told
    assert f"0 of {len(book['mistakes'])} found at once." in told
    told = call("mistakes", "--games", str(games)).stdout
    assert "Nothing to ask today" in told
    after = json.loads((games / "mistakes.json").read_text(encoding="utf-8"))["mistakes"]
    assert all(time() < each["recall"]["due_at"] < time() + 1.1 * DAY_S for each in after)


def test_without_games_there_is_nothing_to_ask(tmp_path: Path) -> None:
    for language, words in (("en", "Nothing to ask"), ("es", "nada que preguntar")):
        assert words in call("mistakes", "--games", str(tmp_path), language=language).stdout
