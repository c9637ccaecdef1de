"""Laws of Azul alone, checked on random games; those of every game are in `tests/laws`."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos.contract.rules import Json, States
from azulejos.games.azul import AZUL
from azulejos.position import Position
from tests.examples import examples
from tests.games.azul.table import LETTERS
from tests.walk import Script, contents, opening, play, scripts, walk, whole_games

every_variant = pytest.mark.parametrize("variant", AZUL.variants)
some = settings(max_examples=examples(15))


@every_variant
@given(script=whole_games)
@some
def test_there_are_always_twenty_tiles_of_each_colour(variant: str, script: Script) -> None:
    for position in walk(variant, script):
        data = position.to_json()
        tiles = Counter[str](data["bag"]) + Counter[str](data["lid"])
        tiles.update("".join([*data["displays"], data["centre"]]))
        for board in data["boards"]:
            tiles.update("".join([*board["lines"], *board["wall"], board["floor"]]))
        assert [tiles[colour] for colour in LETTERS] == [20] * 5
        assert tiles["M"] <= 1


def meaning(states: States) -> Any:
    """The fields of a state; the colour of an empty line, and of the floor, is ignored."""
    fields = contents(states)
    boards = fields["boards"]
    for colours, rooms in zip(boards["colour"][0], boards["room"][0], strict=True):
        for line in range(6):
            if line == 5 or rooms[line] == line + 1:
                colours[line] = -1
    return fields


@every_variant
@given(script=whole_games)
@some
def test_a_state_comes_back_from_its_json(variant: str, script: Script) -> None:
    """The bit fields that are kept for speed also follow from the position."""
    for position in walk(variant, script):
        again = AZUL.notation.parse_json(position.to_json())
        assert meaning(again) == meaning(position.states)


# ---- Seats


def turned(data: Json, by: int) -> Json:
    """The same position with every player moved on by some seats."""
    n = data["players"]
    seats = {name: (data[name] + by) % n for name in ("turn", "first")}
    if data["marker"] != "centre":
        seats["marker"] = (data["marker"] + by) % n
    return data | seats | {"boards": [data["boards"][(p - by) % n] for p in range(n)]}


@every_variant
@given(script=whole_games, by=st.integers(1, 3))
@some
def test_turning_the_seats_turns_the_game_and_its_result(
    variant: str, script: Script, by: int
) -> None:
    """In tiling each seat makes the same choices, but the seats choose in another order (A18)."""
    history = play(variant, script).history
    one = opening(variant, script)
    other = Position.from_json(turned(one.to_json(), by))
    n = one.players
    choices: list[list[str]] = [[] for _ in range(n)]  # by the seats of the other game
    for event, following in pairwise([*history, ""]):
        if ">" in event and one.turn is not None:
            choices[(one.turn + by) % n].append(event)
        else:
            other.push(event)
        one.push(event)
        while ">" not in following and other.turn is not None and choices[other.turn]:
            other.push(choices[other.turn].pop(0))
        if one.turn is None:
            assert other.to_json() == turned(one.to_json(), by)
    assert one.outcome is not None
    assert other.outcome is not None
    for seat in range(n):
        assert other.outcome.shares[(seat + by) % n] == one.outcome.shares[seat]
        assert other.outcome.scores[(seat + by) % n] == one.outcome.scores[seat]


@every_variant
@given(script=scripts)
@some
def test_the_marker_is_where_the_rules_say(variant: str, script: Script) -> None:
    """A9, A15, A21, A22: with a seat, on its floor unless that was full, or in the centre."""
    position = play(variant, script)
    data = position.to_json()
    floors = [board["floor"] for board in data["boards"]]
    holders = [seat for seat, floor in enumerate(floors) if "M" in floor]
    assert holders in ([], [data["marker"]])
    if data["marker"] == "centre":
        assert not position.needs_deal
    elif position.turn is not None and "tiling" not in data:
        assert holders or len(floors[data["marker"]]) == 7
