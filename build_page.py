"""Build the page: web/ becomes static files inside the package, if they are missing or out of date.

`make page` runs this file; `hatch_build.py` runs it for wheels and source archives. Node is needed
only if there is something to build. It uses the standard library alone, because it runs before
anything is installed.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "azulejos" / "server" / "page"  # where web/vite.config.ts writes it
NODE_MODULES = WEB / "node_modules"
INSTALLED = NODE_MODULES / "ready"  # as new as the package.json that was installed


class PageError(Exception):
    """The page cannot be built; the message says why and what to do."""


def build_page() -> None:
    """Build the page unless the built one is up to date; raise `PageError` if that fails."""
    if is_current():
        return
    npm = find_npm()
    if not is_newer(INSTALLED, WEB / "package.json"):
        print("Installing what building the page needs into web/node_modules …", flush=True)
        words = ["install", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"]
        run_npm([npm, *words, "--loglevel=error"], "Check the connection to the npm registry.")
        INSTALLED.touch()
    print("Building the page …", flush=True)
    run_npm([npm, "run", "--silent", "build"], "Delete web/node_modules and try again.")
    if not is_current():
        raise PageError(f"`npm run build` in web/ has not written {PAGE / 'index.html'}.")


def is_current() -> bool:
    """Is there a built page that is not older than its sources?

    A source archive carries the page, and unpacking it need not keep the times of files.
    """
    index = PAGE / "index.html"
    if (ROOT / "PKG-INFO").exists():
        return index.exists()
    built = (index, PAGE / "notebook" / "board.js")
    return all(is_newer(file, source) for source in page_sources() for file in built)


def page_sources() -> Iterator[Path]:
    """Every file that the built page depends on: web/, the texts, rules and pictures of games."""
    for path in WEB.rglob("*"):
        if NODE_MODULES not in path.parents and path.is_file():
            yield path
    yield from (ROOT / "src" / "azulejos").rglob("words/*.json")
    yield from (ROOT / "docs").glob("rules*.md")
    yield from (ROOT / "docs").glob("*.svg")


def is_newer(made: Path, source: Path) -> bool:
    """Does a file exist that was made after the last change of its source?"""
    return made.exists() and made.stat().st_mtime >= source.stat().st_mtime


def find_npm() -> str:
    """Return the path of npm; raise `PageError` without a Node that is recent enough."""
    engines = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["engines"]
    needed = engines["node"].removeprefix(">=")
    todo = (
        f"Install Node {needed} or newer (https://nodejs.org) and try again. A released wheel or "
        "source archive carries the built page and needs no Node."
    )
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise PageError(f"Building the page needs Node and npm, which are not installed. {todo}")
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    if version_numbers(version) < version_numbers(needed):
        raise PageError(f"Building the page needs Node {needed}; this is {version}. {todo}")
    return npm


def version_numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def run_npm(command: list[str], todo: str) -> None:
    """Run npm in web/, with its output shown; raise `PageError` with advice if it fails."""
    if subprocess.run(command, cwd=WEB).returncode != 0:
        raise PageError(f"`npm {command[1]}` failed in web/; the reason stands above. {todo}")


if __name__ == "__main__":
    try:
        build_page()
    except PageError as error:
        sys.exit(f"azulejos: {error}")
