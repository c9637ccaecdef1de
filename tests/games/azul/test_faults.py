"""The faults of Azul positions: every fault at least once, and bad input that does no harm."""

import copy
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.errors import BadNotation, BadPosition
from azulejos.position import Position
from azulejos.text import LANGUAGES, Text, catalogue
from tests.games.azul.table import FOUR_COLUMNS, LAST_TILE, Json, board, table_json

ROW = "BYRKW"
FULL = "BBBB YYYY RRRR KKKK WWWW"  # displays from which nobody has taken
NO_SUPPLY = (board("- - - YYY BBBB", FOUR_COLUMNS), *LAST_TILE[1:])  # all tiles are on the boards


def offer(*boards: Json, displays: str = "BBBB", **changes: Any) -> Json:
    return table_json(*boards, board(), displays=displays, **changes)


def tiling(*boards: Json, seat: int = 0, line: int = 2, side: str = "gray", **changes: Any) -> Json:
    choice = {"seat": seat, "line": line}
    return table_json(*boards, turn=changes.pop("turn", seat), tiling=choice, wall=side, **changes)


def deal(*boards: Json, **changes: Any) -> Json:
    return table_json(*boards, phase="deal", **changes)


def counted(data: Json, place: str, colour: str, n: int) -> Json:
    return data | {place: data[place] | {colour: n}}


IMPOSSIBLE = {
    "a tile is missing": ("tiles", counted(offer(board()), "bag", "B", 15)),
    "a tile too many": ("tiles", counted(offer(board()), "lid", "W", 1)),
    "a line of a colour its row has": ("line", offer(board("- R", "..... ...R."))),
    "a tile on another colour's space": ("wall.coloured", offer(board(wall="Y...."))),
    "a colour twice in a gray row": ("wall.gray", offer(board(wall="Y..Y."), wall="gray")),
    "a colour twice in a gray column": ("column", offer(board(wall="Y.... Y...."), wall="gray")),
    "points without a tile": ("score", offer(board(score=1))),
    "too many points for a tile": ("score", offer(board(wall="B....", score=11))),
    "points of bonuses before the end": ("score", offer(board(wall="B....", score=12))),
    "a short display and a bag": ("display", offer(board(), displays="BBB")),
    "a short display before a full one": (
        "display",
        table_json(*[board(wall=FOUR_COLUMNS)] * 4, displays="B YYYY", bag=""),
    ),
    "a marker held but not on the floor": ("marker", offer(board(), marker=1)),
    "a marker on the floor and in the centre": ("marker", offer(board(floor="M"))),
    "a marker on another's floor": ("marker marker", offer(board(floor="M"), marker=1)),
    "a marker on a floor that was paid": (
        "marker tiled",
        tiling(board(floor="M"), board("- RR"), seat=1, marker=0),
    ),
    "nothing on offer": ("offer", offer(board(), displays="", turn=1)),
    "a deal due while tiles are left": ("left", deal(board(), board(), centre="B")),
    "tiling while tiles are left": ("left", tiling(board("- RR"), board(), displays="BBBB")),
    "a floor after tiling": ("tiled", deal(board(floor="B"), board())),
    "a complete line after tiling": ("tiled", deal(board("B"), board())),
    "a seat passed over in tiling": ("tiled", tiling(board("- RR"), board("- RR"), seat=1)),
    "a complete row in the offer": ("row", offer(board(wall=ROW))),
    "a complete row not yet tiled": ("row", tiling(board("- RR"), board(wall=ROW))),
    "a centre before the first turn": ("untouched", offer(board(), displays=FULL, centre="B")),
    "a floor before the first turn": ("untouched", offer(board(floor="B"), displays=FULL)),
    "a line complete before the first turn": ("untouched", offer(board("B"), displays=FULL)),
    "a marker taken before the first turn": (
        "untouched",
        offer(board(floor="M"), displays=FULL, marker=0),
    ),
    "another seat's turn": ("turn", offer(board(), turn=1)),
    "another seat's choice": ("turn", tiling(board("- RR"), board(), turn=1)),
    "a choice on the coloured side": ("choice", tiling(board("- RR"), board(), side="coloured")),
    "a choice for an incomplete line": ("choice", tiling(board("- R"), board())),
    "a choice past a complete line": ("choice", tiling(board("B RR"), board())),
    "a choice of one space": ("choice", tiling(board("- RR", "..R.. BYKW."), board())),
    "a deal after a complete row": ("row end", deal(board(wall=ROW), board())),
    "a deal of nothing": ("end", deal(*NO_SUPPLY)),
    "a deal after three idle rounds": ("end idle", deal(board(), board(), idle_rounds=3)),
    "an end without a reason": ("unended", table_json(board(wall="B...."), board(), phase="over")),
    "a marker that is not with the starter": ("starter", deal(board(), board(), marker=1)),
    "more tiles in a row than rounds": ("fast", offer(board(wall="BY..."), round=2)),
    "more idle rounds than rounds": ("idle", offer(board(), idle_rounds=2, round=2)),
    "many rounds without a tile": ("idle", offer(board(), round=5)),
    "an offer after three idle rounds": ("idle", offer(board(), idle_rounds=3)),
}


def codes(data: Json) -> list[str]:
    return [fault.code for fault in Position.status(data)]


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_the_reason(name: str) -> None:
    suffixes, data = IMPOSSIBLE[name]
    assert codes(data) == [f"azul.fault.{suffix}" for suffix in suffixes.split()]
    with pytest.raises(BadPosition) as refusal:
        Position.from_json(data)
    assert refusal.value.text == Position.status(data)[0]
    for language in LANGUAGES:
        assert re.search(r"\(.*A\d+.*\)|idle_rounds", refusal.value.message(language))


