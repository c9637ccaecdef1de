"""Friends in two browsers: follow, challenge, accept on another page, see who is online."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, QUICK, Visit
from tests.browser.hands import bar
from tests.browser.scenes import ask
from tests.browser.test_pages import faults, sideways, take_pictures
from tests.server.services import Server


def sign_in(page: Page, base: str, name: str) -> str:
    """Make a guest whom everybody sees online; the id."""
    person = str(ask(page.context, base, "guests", {"name": name, "language": "en"})["id"])
    shown, origin = {"seen_by": "everybody"}, {"origin": base}
    page.context.request.patch(f"{base}/api/v1/me", data=shown, headers=origin)
    return person


def test_two_people_become_friends_and_play(visit: Visit, server: Server) -> None:
    ana, bia = visit(**QUICK), visit(device=PHONE, **QUICK)
    sign_in(ana, server.url, "Ana")
    other = sign_in(bia, server.url, "Bia")
    bia.goto(f"{server.url}/rules")
    ana.goto(f"{server.url}/person/{other}")
    ana.get_by_role("button", name="Follow: Bia", exact=True).click()
    expect(ana.get_by_role("button", name="Unfollow: Bia")).to_be_visible()
    ana.get_by_role("button", name="Challenge: Bia").click()
    dialog = ana.get_by_role("dialog", name="Challenge Bia")
    dialog.get_by_role("radio", name="No clock").check(force=True)
    assert faults(ana) == []
    take_pictures(ana, "challenge", {1280: 800, 360: 640})
    dialog.get_by_role("button", name="Send the challenge").click()
    expect(ana.get_by_text("Waiting for Bia to accept the challenge")).to_be_visible()

    asked = bia.get_by_role("alert").filter(has_text=re.compile("Ana challenges you to"))
    expect(asked).to_be_visible()
    assert faults(bia) == []
    assert sideways(bia) == []
    take_pictures(bia, "challenged", {1280: 800, 360: 640, 320: 568})
    asked.get_by_role("button", name="Accept").click()
    for page in (ana, bia):
        expect(bar(page)).to_be_visible()

    ana.goto(f"{server.url}/friends")
    friend = ana.get_by_role("listitem").filter(has_text="Bia")
    expect(friend.get_by_text("online")).to_be_visible()
    for theme in ("light", "dark"):
        ana.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert faults(ana) == []
        take_pictures(ana, f"friends-{theme}", {1920: 1080, 1280: 800, 320: 568})
    friend.get_by_role("button", name="Unfollow").click()
    expect(ana.get_by_text("You follow nobody yet.")).to_be_visible()
