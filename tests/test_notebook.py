"""Notebooks: pictures with size, names, last move and marks; the board; the examples run."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from nbclient import NotebookClient

from azulejos import AzulejosError, IllegalMove, Position
from azulejos.notebook import Board

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.ipynb"))
DEAL = "BBYR KKWW BYRW YYYY RRKW"


def dealt() -> Position:
    position = Position("azul")
    position.push(DEAL)
    return position


# ---- Pictures


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_a_picture_has_size_names_and_the_last_move(game: str) -> None:
    position = Position(game)
    if position.needs_deal:
        position.deal(1)
    position.push(position.legal_moves[0])
    names = ["Ana", "<Bia>", "Carlos"]
    picture = position.picture(size=500, names=names[: position.players])
    root = ElementTree.fromstring(picture)
    assert root.get("width") == "500"
    left, top, width, height = map(float, str(root.get("viewBox")).split())
    assert (left, top) == (0, 0)
    assert float(str(root.get("height"))) == pytest.approx(500 * height / width, rel=1e-3)
    texts = ["".join(each.itertext()) for each in root.iter() if each.tag.endswith("}text")]
    assert "0 Ana · 1 <Bia>" in texts[-2]
    assert texts[-1] == f"Last move: {position.history[-1]} (Ana)"
    assert picture._repr_svg_() == picture


def test_a_picture_says_what_was_dealt_in_the_language_of_the_reader() -> None:
    assert f"Último reparto: {DEAL}" in dealt().picture(language="es")


def test_marks_find_what_is_drawn_at_a_place() -> None:
    picture = dealt().picture(marks=["3"])
    assert '[data-at="3"]' in picture
    assert re.search(r'<use[^>]* data-at="3"', picture)


@pytest.mark.parametrize(
    "wrong",
    [{"size": 3}, {"size": 1.5}, {"marks": ["</style>"]}, {"marks": [7]}, {"language": "fr"}],
)
def test_impossible_pictures_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(AzulejosError):
        dealt().picture(**wrong)


# ---- The board


def test_a_board_plays_takes_back_and_branches() -> None:
    first = dealt()
    board = Board(first, names=["Ana"], seed=1)
    assert [seat["name"] for seat in board.shown["view"]["seats"]] == ["Ana", "1"]
    board.play("2W3")
    assert board.shown["last"]["move"] == "2W3"
    assert board.shown["last"]["seat"] == 0
    assert board.position.history == [DEAL, "2W3"]
    assert first.history == [DEAL]
    branch = Board(board.position)
    branch.back()
    assert branch.position.history == [DEAL]
    assert board.position.history == [DEAL, "2W3"]
    with pytest.raises(IllegalMove):
        board.play("2W3")


def test_a_board_draws_deals_by_its_seed() -> None:
    boards = [Board(Position("azul"), seed=5) for _ in range(2)]
    assert boards[0].position.history == boards[1].position.history != []
    while boards[0].position.needs_deal or len(boards[0].position.history) < 20:
        boards[0].play(boards[0].position.legal_moves[0])
    assert boards[0].shown["view"]["moves"]


def test_messages_of_the_board_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(dealt(), language="pt-BR")
    sent: list[Any] = []
    monkeypatch.setattr(board, "send", lambda content, buffers=None: sent.append(content))
    board._handle_custom_msg({"type": "explain", "id": 1, "move": "2W3"}, [])
    board._handle_custom_msg({"type": "explain", "id": 2, "move": "1K3"}, [])
    assert [each["explanation"]["kind"] for each in sent] == ["forecast", "refusal"]
    assert sent[1]["explanation"]["clause"] == "A8"
    board._handle_custom_msg({"type": "play", "move": "1K3"}, [])
    assert "A8" in board.shown["error"]
    board._handle_custom_msg({"type": "play", "move": "2W3"}, [])
    assert board.shown["error"] == ""
    board._handle_custom_msg({"type": "back"}, [])
    board._handle_custom_msg("nonsense", [])
    assert board.position.history == [DEAL]


# ---- The examples


def read(file: Path) -> Any:
    return nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the notebook's own packages
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_the_example_notebooks_run(file: Path) -> None:
    notebook = read(file)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", ())]
    kinds = {kind for out in outputs for kind in out.get("data", {})}
    assert kinds & {"image/svg+xml", "application/vnd.jupyter.widget-view+json"}


def test_the_example_notebooks_hold_no_outputs() -> None:
    assert len(EXAMPLES) == 2
    for file in EXAMPLES:
        for cell in read(file).cells:
            assert not cell.get("outputs")
