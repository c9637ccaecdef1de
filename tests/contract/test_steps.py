"""Steps in general: their kind, their JSON and how sentences derive from facts."""

import json
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass
from pathlib import Path
from typing import Literal

import pytest

from azulejos import text
from azulejos.contract.steps import Step, sentence, step_kind
from azulejos.text import LANGUAGES, Text, render


@dataclass(frozen=True)
class LongJump(Step):
    seats: list[int]
    foot: str
    stones: list[str]
    count: int
    case: Literal["far", "near"]


WORDS = {
    "hop.foot.l": "left",
    "hop.stones.g": "granite",
    "hop.step.long_jump.far": {
        "one": "Seat {seats}: {count} stone with the {foot} foot: {stones}.",
        "other": "Seats {seats}: {count} stones with the {foot} foot: {stones}.",
    },
}


@pytest.fixture(autouse=True)
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue with the sentences of one more game, in English only."""
    (tmp_path / "en.json").write_text(json.dumps(WORDS))
    monkeypatch.setattr(text, "_folders", text._folders.copy())
    text.add_words(tmp_path)
    yield
    monkeypatch.undo()
    text.catalogue.cache_clear()


def jump(seats: list[int], stones: list[str], foot: str = "l") -> LongJump:
    return LongJump(seats, foot, stones, len(stones), "far")


def test_the_kind_of_a_step_is_its_class_in_snake_case() -> None:
    assert step_kind(LongJump) == jump([0], []).kind == "long_jump"


def test_the_json_of_a_step_is_flat() -> None:
    assert jump([0], ["g"]).to_json() == {
        "kind": "long_jump",
        "seats": [0],
        "foot": "l",
        "stones": ["g"],
        "count": 1,
        "case": "far",
    }


def test_steps_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        jump([0], []).count = 3  # type: ignore[misc]


def test_a_sentence_has_the_terms_of_the_catalogue_and_its_lists_joined() -> None:
    said = sentence("hop", jump([0, 1, 2], ["g", "x"]))
    assert said.code == "hop.step.long_jump.far"
    assert said.args["foot"] == Text("hop.foot.l")
    assert str(said) == "Seats 0, 1 and 2: 2 stones with the left foot: granite; x."


def test_count_selects_the_form_of_a_sentence() -> None:
    said = sentence("hop", jump([3], ["x"], foot="r"))
    assert [render(said, language) for language in LANGUAGES] == [
        "Seat 3: 1 stone with the r foot: x."
    ] * len(LANGUAGES)
