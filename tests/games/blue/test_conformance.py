"""The conformance records of BLUE: each accepted with its results, or refused at its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from azulejos.contract.game import Verdict
from azulejos.errors import BadNotation
from azulejos.games.blue import BLUE
from tests.games.blue.table import WORKED, Json, kind

FOLDER = Path(__file__).parents[2] / "conformance"


def records(name: str) -> list[Any]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(json.loads(line), id=str(n)) for n, line in enumerate(lines, 1)]


@pytest.mark.parametrize("record", records("blue-games.jsonl"))
def test_a_game_has_the_results_recorded(record: Json) -> None:
    assert BLUE.judge(record) == Verdict()


@pytest.mark.parametrize("record", records("blue-illegal.jsonl"))
def test_an_illegal_record_is_refused_at_its_place(record: Json) -> None:
    verdict = BLUE.judge(record)
    assert verdict.place == record["illegal"]
    assert verdict.why.startswith(record["illegal"]["clause"])


def record(**changes: Any) -> Json:
    """A game of two in which the colours win by 90 to 81, with changes."""
    return {
        "game": "blue",
        "players": 2,
        "colours": ["white", "gray"],
        "tiles_per_type": 18,
        "draw": "open",
        "moves": WORKED.split(),
        "blocked": ["1,0"],
        "final": {
            "chains": {"white": 9, "gray": 8, "blue": 7},
            "circles": {"white": 0, "gray": 1, "blue": 3},
            "scores": [90, 81],
            "winners": [0],
        },
    } | changes


def blind(draws: str) -> Json:
    return record(draw="blind", draws=draws, illegal={})


WORKED_DRAWS = "".join(kind(move.split(":")[1]) for move in WORKED.split())


def test_another_blocked_space_is_found() -> None:
    assert BLUE.judge(record()).place is None
    assert BLUE.judge(record()).why.startswith("blocked: [")


def test_another_result_is_found() -> None:
    right = json.loads(BLUE.judge(record()).why.split(": ")[1].split(", not")[0].replace("'", '"'))
    assert BLUE.judge(record(blocked=right)) == Verdict()
    wrong = record(blocked=right)
    wrong["final"]["winners"] = [0, 1]
    assert BLUE.judge(wrong).why.startswith("final: {")
    assert BLUE.judge(record(blocked=right, draw="blind", draws=WORKED_DRAWS)) == Verdict()


def test_a_game_that_stops_early_has_no_result() -> None:
    verdict = BLUE.judge(record(moves=["0,0:wgwb"], blocked=[]))
    assert verdict.why.startswith("final: None")


def test_an_illegal_record_in_which_nothing_is_wrong_says_so() -> None:
    whole = record(illegal={"clause": "B6", "move": 3})
    del whole["final"]
    assert BLUE.judge(whole) == Verdict()


def test_a_draw_of_a_kind_that_is_not_left_breaks_b4() -> None:
    draws = "w" * 19 + WORKED_DRAWS[19:]
    moves = [f"{x},0:gwbw" for x in range(19)]
    verdict = BLUE.judge(blind(draws) | {"moves": moves})
    assert verdict.place == {"clause": "B4", "move": 18}


UNREADABLE: dict[str, list[Any]] = {
    "players": [None, 1, 4, "2", 2.0, []],
    "colours": [None, "white,gray", ["gray", "white"], ["white"], [1, 2]],
    "tiles_per_type": [None, 17, "18", [18], 10**400],
    "draw": [None, "shut", ["open"]],
    "moves": [None, "0,0:wgwb", [1], {}],
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, found in UNREADABLE.items() for value in found]
)
def test_a_field_that_cannot_be_read_is_named(field: str, value: Any) -> None:
    with pytest.raises(BadNotation) as refusal:
        BLUE.judge(record(**{field: value}))
    assert refusal.value.text.args == {"field": field}


@pytest.mark.parametrize("draws", [None, "", "w", "x" * 54, WORKED_DRAWS + "w", ["w"] * 54])
def test_a_blind_record_has_a_letter_for_each_move_of_a_whole_game(draws: Any) -> None:
    with pytest.raises(BadNotation) as refusal:
        BLUE.judge(blind(draws))
    assert refusal.value.text.args == {"field": "draws"}


@pytest.mark.parametrize("field", ["final", "blocked"])
def test_a_record_has_a_result_or_says_that_it_is_illegal(field: str) -> None:
    whole = record()
    del whole[field]
    with pytest.raises(BadNotation):
        BLUE.judge(whole)
