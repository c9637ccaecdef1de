"""Tournaments in several browsers: creating one, taking part, playing, standings."""

import uuid

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import hands
from tests.browser.conftest import PHONE, QUICK, Visit
from tests.browser.scenes import ask
from tests.browser.test_pages import faults, sideways, take_pictures
from tests.server.services import Server

SIZES = {360: 640, 1366: 625, 1920: 1080}
CLOCK = {"kind": "live", "bank_s": 300, "increment_s": 5}


def make_account(context: BrowserContext, base: str, name: str) -> None:
    """An account with a name that nobody has yet, also if the test is tried again."""
    ask(context, base, "guests", {"name": "Guest", "language": "en"})
    whole = f"{name} {uuid.uuid4().hex[:6]}"
    ask(context, base, "account", {"name": whole, "password": "a long sentence"})


def check(page: Page, name: str) -> None:
    """A page is whole for everybody, in both themes and in every size."""
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert faults(page) == []
        take_pictures(page, f"{name}-{theme}", SIZES)
    assert sideways(page) == []


def test_creating_a_tournament_by_keyboard(visit: Visit, server: Server) -> None:
    page = visit("/lobby", **QUICK)
    page.get_by_role("link", name="Tournaments").click()
    expect(page.get_by_role("heading", level=1, name="Tournaments")).to_be_visible()
    page.get_by_role("link", name="New tournament").click()
    expect(page.get_by_text("To create a tournament you need an account")).to_be_visible()
    assert faults(page) == []
    make_account(page.context, server.url, "Keyboard host")
    page.reload()
    kind = page.get_by_role("radio", name="Arena")
    kind.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Swiss")).to_be_checked()
    expect(page.get_by_text("In every round people with as many points meet")).to_be_visible()
    check(page, "tournament-new")
    page.get_by_label("Name, if it is to have one").fill("Friday")
    create = page.get_by_role("button", name="Create the tournament")
    expect(create).to_be_enabled()
    create.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Friday")).to_be_visible()
    expect(page.get_by_text("Begins in")).to_be_visible()
    page.get_by_role("button", name="Take part").press("Enter")
    expect(page.get_by_text("You take part.")).to_be_visible()
    check(page, "tournament-open")
    page.goto(f"{server.url}/tournaments")
    expect(
        page.get_by_role("region", name="Yours").get_by_role("link", name="Friday")
    ).to_be_visible()
    check(page, "tournaments")
    page.get_by_role("link", name="Friday").first.click()
    page.get_by_role("button", name="Call off").press("Enter")
    expect(page.get_by_text("It did not take place")).to_be_visible()


def test_a_creator_adds_bots_of_the_house(visit: Visit, server: Server) -> None:
    page = visit(**QUICK)
    make_account(page.context, server.url, "House host")
    form = {"kind": "swiss", "game": "azul", "clock": CLOCK, "accepts_bots": True}
    made = ask(page.context, server.url, "tournaments", form)["tournament"]
    page.goto(f"{server.url}/tournament/{made}")
    house = page.get_by_role("region", name="Built-in bots")
    house.get_by_role("button", name="Add").press("Enter")
    row = page.get_by_role("row").filter(has_text="built-in bot")
    expect(row).to_be_visible()
    check(page, "tournament-builtin")
    house.get_by_role("button", name="Take out").press("Enter")
    expect(row).to_have_count(0)


def test_two_people_play_an_arena(visit: Visit, server: Server) -> None:
    ana, bia = visit(**QUICK), visit(device=PHONE, **QUICK)
    make_account(ana.context, server.url, "Ana of the arena")
    ask(bia.context, server.url, "guests", {"name": "Bia", "language": "en"})
    form = {"kind": "arena", "game": "azul", "clock": CLOCK, "starts_in_s": 8, "minutes": 60}
    address = f"/tournament/{ask(ana.context, server.url, 'tournaments', form)['tournament']}"
    for page in (ana, bia):
        page.goto(server.url + address)
        page.get_by_role("button", name="Take part").click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
    bia.get_by_role(
        "link", name="Rules"
    ).first.click()  # on another page a banner leads to the game
    ready = bia.get_by_role("alert").filter(has_text="Your game is ready")
    ready.get_by_role("link", name="Go to your game").click()
    for page in (ana, bia):
        expect(hands.bar(page)).to_be_visible()
    table = ana.url.rsplit("/", 1)[1]
    ask(bia.context, server.url, f"tables/{table}/acts", {"act": "resign"})
    back = ana.get_by_role("link", name="Back to the tournament")
    expect(back).to_be_visible()
    ask(bia.context, server.url, f"{address[1:].replace('tournament/', 'tournaments/')}/leave", {})
    back.click()
    row = ana.get_by_role("row").filter(has_text="Ana of the arena")
    expect(row.get_by_role("cell", name="2", exact=True)).to_be_visible()
    expect(ana.get_by_role("region", name="Games").get_by_role("link", name="Bia")).to_be_visible()
    expect(ana.get_by_role("link", name="All games as one file")).to_be_visible()
    check(ana, "tournament-running")
    ana.get_by_role("button", name="Leave").click()
    expect(ana.get_by_text("You are not being paired.")).to_be_visible()
