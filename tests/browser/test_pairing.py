"""Quick pairing: two strangers in two browsers, and a third who is offered a bot."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import QUICK, Visit
from tests.browser.hands import bar, is_turn, play_once, take_and_put


def seek(page: Page) -> None:
    page.get_by_role("radio", name="Azul", exact=True).check(force=True)
    page.get_by_role("button", name="Play somebody").click()


def test_two_strangers_meet_and_a_third_plays_a_bot(visit: Visit) -> None:
    ana, bia, eva = (visit(**QUICK) for _ in range(3))
    seek(ana)
    expect(ana.get_by_text("Looking for somebody of your strength")).to_be_visible()
    seek(bia)
    for page in (ana, bia):
        expect(bar(page)).to_be_visible()
    play_once(ana if is_turn(ana) else bia, take_and_put)
    seek(eva)
    instead = eva.get_by_role("button", name="Play Zé instead")
    expect(instead).to_be_visible(timeout=60_000)  # bots are offered after 15 s
    instead.click()
    expect(bar(eva)).to_be_visible()
