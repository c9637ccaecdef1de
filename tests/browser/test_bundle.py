"""How much a phone has to load before the first page is there."""

import gzip
import re
from pathlib import Path

from playwright.sync_api import Response

from tests.browser.conftest import Visit

MAX_BYTES = 150 * 1024  # of JavaScript, compressed
MAX_FIRST_BYTES = 48 * 1024  # of all that must come before a game can be begun, compressed


def test_the_first_page_is_light(visit: Visit, built_page: Path) -> None:
    page = visit("/settings")
    scripts: list[str] = []

    def note(response: Response) -> None:
        if response.url.endswith(".js"):
            scripts.append(response.url.rsplit("/", 1)[-1])

    page.on("response", note)
    page.goto(page.url.replace("/settings", "/"))
    page.wait_for_load_state("networkidle")
    files = [file for file in built_page.rglob("*.js") if file.name in scripts]
    assert len(files) == len(set(scripts)) > 1
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= MAX_BYTES


def test_little_comes_before_a_game_can_be_begun(built_page: Path) -> None:
    """One script, one style and the words of one language, all named by the page itself: a phone
    far away asks twice, and not again for what it learns from the answers.
    """
    html = (built_page / "index.html").read_text(encoding="utf-8")
    words = re.findall(r'<meta name="words-[^"]+" content="/([^"]+)"', html)
    files = re.findall(r'<(?:script|link)[^>]+(?:src|href)="/([^"]+\.(?:js|css))"', html)
    assert len(words) == 3
    assert sorted(Path(file).suffix for file in files) == [".css", ".js", ".js"]
    sizes = {file: len(gzip.compress((built_page / file).read_bytes())) for file in words + files}
    first = sum(sizes[file] for file in files) + max(sizes[file] for file in words)
    assert first + len(gzip.compress(html.encode())) <= MAX_FIRST_BYTES
