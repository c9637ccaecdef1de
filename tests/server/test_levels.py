"""The server's rooms import only from lower rooms, and storage knows no wire types."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import azulejos.server

SERVER = Path(azulejos.server.__file__).parent
FILES = sorted(set(SERVER.rglob("*.py")) - {SERVER / "__init__.py"})  # which imports no room
LEVELS = [  # from the lowest; a file imports from lower levels or its own room
    {"errors", "ids", "settings", "wall_clock"},
    {"ops", "table"},
    {"board", "tournaments"},
    {"storage"},
    {"people"},
    {"admin"},
    {"thinking"},
    {"live"},
    {"cluster"},
    {"services"},
    {"socket"},
    {"api"},
    {"app", "ops.page_sources"},  # page_sources is a tool that reads the types of all rooms
]
WIRE = (
    "api.",
    "board.view",
    "socket.messages",
    "table.wire",
    "table.view",
    "table.replay",
)


def module_of(file: Path) -> str:
    """The name of a file's module inside `azulejos.server`; of a package, the package's name."""
    parts = file.relative_to(SERVER).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(file: Path) -> Iterator[str]:
    """The modules of `azulejos.server` that a file imports from."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.startswith("azulejos.server."):
                yield name.removeprefix("azulejos.server.")


def room_of(module: str) -> str:
    """The entry of LEVELS that a module belongs to."""
    parts = module.split(".")
    names = (".".join(parts[:2]), parts[0])
    return next(name for name in names if any(name in level for level in LEVELS))


def level_of(room: str) -> int:
    return next(n for n, rooms in enumerate(LEVELS) if room in rooms)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SERVER)))
def test_a_file_imports_only_from_lower_levels_or_its_own_room(file: Path) -> None:
    room = room_of(module_of(file))
    for imported in imports_of(file):
        other = room_of(imported)
        assert other == room or level_of(other) < level_of(room), imported


@pytest.mark.parametrize(
    "file", sorted((SERVER / "storage").rglob("*.py")), ids=lambda file: file.stem
)
def test_storage_imports_no_wire_types(file: Path) -> None:
    assert not [name for name in imports_of(file) if name.startswith(WIRE)]


def test_every_level_is_in_use() -> None:
    rooms = {room_of(module_of(file)) for file in FILES}
    assert rooms == set().union(*LEVELS)
