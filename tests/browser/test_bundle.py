"""How much a phone has to load for the first page."""

import gzip
import re
from pathlib import Path

from playwright.sync_api import Request

from tests.browser.conftest import Visit

MAX_BYTES = 120 * 1024  # of everything, with fonts, as it is sent
MAX_REQUESTS = 12
MAX_FIRST_BYTES = 64 * 1024  # of all that must come before a game can be begun, compressed


def test_the_first_page_is_light(visit: Visit) -> None:
    """All that comes before the page is at rest."""
    page = visit("/settings")
    sizes: dict[str, int] = {}

    def note(request: Request) -> None:
        told = request.sizes()
        sizes[request.url] = told["responseHeadersSize"] + told["responseBodySize"]

    page.context.clear_cookies()
    fresh = page.context.browser.new_page()  # type: ignore[union-attr]
    fresh.on("requestfinished", note)
    fresh.goto(page.url.replace("/settings", "/"))
    fresh.wait_for_load_state("networkidle")
    fresh.close()
    fetched = {url: size for url, size in sizes.items() if "/picture.svg" not in url}
    assert len(fetched) <= MAX_REQUESTS, fetched
    assert sum(url.endswith(".woff2") for url in fetched) == 3
    assert sum(fetched.values()) <= MAX_BYTES, fetched


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
