"""The shape of the project: which files may import which, and where a game may be named.

`test_documents.py` checks that ARCHITECTURE.md names every file, `tests/server/test_levels.py` the
levels inside the server.
"""

import ast
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.contract.game import Game
from azulejos.games import GAMES

SOURCE = Path(__file__).parent.parent / "src" / "azulejos"
FILES = sorted(SOURCE.rglob("*.py"))
GAME_FOLDERS = sorted(file.parent for file in SOURCE.glob("games/*/__init__.py"))
GAME_ROOMS = {f"games.{folder.name}" for folder in GAME_FOLDERS}
LEVELS = [  # from the lowest; a file imports from lower levels or its own folder
    {
        "arguments",
        "compiled",
        "errors",
        "files",
        "network",
        "network_instructions",
        "text",
    },
    {"processes", "progress", "remote"},
    {"contract"},
    {"batch", "env_kernels", "games.palette", "kernels", "picture", "picture_marks", "written"},
    GAME_ROOMS,
    {"games", "position", "record", "record_reader"},
    {"search"},
    {"assistants", "engine", "envs", "notebook", "positions_table", "teaching"},
    {"match", "wire"},
    {"client"},
    {"learning", "server"},
    {"cli"},
    {"__main__"},
]
GAME_WORDS = {
    *("azul", "wall", "display", "displays", "centre", "lid", "floor", "marker", "bag", "tiling"),
    *("blue", "segment", "chain", "chains", "circle", "circles", "gray", "coloured", "pile"),
    *("tile", "tiles", "colour", "colours"),
}
NAMES_GAMES = {SOURCE / "__init__.py", SOURCE / "games" / "__init__.py"}  # the lists of games
every_game = pytest.mark.parametrize(
    "game", [GAMES[folder.name] for folder in GAME_FOLDERS], ids=lambda game: game.name
)


def room(module: str) -> str:
    """The entry of LEVELS that a module belongs to: inside `games` two names, elsewhere one."""
    names = module.split(".")
    path = SOURCE.joinpath(*names[:2])
    is_in_games = names[0] == "games" and (path.is_dir() or path.with_suffix(".py").exists())
    return ".".join(names[: 2 if is_in_games else 1])


def module_of(file: Path) -> str:
    """The module of a file, without the package's own name."""
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def level(name: str) -> int:
    return next(n for n, rooms in enumerate(LEVELS) if name in rooms)


def imported_rooms(tree: ast.Module) -> set[str]:
    """The rooms of the package that a file imports from, also inside functions."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            names.add("azulejos.relative")  # has no level
        elif isinstance(node, ast.ImportFrom) and node.module in ("azulejos", "azulejos.games"):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    ours = {room(name.split(".", 1)[1]) for name in names if name.startswith("azulejos.")}
    return ours - {"__version__"}


def wrong_imports(module: str, source: str) -> set[str]:
    """The rooms that a module imports from, though they are neither lower nor its own."""
    own = room(module)
    beside = LEVELS[level(own)] if (SOURCE / f"{module}.py").exists() else {own}
    return {
        other
        for other in imported_rooms(ast.parse(source)) - beside
        if other == "relative" or level(other) >= level(own)
    }


def test_a_file_imports_only_from_lower_levels_or_its_own_folder() -> None:
    modules = {module_of(file): file for file in FILES if file != SOURCE / "__init__.py"}
    found = {name: wrong_imports(name, file.read_text("utf-8")) for name, file in modules.items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_an_import_from_a_higher_level_is_found() -> None:
    assert wrong_imports("search.tree", "def f():\n    import azulejos.server.app") == {"server"}
    assert wrong_imports("games.azul.rules", "from azulejos.games import blue") == {"games.blue"}
    assert wrong_imports("search.tree", "if True:\n    from . import puct") == {"relative"}
    assert wrong_imports("search.tree", "from azulejos.search import puct") == set()
    assert wrong_imports("files", "from azulejos import text") == set()


def test_every_file_has_a_level_and_every_level_its_files() -> None:
    rooms = {room(module_of(file)) for file in FILES if file != SOURCE / "__init__.py"}
    assert rooms <= set().union(*LEVELS)
    assert set().union(*LEVELS) == rooms


def compiler_imports(source: str) -> set[str]:
    """The modules of Numba and llvmlite that a source imports, also inside functions."""
    tree = ast.parse(source)
    names = {alias.name for x in ast.walk(tree) if isinstance(x, ast.Import) for alias in x.names}
    names |= {str(x.module) for x in ast.walk(tree) if isinstance(x, ast.ImportFrom)}
    return {name for name in names if name.partition(".")[0] in ("numba", "llvmlite")}


def test_only_the_bridge_imports_numba() -> None:
    sources = {str(x.relative_to(SOURCE)): x.read_text(encoding="utf-8") for x in FILES}
    importing = {name for name in sources if compiler_imports(sources[name])}
    assert importing == {"compiled/numba_bridge.py"}


def test_an_import_of_numba_is_found() -> None:
    source = "import numpy\ndef f():\n    from numba.core import types\n    import llvmlite.ir\n"
    assert compiler_imports(source) == {"numba.core", "llvmlite.ir"}


def words_of(tree: ast.Module) -> set[str]:
    """The words in names and strings; docstrings may speak of games to explain."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
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


