"""The notation of Azul: what is written is parsed back, and nothing else is accepted."""

import json
from typing import Any

import pytest

from azulejos.errors import BadNotation, BadPosition
from azulejos.games.azul import AZUL, rules
from azulejos.games.azul.state import displays
from azulejos.position import Position
from azulejos.written import move_text
from tests.games.azul.table import Json, board, seat, table, table_json

NOTATION = AZUL.notation

# ---- Moves


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_comes_back_from_its_text(players: int) -> None:
    states = Position("azul", players).states
    state = states[0]
    texts = set()
    for move in range(rules.ACTION_SPACE):
        text = move_text(states, move)
        if move >= rules.TILING or text[0] == "C" or int(text[0]) <= displays(players):
            assert NOTATION.parse_move(state, text) == move
            texts.add(text)
        else:
            with pytest.raises(BadNotation):
                NOTATION.parse_move(state, text)
    assert len(texts) == (displays(players) + 1) * 5 * 6 + 25


@pytest.mark.parametrize(
    ("text", "move"), [("1B1", 0), ("3Y2", 73), ("CRF", 179), ("1>1", 300), ("2>4", 308)]
)
def test_a_move_names_source_colour_and_line_or_line_and_column(text: str, move: int) -> None:
    states = Position("azul").states
    assert NOTATION.parse_move(states[0], text) == move
    assert move_text(states, move) == text


@pytest.mark.parametrize(
    "text",
    [
        *["", "1", "1B", "0B1", "6B1", "1G1", "1B0", "1B6", "1BFF", "11B1", " 1B1", "1B1 "],
        *["1B1\n", "１B1", "٣B1", "0>1", "6>1", "1>6", "1>0", "1>", "1-1", "\x00"],
        "B" * 10**6,
    ],
)
def test_what_is_not_a_move_is_refused_with_the_text(text: str) -> None:
    position = table(board(), board(), displays="BBBB")
    with pytest.raises(BadNotation) as refusal:
        position.push(text)
    assert refusal.value.code == "azul.form"
    assert refusal.value.offending == text


# ---- Deals


def test_a_deal_names_the_displays_in_order_their_letters_in_any() -> None:
    position = Position("azul")
    position.push(" RBBY  KKWW\tBYRW YYYY RRKW ")
    assert position.history == ["BBYR KKWW BYRW YYYY RRKW"]
    assert position.to_json()["displays"] == ["BBYR", "KKWW", "BYRW", "YYYY", "RRKW"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "BBBB YYYY RRRR KKKK",
        "BBBB YYYY RRRR KKKK WWWW BBBB",
        "BBBBB YYYY RRRR KKKK WWWW",
        "BBBM YYYY RRRR KKKK WWWW",
        "BB-- YYYY RRRR KKKK WWWW",
        "1B1",
    ],
)
def test_what_is_not_a_deal_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        Position("azul").push(text)
    assert refusal.value.code == "azul.form.deal"
    assert refusal.value.offending == text


# ---- Positions


def test_a_position_as_json() -> None:
    position = Position("azul", 2, wall="gray", first=1)
    position.push("BBYR KKWW BYRW YYYY RRKW")
    position.push("1B2")
    position.push("CR1")
    assert position.to_json() == {
        "game": "azul",
        "wall": "gray",
        "players": 2,
        "round": 1,
        "turn": 1,
        "first": 1,
        "idle_rounds": 0,
        "displays": ["", "KKWW", "BYRW", "YYYY", "RRKW"],
        "centre": "Y",
        "marker": 0,
        "bag": {"B": 17, "Y": 14, "R": 16, "K": 17, "W": 16},
        "lid": {"B": 0, "Y": 0, "R": 0, "K": 0, "W": 0},
        "boards": [
            {"lines": ["R", "", "", "", ""], "wall": ["....."] * 5, "floor": "M", "score": 0},
            {"lines": ["", "BB", "", "", ""], "wall": ["....."] * 5, "floor": "", "score": 0},
        ],
    }


