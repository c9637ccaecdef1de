"""The generated files and their contents."""

from pathlib import Path
from typing import Any

from azulejos.games import GAMES
from azulejos.games.palette import PALETTE
from azulejos.server.app import make_app
from azulejos.server.settings import Settings
from generate.documents import DOCUMENTS, fill
from generate.facts import facts_source, palette_source
from generate.typescript import messages_text, routes_text

ROOT = Path(__file__).resolve().parent.parent  # of the repository


def described_api() -> dict[str, Any]:
    """The OpenAPI document."""
    return make_app(Settings(database="sqlite://")).openapi()


def generated_files(root: Path = ROOT) -> dict[Path, str]:
    """The content of every generated file, by path."""
    page, api = root / "web" / "src", described_api()
    written = {
        page / "wire" / "messages.ts": messages_text(),
        page / "wire" / "routes.ts": routes_text(api),
        page / "games" / "kit" / "palette.css": palette_source(PALETTE),
    }
    for game in GAMES.values():
        folder = page / "games" / game.name
        if folder.is_dir():  # games from outside the package have none
            written[folder / "facts.ts"] = facts_source(game)
            written[folder / "palette.css"] = palette_source(game.palette)
    for name in DOCUMENTS:
        document = root / "docs" / name
        written[document] = fill(document.read_text(encoding="utf-8"), api)
    return written


def stale_files(root: Path = ROOT) -> list[Path]:
    """The generated files whose content is another one."""
    files = generated_files(root)
    return [
        path
        for path, text in files.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
