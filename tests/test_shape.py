"""The shape of the servers: who may import whom, and where a game may be named."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from azulejos.compiled.jit import UNCOMPILED_ROOMS
from azulejos.games import GAMES

SOURCE = Path(__file__).parent.parent / "src" / "azulejos"
FILES = sorted(SOURCE.rglob("*.py"))
LEVELS = [  # from the lowest; a file imports from lower levels or its own folder
    {"jit", "rng", "bits", "tables", "text", "errors", "fields", "networks", "work"},
    {"game", "batch"},
    {"azul", "blue"},
    {"catalog", "position", "record"},
    {"search"},
    {"engine", "envs", "server"},
    {"net"},
    {"cli"},
    {"__main__"},
]
GAME_WORDS = {
    *("azul", "wall", "display", "displays", "centre", "lid", "floor", "marker", "bag", "tiling"),
    *("blue", "segment", "chain", "chains", "circle", "circles", "gray", "coloured", "pile"),
    *("tile", "tiles", "colour", "colours"),
}


def room(file: Path) -> str:
    """A file's top-level room: its folder, or its own name when it stands alone."""
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


def level(name: str) -> int:
    return next(n for n, rooms in enumerate(LEVELS) if name in rooms)


def imported_rooms(tree: ast.Module) -> set[str]:
    """The rooms of our own that a file imports from."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "azulejos":
            names |= {f"azulejos.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    ours = {name.split(".")[1] for name in names if name.startswith("azulejos.")}
    return ours - {"__version__"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_file_imports_only_from_lower_levels_or_its_own_folder(file: Path) -> None:
    if file == SOURCE / "__init__.py":
        return
    own = room(file)
    for other in imported_rooms(ast.parse(file.read_text())):
        same_folder = other == own or (SOURCE / f"{other}.py").parent == file.parent
        assert level(other) < level(own) or (same_folder and level(other) == level(own)), other


def test_every_room_has_a_level() -> None:
    rooms = {room(file) for file in FILES} - {"__init__"}
    assert rooms <= set().union(*LEVELS)


def words_of(tree: ast.Module) -> set[str]:
    """The words in names and strings; docstrings may speak of games to explain."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and isinstance(node.body[0], ast.Expr)
    }
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found += [] if id(node) in docstrings else [node.value]
        found += [
            str(v) for name, v in ast.iter_fields(node) if name in ("id", "attr", "arg", "name")
        ]
    return set(re.findall("[a-z]+", " ".join(found).lower().replace("_", " ")))


@pytest.mark.parametrize(
    "file",
    [
        file
        for file in FILES
        if room(file) not in (*LEVELS[2], "__init__") and file.name != "catalog.py"
    ],
    ids=lambda file: str(file.relative_to(SOURCE)),
)
def test_no_game_word_in_a_shared_room(file: Path) -> None:
    assert not words_of(ast.parse(file.read_text())) & GAME_WORDS


def test_both_games_have_the_same_rooms() -> None:
    """What one game has under a name the others have too, but for what they draw with."""
    names = [{file.name for file in (SOURCE / game).rglob("*.py")} for game in GAMES]
    needed = {"state.py", "rules.py", "notation.py", "faults.py", "conformance.py", "picture.py"}
    assert all(needed <= files for files in names)


def test_uncompiled_rooms_hold_no_compiled_code() -> None:
    for name in UNCOMPILED_ROOMS:
        for file in (SOURCE / name).rglob("*.py"):
            assert "@jit" not in file.read_text(), file


def field_names(dtype: np.dtype) -> set[str]:
    names = set(dtype.names or ())
    return names.union(*(field_names(dtype[name].base) for name in names))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_field_of_a_state_is_named_like_an_attribute_of_a_record(game) -> None:  # type: ignore[no-untyped-def]
    """Such a field would work compiled and break in plain Python."""
    assert not field_names(game.state) & set(dir(np.record))
    assert {"actor", "players"} <= field_names(game.state)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_field_of_a_state_says_what_it_is(game) -> None:  # type: ignore[no-untyped-def]
    source = (SOURCE / game.name / "state.py").read_text()
    for name in field_names(game.state) - {"filling"}:
        assert re.search(rf'\("{name}", .*\),  # ', source), name
