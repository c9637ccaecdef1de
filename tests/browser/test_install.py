"""The page as an app: it opens without a connection and says so, and asks for notifications."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, QUICK, Visit
from tests.browser.hands import start, wait_for_turn
from tests.browser.test_pages import SHOTS, faults, sideways
from tests.server.running import run_server

WITH_WORKER = {"service_workers": "allow"}
READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


def wait_for_worker(page: Page) -> None:
    page.wait_for_function(READY)


def test_the_page_opens_without_a_server(visit: Visit, tmp_path: Path) -> None:
    """After one visit, from what the worker has fetched itself and not from the browser's cache."""
    with run_server(f"sqlite:///{tmp_path / 'azulejos.db'}") as server:
        page = visit(device=WITH_WORKER | PHONE, base=server.url, **QUICK)
        wait_for_worker(page)
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.reload()
    expect(page.get_by_role("button", name="Play Azul")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="connection")).to_be_visible()
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / "offline-light-360.png")


def test_the_page_says_when_the_connection_is_lost(visit: Visit) -> None:
    page = visit(**QUICK)
    page.context.set_offline(True)
    expect(page.get_by_role("alert").filter(has_text="connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("alert").filter(has_text="connection")).to_have_count(0)


def test_the_page_can_be_installed(visit: Visit) -> None:
    page = visit(**QUICK)
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert page.context.request.get(page.url.rstrip("/") + icon["src"]).ok


def test_my_turn_marks_the_tab(visit: Visit) -> None:
    page = visit(**QUICK)
    start(page, "Azul")
    wait_for_turn(page)
    icon = "document.querySelector('link[rel=icon]').href"
    page.wait_for_function(f"{icon}.endsWith('/favicon-turn.svg')")
    expect(page).to_have_title(re.compile("^● Your turn – Azul"))
    page.get_by_role("link", name="Azulejos").click()
    page.wait_for_function(f"{icon}.endsWith('/favicon.svg')")


def test_notifications_are_asked_for(visit: Visit) -> None:
    """Chromium without its push service: what the page says, and that nothing is asked unasked."""
    page = visit("/settings", device=WITH_WORKER)
    region = page.get_by_role("region", name="Notifications")
    expect(region.get_by_role("checkbox", name="Notify me on this device")).not_to_be_checked()
    assert page.evaluate("Notification.permission") != "granted"
    assert faults(page) == []
    assert sideways(page) == []
