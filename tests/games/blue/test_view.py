"""The view of BLUE: the position, blocked spaces, chains, circles and scores."""

from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.games.blue import picture
from azulejos.games.blue.state import COLOUR_NAMES
from tests.games.blue.table import CORNER, RING, WORKED, play_out, table


def test_a_view_is_the_json_of_the_position_and_more() -> None:
    position = table(CORNER)
    view = position.view()
    assert view == position.to_json() | {
        "blocked": ["1,0"],
        "chains": [],
        "circles": [{"colour": "blue", "cells": ["0,-1", "1,-1"], "direction": "east"}],
        "scores": [0, 0, 1],
    }


def test_blocked_spaces_are_ordered_by_x_then_y_as_numbers() -> None:
    blocked = [tuple(map(int, name.split(","))) for name in table(WORKED).view()["blocked"]]
    assert len(blocked) > 5
    assert blocked == sorted(blocked)


@pytest.mark.parametrize("moves", ["", "0,0:wgwb", CORNER, RING, WORKED])
@pytest.mark.parametrize("draw", ["open", "blind"])
def test_a_view_can_be_drawn(moves: str, draw: str) -> None:
    view = table(moves, draw=draw).view()
    drawing = ElementTree.fromstring(picture.svg(view))
    assert len(drawing.findall(".//*[@data-tile]")) == len(moves.split())
    assert len(drawing.findall(".//*[@data-blocked]")) == len(view["blocked"])
    assert len(drawing.findall(".//*[@data-run]")) == len(view["chains"]) + len(view["circles"])
    assert all(f"{score:>4}" in picture.text(view) for score in view["scores"])


@given(st.lists(st.integers(0, 10**6), max_size=54))
def test_scores_are_ten_a_chain_and_one_a_circle(numbers: list[int]) -> None:
    position = table(tiles_per_type="13")
    play_out(position, numbers)
    view = position.view()
    chains = Counter(chain["colour"] for chain in view["chains"])
    circles = Counter(circle["colour"] for circle in view["circles"])
    assert view["scores"] == [10 * chains[name] + circles[name] for name in COLOUR_NAMES]
    assert all(len(chain["cells"]) > 2 for chain in view["chains"])
    assert all(len(circle["cells"]) == 2 for circle in view["circles"])
