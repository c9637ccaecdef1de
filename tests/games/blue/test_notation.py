"""The notation of BLUE: what is written is parsed back, and nothing else is accepted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.errors import BadNotation, BadPosition
from azulejos.games.blue.notation import parse_deal, parse_move, parse_text
from azulejos.games.blue.rules import ACTION_SPACE, NO_PLACE, NO_TILE
from azulejos.position import Position
from azulejos.written import deal_text, move_text
from tests.games.blue.table import CORNER, WORKED, play_out, row, table

NUMBERS = st.lists(st.integers(0, 10**6), max_size=110)
VARIANTS = st.tuples(
    st.sampled_from([(3, "white,gray,blue"), (2, "white,gray"), (2, "white,blue")]),
    st.sampled_from(["open", "blind"]),
)


def middle(numbers: list[int], variant: tuple[tuple[int, str], str]) -> Position:
    """A short game cut off after as many moves and draws as there are numbers."""
    (players, colours), draw = variant
    position = table(players=players, colours=colours, draw=draw, tiles_per_type="13")
    play_out(position, numbers)
    while len(position.history) > len(numbers):
        position.pop()
    return position


# ---- Moves and draws


def test_a_move_is_a_place_and_the_sides_of_a_tile() -> None:
    position = table(CORNER)
    s = position.states[0]
    assert move_text(position.states, parse_move(s, "-1,0:wgbg")) == "-1,0:wgbg"
    assert set(position.legal_moves) >= {"0,1:bgbw", "-1,-1:bwbg", "1,-2:gbwb"}


@given(NUMBERS, VARIANTS)
def test_every_legal_move_is_read_back(
    numbers: list[int], variant: tuple[tuple[int, str], str]
) -> None:
    position = middle(numbers, variant)
    s = position.states[0]
    for text in position.legal_moves:
        move = parse_move(s, text)
        assert 0 <= move < ACTION_SPACE
        assert move_text(position.states, move) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "pass", "0,0", "1,0:", "1,0:gwg", "1,0:gwgbw", "1,0;gwgb", "1,0:xgxb", "a,b:wgwb"),
        *("1.0:wgwb", "1, 0:wgwb", " 1,0:wgwb", "1,0:wgwb\n", "1,0:WGWB", "+1,0:wgwb"),
        *("01,0:wgwb", "-0,0:wgwb", "0,00:wgwb", "--1,0:wgwb", "١,0:wgwb", "1,0:wgwb 2,0:wgwb"),
        *("1e3,0:wgwb", "\0", "🟦", "1" * 100000),
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_move(table("0,0:wgwb").states[0], text)
    assert refusal.value.code == "blue.form"
    assert refusal.value.offending == text
    assert len(str(refusal.value)) < 300


def test_what_can_be_read_but_has_no_number_of_its_own() -> None:
    s = table("0,0:wgwb").states[0]
    assert parse_move(s, "1,0:gwwb") == parse_move(s, "70,9:bbbb") == NO_TILE
    assert parse_move(s, "2,0:gwgb") == parse_move(s, "-100,0:gwgb") == NO_PLACE
    assert parse_move(s, f"{'7' * 9999},0:wgwb") == NO_PLACE
    assert parse_move(table().states[0], "1,0:gwgb") == NO_PLACE


@pytest.mark.parametrize(("kind", "letter"), [(0, "w"), (1, "g"), (2, "b")])
def test_a_draw_is_the_letter_of_the_kind(kind: int, letter: str) -> None:
    states = table(draw="blind").states
    assert deal_text(states, np.array([kind])) == letter
    assert parse_deal(states[0], letter).tolist() == [kind]


@pytest.mark.parametrize("text", ["", "x", "W", "wg", " w", "white", "0"])
def test_a_text_that_is_no_draw_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_deal(table(draw="blind").states[0], text)
    assert refusal.value.code == "blue.form.deal"


# ---- Positions


def test_a_position_as_json() -> None:
    position = table("0,0:wgwb 1,0:wbwg", players=2, colours="white,blue", tiles_per_type="13")
    assert position.to_json() == {
        "game": "blue",
        "players": 2,
        "colours": ["white", "blue"],
        "draw": "open",
        "turn": 0,
        "tiles_per_type": 13,
        "left": {"w": 11, "g": 13, "b": 13},
        "tiles": {"0,0": "wgwb", "1,0": "wbwg"},
    }


def test_a_blind_position_tells_what_was_drawn_or_that_a_draw_is_due() -> None:
    position = table("0,0:wgwb", draw="blind")
    assert position.to_json()["phase"] == "deal"
    assert "drawn" not in position.to_json()
    position.push("g")
    data = position.to_json()
    assert (data["drawn"], data["left"]["g"], data["turn"]) == ("g", 18, 1)
    assert "phase" not in data


def test_a_finished_game_says_so_but_need_not() -> None:
    data = table(WORKED).to_json()
    assert data.pop("phase") == "over"
    assert Position.from_json(data).is_over


def test_a_position_as_text() -> None:
    position = table("0,0:wgwb 1,0:wbwg")
    assert position.to_text() == (
        "blue players=3 colours=white,gray,blue draw=open turn=2 tiles_per_type=18"
        " left=w16g18b18 tiles=0,0:wgwb/1,0:wbwg"
    )
    assert table(draw="blind").to_text() == (
        "blue players=3 colours=white,gray,blue draw=blind turn=0 tiles_per_type=18"
        " left=w18g18b18 phase=deal tiles=-"
    )
    assert " left=- phase=over tiles=0,0" in table(WORKED).to_text()


@given(NUMBERS, VARIANTS)
def test_a_position_is_read_back_to_the_last_byte(
    numbers: list[int], variant: tuple[tuple[int, str], str]
) -> None:
    position = middle(numbers, variant)
    state = position.states.tobytes()
    assert Position.from_json(position.to_json()).states.tobytes() == state
    assert Position.from_text(position.to_text()).states.tobytes() == state


@given(st.permutations(WORKED.split()[:40]))
def test_tiles_may_be_given_in_any_order(moves: list[str]) -> None:
    position = table(" ".join(WORKED.split()[:40]))
    tiles = dict(move.split(":") for move in moves)
    other = Position.from_json(position.to_json() | {"tiles": tiles})
    assert other == position
    assert sorted(other.legal_moves) == sorted(position.legal_moves)
    assert other.scores == position.scores


def test_fields_of_a_text_may_stand_in_any_order() -> None:
    text = table(row(18)).to_text()
    name, *fields = text.split()
    assert Position.from_text(" ".join([name, *reversed(fields)])).to_text() == text


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("players=3", "", "players"),
        ("players=3", "players=three", "players"),
        ("turn=2", "turn=-1", "turn"),
        ("turn=2", f"turn={'9' * 5000}", "turn"),
        ("tiles_per_type=18", "tiles_per_type=", "tiles_per_type"),
        ("left=w16g18b18", "left=w16,g18", "left"),
        ("left=w16g18b18", "left=w1x", "left"),
        ("draw=open", "", "draw"),
        ("tiles=0,0:wgwb/", "tiles=0,0:wgwb/0,0:wgwb/", "tiles"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_field(
    old: str, new: str, field: str
) -> None:
    text = table("0,0:wgwb 1,0:wbwg").to_text()
    assert old in text
    with pytest.raises(BadNotation) as refusal:
        parse_text(text.replace(old, new))
    assert refusal.value.text.args["field"] == field


@pytest.mark.parametrize("text", ["", " ", "blue", "blue =", "blue players", "\0", "x" * 10000])
def test_absurd_text_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_text(text)


@pytest.mark.parametrize(
    "tiles", ["0,0", "0,0:", ":", "/", "0,0:wgwb/", "0,0:wgwb//1,0:wbwg", "x:y"]
)
def test_tiles_that_cannot_be_read_make_no_position(tiles: str) -> None:
    text = table("0,0:wgwb").to_text().replace("0,0:wgwb", tiles)
    with pytest.raises((BadNotation, BadPosition)):
        Position.from_text(text)
