"""The server's rooms import only from lower rooms, and its features never from each other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import azulejos.server

SERVER = Path(azulejos.server.__file__).parent
FILES = sorted(set(SERVER.rglob("*.py")) - {SERVER / "__init__.py"})  # which imports no room
LEVELS = [  # from the lowest; a file imports from lower levels or its own room
    {"errors", "ids", "settings", "timing"},
    {"table"},
    {"feature"},
    {"web"},
    {"storage"},
    {"cluster", "thinking"},
    {"accounts"},
    {"ratings"},
    {"play"},
    {"analysis", "bots", "host", "notices", "school", "social", "tournaments"},  # features
    {"core"},
    {"app"},
]


def module_of(file: Path) -> str:
    """The name of a file's module inside `azulejos.server`; of a package, the package's name."""
    parts = file.relative_to(SERVER).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(source: str) -> Iterator[str]:
    """The modules of `azulejos.server` that a file imports from."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.startswith("azulejos.server."):
                yield name.removeprefix("azulejos.server.")


def room_of(module: str) -> str:
    return module.split(".")[0]


def level_of(room: str) -> int:
    return next(n for n, rooms in enumerate(LEVELS) if room in rooms)


def wrong_imports(room: str, source: str) -> list[str]:
    """The imports of a file in a room that are neither from lower levels nor from the room."""
    return [
        imported
        for imported in imports_of(source)
        if room_of(imported) != room and level_of(room_of(imported)) >= level_of(room)
    ]


def test_a_file_imports_only_from_lower_levels_or_its_own_room() -> None:
    modules = {module_of(file): file.read_text(encoding="utf-8") for file in FILES}
    found = {name: wrong_imports(room_of(name), source) for name, source in modules.items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_a_feature_that_imports_another_is_found() -> None:
    source = "from azulejos.server.social.chat import Chat\nimport azulejos.server.play.tables\n"
    assert wrong_imports("notices", source) == ["social.chat.Chat"]
    assert wrong_imports("accounts", source) == ["social.chat.Chat", "play.tables"]
    assert wrong_imports("social", source) == []


def test_every_level_is_in_use() -> None:
    rooms = {room_of(module_of(file)) for file in FILES}
    assert rooms == set().union(*LEVELS)
