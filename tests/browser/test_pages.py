"""Every page in every theme, and in every size: no violation that axe finds, nothing that scrolls
sideways, and with PICTURES=1 pictures to look at, in a folder that git ignores.
"""

import json
import os
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
IN_SIGHT = [(320, 568), (360, 640), (740, 360), (768, 1024), (1366, 625), (1280, 800), (1920, 1080)]
THEMES: dict[str, Any] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}
LIKE_OTHERS = ("-text", "azul-3", "-replay", "-game", "-blue", "blue-over")  # in their colours
OTHERS = {320: 568, 640: 400, 1920: 1080}  # 640 is what 1280 become at a zoom of 200 %


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


def faults(page: Page, is_about_colour: bool = False) -> list[str]:
    """The faults that axe finds; only of colour where all else is known to be the same."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    only = "runOnly: ['color-contrast', 'link-in-text-block'], " if is_about_colour else ""
    found: dict[str, Any] = page.evaluate(
        f"axe.run(document, {{{only}resultTypes: ['violations']}})"
    )
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
    for width, height in (OTHERS | SIZES).items():
        resize(page, width, height)
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        if beyond := page.evaluate(wide):
            found.append(f"at {width}: {beyond} pixels too wide")
    return found


def take_pictures(page: Page, name: str, sizes: dict[int, int]) -> None:
    SHOTS.mkdir(exist_ok=True)
    for width, height in sizes.items():
        resize(page, width, height)
        page.screenshot(path=SHOTS / f"{name}-{width}.png", full_page=True, animations="disabled")


def test_every_page(visit: Visit, server: Server, scenes: Scenes) -> None:
    """In one theme after the other, as the system wants it; all but the colours stays the same."""
    page = visit("/settings", motion="off")
    page.context.add_cookies(scenes.cookies)
    found: dict[str, list[str]] = {}
    for name, address in scenes.addresses.items():
        show(page, server.url, address)
        for theme, wanted in THEMES.items():
            if theme != "light" and name.endswith(LIKE_OTHERS) and "PICTURES" not in os.environ:
                continue
            page.emulate_media(**wanted)
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            is_first = theme == "light"
            if wrong := faults(page, not is_first):
                found[f"{name}-{theme}"] = wrong
            if "PICTURES" in os.environ:
                take_pictures(page, f"{name}-{theme}", SIZES if is_first else {1280: 800})
        if wrong := sideways(page):
            found[name] = wrong
        resize(page, 1280, 800)
    assert found == {}


WORSE = """() => {
  const main = document.querySelector("main");
  main.insertAdjacentHTML("beforeend", `<img src="/icon.svg"><p>Pale</p>`);
  main.lastElementChild.style = "color: #aaa; background: #fff; width: 3000px";
}"""


def test_faults_of_a_page_are_found(visit: Visit) -> None:
    """A picture without a text, words in a pale colour, and a part that is too wide."""
    page = visit("/settings", motion="off")
    assert faults(page) == sideways(page) == []
    resize(page, 1280, 800)
    page.evaluate(WORSE)
    assert {each.split(":")[0] for each in faults(page)} == {"image-alt", "color-contrast"}
    assert len(sideways(page)) == len(OTHERS | SIZES)


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
    page.goto(page.url.replace("/settings", "/rules/azul"))
    expect(page.get_by_role("heading", level=1, name="Azul en dos minutos")).to_be_visible()
    expect(page.get_by_text("de un expositor").first).to_be_visible()
    page.get_by_role("button", name="Português (Brasil)").click()
    expect(page.get_by_role("heading", level=1, name="Azul em dois minutos")).to_be_visible()


def test_a_clause_is_found_by_its_words(visit: Visit) -> None:
    page = visit("/rules/azul")
    page.get_by_role("searchbox", name="Search the rules").fill("marker beside")
    expect(page.get_by_text("keeps it beside the board")).to_be_visible()
    expect(page.get_by_text("2, 3 or 4 players")).to_have_count(0)
    page.get_by_role("searchbox", name="Search the rules").fill("knights")
    expect(page.get_by_text("Nothing was found.")).to_be_visible()


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("/nowhere", "This page does not exist"),
        ("/table/%E0%A4%A", "This page does not exist"),
        ("/table/123456789abc", "This table does not exist"),
        ("/person/nobody", "This player does not exist"),
    ],
)
def test_what_does_not_exist_is_said_at_once(visit: Visit, address: str, heading: str) -> None:
    page = visit(address)
    expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    expect(page).to_have_title(f"{heading} · Azulejos")
    page.get_by_role("link", name="Play a game").click()
    expect(page.get_by_role("button", name="Play Azul")).to_be_visible()


@pytest.mark.parametrize("is_outdated", [False, True])
def test_a_part_that_does_not_load_is_said(visit: Visit, is_outdated: bool) -> None:
    """The page says why, as the server may have a new version, and can be loaded again."""
    page, chunk = visit("/"), re.compile(r"/assets/Lobby-.*\.js")
    page.route(chunk, lambda route: route.abort())
    if is_outdated:
        html = '<script type="module" src="/assets/first-other.js"></script>'
        page.route(re.compile(r":\d+/$"), lambda route: route.fulfill(body=html))
    page.get_by_role("link", name="Tables").first.click()
    heading = "There is a new version" if is_outdated else "This page could not be loaded"
    again = page.get_by_role("button", name="Load it" if is_outdated else "Try again")
    failure = page.get_by_role("heading", level=1, name=heading)
    expect(failure).to_be_visible()
    again.click()
    expect(failure).to_be_visible()  # it still does not load
    page.unroute(chunk)
    again.click()
    expect(page.get_by_role("heading", level=1, name="Tables")).to_be_visible()


def test_a_page_that_breaks_is_said(visit: Visit) -> None:
    """The head stays, and leads to the other pages."""
    page = visit("/")
    broken = "export default () => { throw new Error('broken'); }"
    page.route(
        re.compile(r"/assets/Lobby-.*\.js"),
        lambda route: route.fulfill(body=broken, content_type="text/javascript"),
    )
    page.evaluate("void (reportError = (error) => (window.reported = error.message))")
    page.get_by_role("link", name="Tables").first.click()
    failure = page.get_by_role("heading", level=1, name="This page could not be loaded")
    expect(failure).to_be_visible()
    assert page.evaluate("reported") == "broken"
    page.get_by_role("link", name="Rules").first.click()
    expect(failure).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


# Whether all of an element is in the window, and nothing covers it.
IS_SEEN = """(part) => {
  const box = part.getBoundingClientRect();
  const ends = [[box.left + 9, box.top + 9], [box.right - 9, box.bottom - 2]];
  return ends.every(([x, y]) => part.contains(document.elementFromPoint(x, y)));
}"""


def test_a_first_move_is_two_clicks_away(visit: Visit) -> None:
    """The button that begins a game is in sight at every size; then tiles can be taken."""
    page = visit()
    play = page.get_by_role("button", name="Play Azul")
    for width, height in IN_SIGHT:
        resize(page, width, height)
        assert play.evaluate(IS_SEEN), (width, height)
    play.click()
    hands.wait_for_turn(page)
    hands.take(page)
    expect(page.get_by_role("button", name=hands.POSSIBLE).first).to_be_visible()


def test_a_browser_is_spoken_to_in_its_language(visit: Visit) -> None:
    page = visit(device={"locale": "pt-PT"})
    expect(page.get_by_role("button", name="Jogar Azul")).to_be_visible()


def test_a_language_that_only_the_system_knows(visit: Visit) -> None:
    """Some browsers have names of languages that `Intl` refuses; dates are written all the same."""
    page = visit()
    page.add_init_script(
        "Object.defineProperty(navigator, 'languages', {get: () => ['en-US@posix']})"
    )
    hands.start(page, "Azul")
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Azul")).to_be_visible()
    page.goto(page.url.split("/table")[0] + "/games")
    expect(page.get_by_text(re.compile(r"\d\d?:\d\d")).first).to_be_visible()


def test_the_password_is_changed(visit: Visit) -> None:
    page = visit("/account")
    claim = page.get_by_role("form", name="Make an account")
    claim.get_by_label("Name").fill("Rosa Maria")
    claim.get_by_label("Password").fill("a long sentence")
    claim.get_by_role("button", name="Make an account").click()
    form = page.get_by_role("form", name="Change the password")
    form.get_by_label("Current password").fill("a long sentence")
    form.get_by_label("at least 8 characters").fill("another sentence")
    form.get_by_label("Keep the tokens of my programs").check()
    form.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("The password was changed.")).to_be_visible()


def test_a_new_visitor_causes_no_error(visit: Visit, server: Server) -> None:
    """Nothing is written into the console of a person who looks round and plays."""
    page = visit("/rules", motion="off")
    told: list[str] = []
    page.on("console", lambda message: told.append(f"{message.type}: {message.text}"))
    blocked = "Service Worker registration blocked by Playwright"
    for name in ("", "lobby", "new", "games", "leaders", "rules/blue", "settings", "account"):
        show(page, server.url, f"/{name}")
    show(page, server.url, "/")
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    assert [line for line in told if blocked not in line] == []