def test_a_position_as_text() -> None:
    position = table(
        board(lines="- BB - KK", wall=".Y...", score=1),
        board(floor="MBB"),
        centre="RRK",
        displays="BBYR - KKWW",
        marker=1,
    )
    text = (
        "azul players=2 wall=coloured round=2 turn=0 first=0 marker=1 idle=0 "
        "displays=BBYR,-,KKWW,-,- centre=RRK bag=B14Y18R17K15W18 lid=- "
        "board0=1/-,BB,-,KK,-/.Y...,.....,.....,.....,...../- "
        "board1=0/-,-,-,-,-/.....,.....,.....,.....,...../MBB"
    )
    assert position.to_text() == text
    assert Position.from_text(text) == position
    assert eval(repr(position)) == position


PHASES = {
    "opening": Position("azul").to_json(),
    "offer": table_json(board(), board(), displays="BRRR"),
    "tiling": table_json(board("R"), board(), tiling={"seat": 0, "line": 1}, wall="gray"),
    "deal": table_json(board(), board(), phase="deal", bag="BYR", idle_rounds=1),
    "over": table_json(board(), board(), phase="over", idle_rounds=3),
    "marker beside": table_json(board(floor="KKKKKBB"), board(), displays="BRRR", marker=0),
}


@pytest.mark.parametrize("name", PHASES)
def test_every_phase_comes_back_from_json_and_from_text(name: str) -> None:
    position = Position.from_json(PHASES[name])
    assert position.to_json() == PHASES[name]
    assert Position.from_json(json.loads(json.dumps(PHASES[name]))) == position
    assert Position.from_text(position.to_text()) == position


@pytest.mark.parametrize("name", ["offer", "tiling"])
def test_a_phase_may_be_named_though_it_follows(name: str) -> None:
    assert Position.from_json(PHASES[name] | {"phase": name}).to_json() == PHASES[name]


def test_fields_of_a_text_may_stand_in_any_order() -> None:
    position = table(board(lines="B"), board(), displays="RRRB")
    name, *fields = position.to_text().split()
    assert Position.from_text("  ".join([name, *reversed(fields)])) == position


def test_tiles_may_stand_in_any_order() -> None:
    data = table_json(board(), board(floor="M"), displays="RBRR", centre="WBW", marker=1)
    assert Position.from_json(data).to_json()["displays"][0] == "BRRR"
    assert Position.from_json(data).to_json()["centre"] == "BWW"


def test_a_floor_keeps_its_order() -> None:
    position = table(board(floor="KMB"), board(), displays="RRRB", marker=0)
    assert seat(position, 0)["floor"] == "KMB"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("players=2", ""),
        ("players=2", "players=two"),
        ("players=2", "players=9999"),
        ("players=2", "players=99999999999999999999"),
        ("round=1", "round=-1"),
        ("round=1", "round=１"),
        ("marker=centre", "marker=nowhere"),
        ("lid=-", "lid=B1x"),
        ("lid=-", "lid=B"),
        ("idle=0", "idle=0 tiling=1"),
        ("idle=0", "idle=0 tiling=1:2:3"),
        ("board0=0/", "board0="),
        ("board0=0/", "board0=x/"),
        ("/-", ""),
        ("board1=", "board2="),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(old: str, new: str) -> None:
    text = table(board(), board(), displays="RRRB").to_text()
    assert old in text
    with pytest.raises(BadNotation) as refusal:
        Position.from_text(text.replace(old, new))
    assert refusal.value.code == "position.field"


@pytest.mark.parametrize("text", ["", " ", "chess", "azul\x00", "-" * 10**6])
def test_a_text_of_no_game_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        Position.from_text(text)
    assert refusal.value.code == "game.unknown"


@pytest.mark.parametrize("data", [None, [], "azul", 7, {}, {"game": "go"}, {"game": ["azul"]}])
def test_json_of_no_game_is_refused(data: Any) -> None:
    with pytest.raises(BadNotation) as refusal:
        Position.from_json(data)
    assert refusal.value.code == "game.unknown"


def test_a_position_that_cannot_be_is_refused_as_text_too() -> None:
    text = table(board(), board(), displays="RRRB").to_text()
    with pytest.raises(BadPosition) as refusal:
        Position.from_text(text.replace("displays=BRRR", "displays=BBRR"))
    assert refusal.value.code == "azul.fault.tiles"


def test_nothing_else_in_json_is_minded() -> None:
    data: Json = PHASES["offer"] | {"comment": "from a café", "version": 2}
    assert Position.from_json(data).to_json() == PHASES["offer"]
