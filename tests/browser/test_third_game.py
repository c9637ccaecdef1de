"""A game from outside the package on the page: the text board that every game has."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import QUICK, Visit, start_server
from tests.browser.hands import play_to_the_end, start
from tests.outside_game import environment, install


def keep_or_draw(page: Page) -> None:
    """Keep the hand where that is allowed, else draw."""
    page.get_by_role("group", name="Moves").get_by_role("button").last.click()


def test_the_example_game_is_played_to_its_end(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = install(tmp_path / "installed")
    monkeypatch.setenv("PYTHONPATH", environment(target)["PYTHONPATH"])
    server = start_server(tmp_path)
    try:
        page = visit(base=server.url, **QUICK)
        start(page, "Tideline")
        expect(page.get_by_text("Bag:")).to_be_visible()
        assert play_to_the_end(page, keep_or_draw) > 3
    finally:
        server.kill()