def test_every_kind_of_fault_is_among_them() -> None:
    provoked = {code for _, data in IMPOSSIBLE.values() for code in codes(data)}
    assert provoked == {code for code in catalogue("en") if code.startswith("azul.fault.")}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("wall", "grey"),
        ("players", 5),
        ("players", True),
        ("players", "2"),
        ("round", 0),
        ("round", 1.0),
        ("round", 10**30),
        ("turn", 2),
        ("turn", None),
        ("first", -1),
        ("idle_rounds", 4),
        ("idle_rounds", float("nan")),
        ("marker", "lid"),
        ("marker", 2),
        ("displays", ["BBBB"] * 4),
        ("displays", ["BBBBB", "", "", "", ""]),
        ("displays", "BBBB"),
        ("centre", "BG"),
        ("centre", "B" * 101),
        ("centre", ["B"]),
        ("bag", {"B": 20}),
        ("bag", dict.fromkeys("BYRKW", 21)),
        ("lid", dict.fromkeys("BYRKW", -1)),
        ("lid", [0] * 5),
        ("phase", "supper"),
        ("phase", "tiling"),
        ("tiling", None),
        ("tiling", {"seat": 2, "line": 1}),
        ("tiling", {"seat": 0, "line": 6}),
        ("tiling", [0, 1]),
        ("boards", [board()]),
        ("boards", {}),
        ("boards[0]", "empty"),
        ("boards[0].lines", ["", "BY", "", "", ""]),
        ("boards[0].lines", ["BB", "", "", "", ""]),
        ("boards[0].lines", [""] * 4),
        ("boards[0].wall", ["B...."] * 4),
        ("boards[0].wall", ["B...", ".....", ".....", ".....", "....."]),
        ("boards[0].wall", ["M...."] * 5),
        ("boards[0].floor", "MM"),
        ("boards[0].floor", "MBBBBBBB"),
        ("boards[0].floor", 7),
        ("boards[1].score", -1),
        ("boards[1].score", 1000),
        ("boards[1].score", "0"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(field: str, value: Any) -> None:
    data = copy.deepcopy(offer(board()))
    *path, last = re.findall(r"\w+", field)
    place: Any = data
    for step in path:
        place = place[int(step) if step.isdigit() else step]
    place[int(last) if last.isdigit() else last] = value
    with pytest.raises(BadPosition) as refusal:
        Position.from_json(data)
    due = "tiling" if value == "tiling" else field  # a phase that needs another field
    assert refusal.value.text == Text("position.field", {"field": due})
    assert all(due in refusal.value.message(language) for language in LANGUAGES)


@pytest.mark.parametrize("name", list(offer(board())))
def test_no_field_may_be_missing(name: str) -> None:
    data = offer(board())
    del data[name]
    with pytest.raises(BadNotation if name == "game" else BadPosition) as refusal:
        Position.from_json(data)
    assert name in str(refusal.value)


# ---- Absurd input


@pytest.mark.parametrize("name", [*offer(board()), "tiling", "phase"])
def test_a_field_nested_a_hundred_thousand_deep_is_refused(name: str) -> None:
    nested: Any = "B"
    for _ in range(10**5):
        nested = [nested]
    with pytest.raises(BadNotation if name == "game" else BadPosition):
        Position.from_json(offer(board()) | {name: nested})


absurd = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**100, -(10**100), float("nan"), float("inf"), -0.0])
    | st.floats()
    | st.text()
    | st.sampled_from(["", "B", "centre", "M", "BBBB", "deal", "over", "tiling", "\ud800"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
PLAUSIBLE = [
    offer(board("- B", "BY...", "MB"), marker=0),
    tiling(board("- RR"), board("K")),
    deal(board(), board(), idle_rounds=1),
    table_json(board(), board(), phase="over", idle_rounds=3),
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a position with each of its keys."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    inner = [value[key] for key in keys if isinstance(value[key], dict | list)]
    return [(value, key) for key in keys] + [place for each in inner for place in places(each)]


@given(st.sampled_from(PLAUSIBLE), st.lists(st.tuples(st.integers(0, 99), absurd), max_size=3))
def test_absurd_fields_are_refused_or_harmless(
    plausible: Json, changes: list[tuple[int, Any]]
) -> None:
    data = copy.deepcopy(plausible)
    for number, value in changes:
        found = places(data)
        container, key = found[number % len(found)]
        container[key] = value
    with suppress(BadPosition, BadNotation):
        position = Position.from_json(data)
        assert Position.from_json(position.to_json()) == position


@given(absurd)
def test_absurd_json_is_refused(data: Any) -> None:
    with pytest.raises((BadPosition, BadNotation)):
        Position.from_json(data)


@given(st.sampled_from(PLAUSIBLE[1:]), st.integers(0), st.integers(0), st.text(max_size=9))
def test_an_absurd_text_is_refused_or_harmless(
    plausible: Json, start: int, length: int, instead: str
) -> None:
    text = Position.from_json(plausible).to_text()
    start %= len(text)
    text = text[:start] + instead + text[start + length % 20 :]
    with suppress(BadPosition, BadNotation):
        position = Position.from_text(text)
        assert Position.from_text(position.to_text()) == position
