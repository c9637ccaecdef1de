"""Positions that callers send: the rules answer, nothing is stored, and bad input is refused."""

import json
from typing import Any

import pytest

from azulejos.position import Position
from tests.server.running import Browser, Running, code, ok

BOARD = {
    "lines": ["B", "RR", "", "", ""],
    "wall": ["....W", *["....."] * 4],
    "floor": "MK",
    "score": 5,
}
EMPTY = {"lines": [""] * 5, "wall": ["....."] * 5, "floor": "", "score": 0}
DEAL = "BBYR KKWW BYRW YYYY RRKW"


@pytest.fixture(scope="module")
def anybody(running: Running) -> Browser:
    """A visitor who is not signed in."""
    return running.client()


def ask(client: Browser, path: str, **form: Any) -> Any:
    return client.post(f"/api/v1/{path}", json=form)


def code_of(answer: Any) -> str:
    """The code of a problem; "" for a success."""
    return "" if answer.is_success else code(answer)[1]


def opening(game: str = "azul") -> dict[str, Any]:
    return Position(game).to_json()


def test_a_position_is_played_on_move_by_move(anybody: Browser) -> None:
    first = ok(ask(anybody, "positions", position=opening()))
    assert (first["needs"], first["turn"], first["moves"], first["last"]) == (
        "deal",
        None,
        [],
        None,
    )
    dealt = ok(ask(anybody, "positions", position=first["position"], moves=[DEAL]))
    assert dealt["needs"] == "move"
    assert "1B2" in dealt["moves"]
    assert dealt["last"]["seat"] is None
    assert dealt["last"]["steps"][0]["kind"] == "deal"
    moved = ok(ask(anybody, "positions", position=opening(), moves=[DEAL, "1b2"]))
    assert moved["last"]["text"] == "1B2"
    assert moved["last"]["seat"] == 0
    assert moved == ok(ask(anybody, "positions", position=dealt["position"], moves=["1B2"]))


def test_a_deal_is_drawn_and_not_applied(anybody: Browser) -> None:
    deals = {ok(ask(anybody, "positions/deal", position=opening()))["deal"] for _ in range(4)}
    assert len(deals) > 1
    for deal in deals:
        ok(ask(anybody, "positions", position=opening(), moves=[deal]))


def test_a_move_is_explained_or_refused_with_its_clause(anybody: Browser) -> None:
    dealt = ok(ask(anybody, "positions", position=opening(), moves=[DEAL]))["position"]
    steps = ok(ask(anybody, "positions/explanation", position=dealt, move="1B2"))["steps"]
    assert [steps[0]["kind"], steps[-1]["kind"]] == ["take", "forecast"]
    refused = ask(anybody, "positions/explanation", position=dealt, move="1K2")
    assert (refused.status_code, refused.json()["clause"]) == (422, "A8")


def test_boards_are_scored_without_a_bag(anybody: Browser) -> None:
    form = {"game": "azul", "players": 2, "boards": [BOARD, EMPTY]}
    scored = ok(ask(anybody, "positions/score", position=form))
    assert [step["kind"] for step in scored["steps"]] == ["lay", "lay", "pay", "start"]
    assert scored["after"]["scores"] == [5, 0]
    gray = form | {"wall": "gray"}
    asked = ok(ask(anybody, "positions/score", position=gray))
    assert asked["after"]["moves"] == ["1>1", "1>2", "1>3", "1>4"]
    laid = ok(ask(anybody, "positions", position=asked["after"]["position"], moves=["1>1"]))
    assert laid["last"]["steps"][0]["points"] == 1


def test_an_impossible_position_says_why(anybody: Browser) -> None:
    wrong = [BOARD | {"wall": ["B....", *["....."] * 4]}, EMPTY]
    form = {"game": "azul", "players": 2, "boards": wrong}
    scored = ok(ask(anybody, "positions/score", position=form))
    assert scored["after"] is None
    assert [fault["code"] for fault in scored["faults"]] == ["azul.fault.line"]
    checked = ok(ask(anybody, "positions/faults", position=form))
    assert checked["view"] is None
    assert checked["position"]["bag"]["B"] == 18
    assert "azul.fault.line" in [fault["code"] for fault in checked["faults"]]


def test_a_possible_position_is_completed_and_shown(anybody: Browser) -> None:
    tiles = {"0,0": "wgwb", "1,0": "wgbg"}
    checked = ok(ask(anybody, "positions/faults", position={"game": "blue", "tiles": tiles}))
    assert [fault["code"] for fault in checked["faults"]] == []
    assert checked["position"]["left"] == {"w": 17, "g": 17, "b": 18}
    assert checked["view"]["turn"] == 2


def test_pictures_are_drawn(anybody: Browser) -> None:
    svg = ask(anybody, "positions/picture.svg", position=opening(), language="es")
    assert svg.status_code == 200
    assert svg.text.startswith("<svg")
    png = ask(anybody, "positions/picture.png", position=opening("blue"))
    assert png.status_code == 200
    assert png.content.startswith(b"\x89PNG")


