"""Settings of the page: their keys, their colours, and a table on paper."""

import re

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import QUICK, Visit

BLUE_TILE = "getComputedStyle(document.documentElement).getPropertyValue('--tile-B').trim()"


def test_a_key_is_put_elsewhere(visit: Visit) -> None:
    page = visit("/settings", **QUICK)
    page.get_by_text("Change keys").click()
    field = page.get_by_role("group", name="BLUE").get_by_label("turn the tile")
    field.fill("b")
    expect(page.get_by_role("alert")).to_have_text("B is in use already.")
    expect(field).to_have_value("R")
    field.fill("e")
    expect(page.get_by_role("alert")).to_have_text("")
    expect(field).to_have_value("E")

    page.get_by_role("link", name="Azulejos").click()
    hands.start(page, "BLUE")
    hands.wait_for_turn(page)
    kind = page.get_by_role("button", name=hands.KINDS).first
    kind.click()
    before = turned(page)
    page.keyboard.press("r")  # is no key any more
    assert turned(page) == before
    page.keyboard.press("e")
    assert turned(page) != before
    page.keyboard.press("h")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_role("term").filter(has_text=re.compile("^E$"))).to_be_visible()


def turned(page: Page) -> str:
    """How the tile in hand is drawn."""
    return page.get_by_role("button", pressed=True).locator("..").inner_html()


def test_tiles_have_the_colours_that_were_chosen(visit: Visit) -> None:
    page = visit("/settings", **QUICK)
    usual = page.evaluate(BLUE_TILE)
    page.get_by_text("Colours of tiles").click()
    page.get_by_role("group", name="Azul").get_by_label("blue").fill("#008060")
    expect(page.get_by_role("button", name="Default").first).to_be_enabled()
    page.reload()
    page.get_by_text("Colours of tiles").click()
    assert page.evaluate(BLUE_TILE) == "#008060" != usual
    page.get_by_role("button", name="Default").first.click()
    expect(page.get_by_role("group", name="Azul").get_by_label("blue")).to_have_value(usual)
    assert page.evaluate(BLUE_TILE) == usual


def test_a_table_on_paper(visit: Visit) -> None:
    """White, with all tiles, and without what only a hand can use; whatever the theme."""
    page = visit(theme="dark", **QUICK)
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    page.emulate_media(media="print")
    tiles = page.get_by_role("button", name=re.compile(r"^Display \d: \d tiles?, "))
    expect(tiles.first).to_be_visible()
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_role("button", name="Resign")).to_be_hidden()
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
