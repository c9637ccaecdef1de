"""A server that still compiles its bots: the page says how far it is, and all of it works."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.conftest import PHONE, QUICK, Visit, start_server
from tests.server.services import Server, strong_bots_held_up

READY = re.compile(r"getting ready: \d+ %")


@pytest.fixture
def new_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with an empty compile cache, whose strong bots are never ready."""
    with strong_bots_held_up(tmp_path / "cache"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        running = start_server(tmp_path)
        yield running
        running.kill()


def test_play_goes_on_while_bots_get_ready(visit: Visit, new_server: Server) -> None:
    page = visit(base=new_server.url, device=PHONE, **QUICK)
    expect(page.get_by_text(READY)).to_be_visible()
    expect(page.get_by_role("progressbar", name="How much is ready")).to_be_visible()
    assert all(button.is_enabled() for button in page.get_by_role("button").all())

    page.get_by_role("radio", name="Leonor").check(force=True)
    hands.start(page, "Azul")
    preparing = hands.bar(page).get_by_text(READY)
    turn = hands.bar(page).get_by_text("Your turn.")
    expect(turn.or_(preparing).first).to_be_visible()
    if turn.is_visible():
        hands.play_once(page, hands.take_and_put)
    expect(preparing).to_be_visible()
    page.get_by_role("button", name="Let a simpler bot move now").click()
    assert hands.wait_for_turn(page)
    expect(preparing).to_have_count(0)