# ---- Records and trees

GAME = f'[game "azul"]\n<{DEAL}> 1B2 {{good}} (1Y1 CB2) (1R1) CY1 *\n'


def test_a_record_is_read_as_a_tree_and_written_again(anybody: Browser) -> None:
    tree = ok(ask(anybody, "trees", text=GAME))
    nodes = [(n["parent"], n["text"], n["seat"]) for n in tree["nodes"]]
    assert nodes == [
        *((-1, DEAL, None), (0, "1B2", 0), (0, "1Y1", 0), (2, "CB2", 1)),
        *((0, "1R1", 0), (1, "CY1", 1)),
    ]
    assert tree["nodes"][1]["comment"] == "good"
    written = ask(anybody, "trees/text", **form_of(tree))
    assert ok(ask(anybody, "trees", text=written.text)) == tree


def form_of(tree: dict[str, Any]) -> dict[str, Any]:
    """A tree that was read, as it is sent."""
    nodes = [{key: n[key] for key in ("parent", "text", "comment")} for n in tree["nodes"]]
    return {k: tree[k] for k in ("game", "players", "options", "start", "headers")} | {
        "nodes": nodes
    }


@pytest.mark.parametrize("form", ["text", "json", "record"])
def test_whatever_is_pasted_is_read(anybody: Browser, form: str) -> None:
    position = Position("azul")
    position.push(DEAL)
    start = Position.from_json(position.to_json())
    texts = {
        "text": f"  {start.to_text()}\n",
        "json": json.dumps(start.to_json(), indent=1),
        "record": json.dumps(
            {"record": 1, "game": "azul", "start": start.to_text(), "entries": []}
        ),
    }
    tree = ok(ask(anybody, "trees", text=texts[form]))
    assert tree["start"] == start.to_text()
    assert tree["first"]["turn"] == 0
    assert tree["nodes"] == []


# ---- Misuse

BAD_RECORDS = {
    "nonsense": ("hello", "board.one_record"),
    "no game": ('[game "chess"] 1B2', "game.unknown"),
    "two games": (GAME + GAME, "board.one_record"),
    "no JSON": ('{"game":', "board.one_record"),
    "deep JSON": ('{"a":' + "[" * 20_000, "board.one_record"),
    "illegal": (GAME.replace("CY1", "CK1"), "move.illegal"),
    "too many moves": ('[game "azul"] ' + "1B2 " * 14_000, "board.full"),
    "too many in JSON": ('{"entries": [' + '{"move": "1B2"},' * 2_000 + "]}", "board.full"),
    "open comments": ("{" * 30_000, "board.one_record"),
}


@pytest.mark.parametrize("name", BAD_RECORDS)
def test_what_is_no_record_is_refused(anybody: Browser, name: str) -> None:
    text, prefix = BAD_RECORDS[name]
    refused = ask(anybody, "trees", text=text)
    assert refused.status_code in (409, 422)
    assert code_of(refused).startswith(prefix)


BAD_TREES: dict[str, tuple[list[dict[str, Any]], str]] = {
    "a parent that follows": (
        [{"parent": 1, "text": DEAL}, {"parent": -1, "text": DEAL}],
        "board.nodes",
    ),
    "an illegal move": (
        [{"parent": -1, "text": DEAL}, {"parent": 0, "text": "1K1"}],
        "move.illegal",
    ),
    "a move for a deal": ([{"parent": -1, "text": "1B2"}], "azul.form.deal"),
}


@pytest.mark.parametrize("name", BAD_TREES)
def test_what_is_no_tree_is_refused(anybody: Browser, name: str) -> None:
    nodes, prefix = BAD_TREES[name]
    refused = ask(anybody, "trees/text", game="azul", players=2, nodes=nodes)
    assert code_of(refused).startswith(prefix), refused.text


@pytest.mark.parametrize(
    "path", ["positions", "positions/deal", "positions/score", "positions/faults"]
)
@pytest.mark.parametrize(
    "position", [{}, {"game": 5}, {"game": "chess"}, {"game": "azul", "players": 9}]
)
def test_what_is_no_position_is_refused_or_faulty(
    anybody: Browser, path: str, position: dict[str, Any]
) -> None:
    answer = ask(anybody, path, position=position)
    if answer.status_code == 200:
        assert answer.json()["faults"]
    else:
        assert answer.status_code == 422


def test_no_deal_is_drawn_where_none_is_due(anybody: Browser) -> None:
    dealt = ok(ask(anybody, "positions", position=opening(), moves=[DEAL]))["position"]
    assert code_of(ask(anybody, "positions/deal", position=dealt)) == "position.no_deal"


def test_too_long_a_line_is_refused(anybody: Browser) -> None:
    refused = ask(anybody, "positions", position=opening(), moves=["1B2"] * 401)
    assert code_of(refused) == "api.form"
