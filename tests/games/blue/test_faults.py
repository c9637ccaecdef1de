"""The faults of BLUE positions: every fault at least once, and bad input that does no harm."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.errors import BadPosition
from azulejos.games.blue.faults import faults, laying_order
from azulejos.games.blue.notation import parse_json
from azulejos.position import Position
from azulejos.text import LANGUAGES, render
from azulejos.written import position_json
from tests.games.blue.table import CORNER, WORKED, Json, row, table, table_json


def reasons(data: Any) -> list[str]:
    """The codes of a position's faults, each of which is rendered in every language."""
    found = faults(data)
    for text in found:
        assert all(render(text, language) for language in LANGUAGES)
    return [text.args["field"] if text.code == "position.field" else text.code for text in found]


def blind(**changes: Any) -> Json:
    """A blind position after one tile, of the white kind, in which gray was drawn."""
    position = table("0,0:wgwb", draw="blind")
    position.push("g")
    data = position.to_json() | changes
    return {name: value for name, value in data.items() if value is not None}


@pytest.mark.parametrize("moves", ["", "0,0:wgwb", CORNER, row(18), WORKED])
def test_nothing_speaks_against_a_position_of_a_game(moves: str) -> None:
    assert reasons(table_json(moves)) == []


def test_nothing_speaks_against_a_blind_position() -> None:
    assert reasons(blind()) == []
    assert reasons(table(draw="blind").to_json()) == []
    assert reasons(table("0,0:wgwb", draw="blind", players=2).to_json()) == []


UNREADABLE: dict[str, list[Any]] = {
    "game": [None, "azul", "BLUE", 1, [], {}],
    "players": [None, 1, 4, "3", 3.0, True, [3], 10**400],
    "colours": [
        *(None, "white,gray,blue", ["white", "gray"], ["blue", "gray", "white"]),
        *(["white", "white", "blue"], [["white"], {}, None]),
    ],
    "draw": [None, "shut", 1, ["open"], {}],
    "turn": [None, -1, 3, "1", 1.0, True, 10**400],
    "tiles_per_type": [None, 0, 17, "18", 18.0, [18], 10**400],
    "left": [
        *(None, [18, 18, 18], {"w": 18, "g": 18}, {"w": 18, "g": 18, "b": 18, "x": 0}),
        *({"w": n, "g": 18, "b": 18} for n in (19, -1, "18", None)),
    ],
    "drawn": ["x", "", "wg", 1, [], {}],
    "phase": ["lay", "", 1, [], {}],
    "tiles": [
        *(None, [], {"0,0": "wgw"}, {"0,0": "wgwx"}, {"0,0": ["w", "g", "w", "b"]}),
        *({name: "wgwb"} for name in ("0;0", "00,0", "-0,0", "100,0", "0,0\n", "9" * 9999 + ",0")),
        *({0: "wgwb"}, {f"{x},0": "gwbw" for x in range(55)}),
    ],
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, found in UNREADABLE.items() for value in found]
)
def test_a_field_that_cannot_be_read_is_named(field: str, value: Any) -> None:
    assert reasons(table_json("0,0:wgwb 1,0:wbwg", **{field: value})) == [field]


@pytest.mark.parametrize("data", [None, [], "blue", 3, [[]] * 5, {}, {"game": {"game": "blue"}}])
def test_what_is_no_position_at_all_is_refused(data: Any) -> None:
    assert reasons(data) == ["game"]


def test_b1_sides_that_no_tile_has() -> None:
    data = table_json(left={"w": 18, "g": 18, "b": 18}, tiles={"0,0": "wwgb"}, turn=1)
    assert reasons(data)[0] == "blue.fault.tile"


def test_b5_no_tile_at_0_0() -> None:
    data = table_json("0,0:wgwb", tiles={"1,0": "wgwb"})
    assert reasons(data) == ["blue.fault.origin"]


def test_b5_a_tile_that_touches_no_other() -> None:
    data = table_json("0,0:wgwb 1,0:wbwg", tiles={"0,0": "wgwb", "1,1": "wbwg"})
    assert reasons(data) == ["blue.fault.apart"]
    assert faults(data)[0].args["place"] == "1,1"


