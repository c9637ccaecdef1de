"""How much a phone has to load before the first page is there."""

import gzip
from pathlib import Path

from playwright.sync_api import Response

from tests.browser.conftest import Visit

MOST_BYTES = 150 * 1024  # of JavaScript, compressed


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
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= MOST_BYTES
