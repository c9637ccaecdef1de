"""Every page in every theme and size: no violation that axe finds, nothing that scrolls sideways,
and a picture of each to look at, in a folder that git ignores.
"""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.conftest import HERE, Visit
from tests.browser.scenes import Scenes, make_scenes
from tests.server.services import Server

AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
SHOTS = HERE / "shots"
SIZES = {1280: 800, 768: 1024, 360: 640}
NARROW = {320: 568, 640: 400}  # 640 is what 1280 become at a zoom of 200 %


@pytest.fixture(scope="package")
def scenes(browser: Browser, server: Server) -> Scenes:
    return make_scenes(browser, server.url)


def show(page: Page, base: str, address: str) -> None:
    """Open an address, and wait until it is all there."""
    page.goto(base + address)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_visible()
    expect(heading).not_to_have_text(re.compile("One moment"))
    page.wait_for_load_state("networkidle")


def faults(page: Page) -> list[str]:
    """What axe finds."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {json.dumps([node['html'][:160] for node in each['nodes'][:3]])}"
        for each in found["violations"]
    ]


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise(requestAnimationFrame)")


def sideways(page: Page) -> list[str]:
    """The sizes in which a page is wider than its window."""
    found = []
    for width, height in (NARROW | SIZES).items():
        resize(page, width, height)
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        if beyond := page.evaluate(wide):
            found.append(f"at {width}: {beyond} pixels too wide")
    return found


def take_pictures(page: Page, name: str) -> None:
    SHOTS.mkdir(exist_ok=True)
    for width, height in SIZES.items():
        resize(page, width, height)
        page.screenshot(path=SHOTS / f"{name}-{width}.png", full_page=True, animations="disabled")


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_page(visit: Visit, server: Server, scenes: Scenes, theme: str) -> None:
    page = visit("/settings", theme=theme, motion="off")
    page.context.add_cookies(scenes.cookies)
    found = {}
    for name, address in scenes.addresses.items():
        resize(page, 1280, 800)
        show(page, server.url, address)
        if wrong := faults(page) + sideways(page):
            found[name] = wrong
        take_pictures(page, f"{name}-{theme}")
    assert found == {}


def test_focus_is_seen(visit: Visit) -> None:
    """Whatever the Tab key reaches has an outline."""
    page = visit()
    for _ in range(12):
        page.keyboard.press("Tab")
        style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style != "none", page.evaluate("document.activeElement.outerHTML")


def test_the_language_changes_at_once(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_role("radio", name="Español").check()
    expect(page.get_by_role("heading", level=1, name="Ajustes")).to_be_visible()
    assert page.get_attribute("html", "lang") == "es"
    page.get_by_role("link", name="Reglas").first.click()
    expect(page.get_by_role("heading", level=1, name="Las reglas de Azul")).to_be_visible()
    expect(page.get_by_text("línea de patrón").first).to_be_visible()


def test_a_browser_is_spoken_to_in_its_language(visit: Visit) -> None:
    page = visit(device={"locale": "pt-PT"})
    expect(page.get_by_role("button", name="Jogar Azul")).to_be_visible()


def test_a_new_visitor_causes_no_error(visit: Visit, server: Server) -> None:
    """Nothing is written into the console of somebody who looks round and plays."""
    page = visit("/rules", motion="off")
    told: list[str] = []
    page.on("console", lambda message: told.append(f"{message.type}: {message.text}"))
    for name in ("", "lobby", "new", "games", "leaders", "rules/blue", "settings", "account"):
        show(page, server.url, f"/{name}")
    show(page, server.url, "/")
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    assert told == []