def test_b6_touching_sides_of_different_colours() -> None:
    data = table_json("0,0:wgwb 1,0:wbwg", tiles={"0,0": "wgwb", "1,0": "wgwb"})
    assert reasons(data) == ["blue.fault.sides"]
    data = table_json("0,0:wgwb 0,1:wbwg", tiles={"0,0": "wgwb", "0,1": "gwbw"})
    assert reasons(data) == ["blue.fault.sides"]


@pytest.mark.parametrize("left", [{"w": 16, "g": 18, "b": 18}, {"w": 17, "g": 17, "b": 18}])
def test_b4_tiles_laid_and_left_make_up_the_supply(left: dict[str, int]) -> None:
    assert reasons(table_json("0,0:wgwb", left=left)) == ["blue.fault.tiles"]
    assert reasons(table_json("0,0:wgwb", tiles_per_type=13)) == ["blue.fault.tiles"] * 3


@pytest.mark.parametrize("turn", [0, 2])
def test_b3_the_turn_follows_from_counting(turn: int) -> None:
    assert reasons(table_json("0,0:wgwb", turn=turn)) == ["blue.fault.turn"]


def test_b3_after_the_end_it_is_nobodys_turn() -> None:
    assert reasons(table_json(WORKED, turn=2)) == []


def test_b9_over_is_over() -> None:
    assert reasons(table_json(WORKED, phase="deal")) == ["blue.fault.end"]
    assert reasons(table_json(WORKED, drawn="w")) == ["blue.fault.end"]
    assert reasons(table_json("0,0:wgwb", phase="over")) == ["blue.fault.unended"]


def test_b4_nothing_is_drawn_in_the_open_game() -> None:
    assert reasons(table_json("0,0:wgwb", drawn="w")) == ["blue.fault.open"]
    assert reasons(table_json("0,0:wgwb", phase="deal")) == ["blue.fault.open"]


def test_b4_in_the_blind_game_a_tile_is_drawn_or_due() -> None:
    assert reasons(blind(drawn=None)) == ["blue.fault.draw"]
    assert reasons(blind(phase="deal")) == ["blue.fault.draw"]
    assert reasons(blind(drawn=None, phase="deal")) == []


def test_b4_the_kind_drawn_is_one_that_is_left() -> None:
    data = table_json(row(18), draw="blind", drawn="w")
    assert reasons(data) == ["blue.fault.drawn"]
    assert reasons(data | {"drawn": "g"}) == []


def test_the_first_reason_is_the_error() -> None:
    with pytest.raises(BadPosition) as refusal:
        Position.from_json(table_json("0,0:wgwb", turn=2))
    assert refusal.value.code == "blue.fault.turn"


def test_laying_order_keeps_an_order_that_will_do() -> None:
    assert laying_order([(0, 0), (0, 1), (1, 0)]) == [(0, 0), (0, 1), (1, 0)]
    assert laying_order([(2, 0), (1, 0), (0, 0)]) == [(0, 0), (1, 0), (2, 0)]
    assert laying_order([(2, 0), (0, 0)]) == [(0, 0)]
    assert laying_order([]) == []


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(ANYTHING)
def test_anything_at_all_has_a_reason(data: Any) -> None:
    assert reasons(data) == ["game"]


@given(st.sampled_from(sorted(blind())), ANYTHING)
def test_a_position_with_anything_in_a_field_is_read_or_refused(field: str, value: Any) -> None:
    data = blind(**{field: value})
    if reasons(data):
        with pytest.raises(BadPosition):
            parse_json(data)
    else:
        assert position_json(parse_json(data)) == data


def test_a_number_too_long_to_be_written_is_only_a_wrong_field() -> None:
    for field in table_json():
        assert reasons(table_json() | {field: 10**5000}) == [field]


def test_deep_nesting_is_only_a_wrong_field() -> None:
    deep: Any = []
    for _ in range(50000):
        deep = [deep]
    for field in blind():
        assert reasons(blind() | {field: deep}) == [field]