def game_words(source: str) -> set[str]:
    """The names of games and the words of their rules, in the names and strings of a source."""
    return words_of(ast.parse(source)) & (GAME_WORDS | set(GAMES))


SHARED = [
    file for file in FILES if not set(GAME_FOLDERS) & set(file.parents) and file not in NAMES_GAMES
]


def test_no_game_is_named_in_a_shared_file() -> None:
    found = {}
    for file in SHARED:
        allowed = {"tile"} if "marks" in file.name else set()  # a field of marks
        if wrong := game_words(file.read_text(encoding="utf-8")) - allowed:
            found[str(file.relative_to(SOURCE))] = wrong
    assert found == {}


def test_a_game_in_a_shared_file_is_found() -> None:
    assert game_words('if game == "azul": count_tiles()') == {"azul", "tiles"}
    assert game_words('"""Azul, for instance."""') == set()


# ---- Docstrings

REPOSITORY = SOURCE.parent.parent
DOCUMENTED = [
    *FILES,
    *(f for d in ("tests", "bench", "generate") for f in REPOSITORY.glob(f"{d}/**/*.py")),
]
RIDDLE = re.compile(r"\A(?:What|Who|Whom|Whose)\b|\bsomebody\b", re.IGNORECASE)


def riddles(tree: ast.Module) -> list[str]:
    """Docstrings that define by a relative clause, or do not name their subject."""
    named = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = (ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, named))
    return [text for text in found if RIDDLE.search(text)]


def test_docstrings_name_their_subject() -> None:
    found = {
        f"{file.relative_to(REPOSITORY)}: {text.splitlines()[0]}"
        for file in DOCUMENTED
        for text in riddles(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert not found


def test_riddles_are_found() -> None:
    source = '"""What it is."""\ndef f():\n    """Moves of somebody."""\nclass A:\n    """Seats."""'
    assert riddles(ast.parse(source)) == ["What it is.", "Moves of somebody."]


# ---- A game's folder


def test_the_games_of_the_package_have_the_same_files() -> None:
    """A file of one game has its equal in the others, but for what they draw and evaluate."""
    names = [{file.name for file in folder.glob("*.py")} - {"view.py"} for folder in GAME_FOLDERS]
    assert len(names) > 1
    assert all(files == names[0] for files in names)


def field_names(dtype: np.dtype[Any]) -> set[str]:
    names = set(dtype.names or ())
    return names.union(*(field_names(dtype[name].base) for name in names))


@every_game
def test_no_field_of_a_state_is_named_like_an_attribute_of_a_record(game: Game) -> None:
    """Such a field would work compiled and break in plain Python."""
    assert not field_names(game.state) & set(dir(np.record))
    assert {"actor", "players"} <= field_names(game.state)


@every_game
def test_every_field_of_a_state_says_what_it_is(game: Game) -> None:
    source = (SOURCE / "games" / game.name / "state.py").read_text()
    for name in field_names(game.state) - {"filling"}:
        assert re.search(rf'\("{name}", .*\),  # ', source), name
