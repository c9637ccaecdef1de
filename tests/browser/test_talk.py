"""Talking at a table: phrases, free text, and what one does about a rude person."""

import re

from playwright.sync_api import Page, expect

from azulejos.server.host import moderation
from azulejos.server.host.acts import Host
from tests.browser.conftest import PHONE, QUICK, Visit
from tests.browser.hands import bar, open_side
from tests.browser.scenes import ask
from tests.browser.test_pages import SHOTS, faults, resize, sideways
from tests.server.services import Server


def meet(ana: Page, bia: Page, base: str) -> None:
    """Let two people sit down at a table."""
    for page, name in ((ana, "Ana"), (bia, "Bia")):
        ask(page.context, base, "guests", {"name": name, "language": "en"})
    form = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = ask(ana.context, base, "tables", form)["table"]
    ask(bia.context, base, f"tables/{table}/join", {})
    for page in (ana, bia):
        page.goto(f"{base}/table/{table}")
        expect(bar(page)).to_be_visible()


def test_two_people_talk_and_one_has_enough(visit: Visit, server: Server) -> None:
    ana, bia = visit(**QUICK), visit(device=PHONE, **QUICK)
    meet(ana, bia, server.url)
    open_side(ana, "Talk")
    ana.get_by_role("button", name="Good luck!").click()
    expect(bar(bia).get_by_text("Ana: Good luck!")).to_be_visible()
    bia.get_by_role("button", name=re.compile("New words")).click()
    bia.get_by_role("button", name="Thumbs up").click()
    expect(ana.get_by_role("img", name="Thumbs up")).to_be_visible()
    expect(ana.get_by_text("Free text is off.")).to_be_visible()

    for page in (ana, bia):
        page.context.request.patch(
            f"{server.url}/api/v1/me", data={"allows_text": True}, headers={"origin": server.url}
        )
        page.reload()
    open_side(ana, "Talk")
    bia.get_by_role("button", name="More").click()
    field = bia.get_by_role("textbox", name="Write to Ana")
    field.fill("<b>You are slow</b>")
    field.press("Enter")
    expect(ana.get_by_text("<b>You are slow</b>").last).to_be_visible()
    assert faults(ana) == []
    SHOTS.mkdir(exist_ok=True)
    for theme in ("light", "dark"):
        for page, name in ((ana, "1280"), (bia, "360")):
            page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            page.screenshot(path=SHOTS / f"talk-{theme}-{name}.png", animations="disabled")

    ana.get_by_label("Bia: mute, block or report").first.click()  # two clicks
    ana.get_by_role("button", name="Insulting words").click()
    expect(ana.get_by_text("The moderators will look at it.")).to_be_visible()
    ana.get_by_role("button", name="Mute").click()
    expect(ana.get_by_text("You no longer see what Bia says.")).to_be_visible()
    spoken = ana.get_by_role("region", name="Talk")
    expect(spoken.get_by_text("<b>You are slow</b>")).to_have_count(0)
    moderate(visit, server, bia)


def moderate(visit: Visit, server: Server, rude: Page) -> None:
    """A moderator reads the report, and warns whoever was rude."""
    page = visit("/account")
    claim = page.get_by_role("form", name="Make an account")
    claim.get_by_label("Name").fill("Moderadora")
    claim.get_by_label("Password").fill("a long sentence")
    claim.get_by_role("button", name="Make an account").click()
    expect(page.get_by_role("heading", level=1, name="Moderadora")).to_be_visible()
    with Host(f"sqlite:///{server.log_file.parent / 'azulejos.db'}") as host:
        host.act(moderation.set_moderator, "Moderadora", True)
    page.reload()
    page.get_by_role("link", name="Moderation").click()
    report = page.get_by_role("article", name="Report about Bia")
    report.get_by_role("button", name="What was said").click()
    expect(report.get_by_text("<b>You are slow</b>")).to_be_visible()
    report.get_by_role("button", name="Warn").click()
    expect(page.get_by_text("Bia has to confirm the warning.")).to_be_visible()
    report.get_by_role("button", name="History").click()
    expect(report.get_by_text("1 report")).to_be_visible()
    assert faults(page) == []
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        page.screenshot(path=SHOTS / f"moderation-{theme}-1280.png", animations="disabled")
    assert sideways(page) == []
    resize(page, 360, 640)
    page.screenshot(path=SHOTS / "moderation-dark-360.png", full_page=True, animations="disabled")
    report.get_by_role("button", name="Close the report").click()
    expect(page.get_by_text("No report is open.")).to_be_visible()

    part = re.compile(r"/assets/Warning-.*\.js")
    rude.route(part, lambda route: route.abort())
    rude.reload()
    expect(rude.get_by_role("alert")).to_contain_text("You have a message from the moderators.")
    rude.unroute(part)
    rude.get_by_role("button", name="Try again").click()
    warning = rude.get_by_role("dialog", name="A warning by the moderators")
    expect(warning).to_contain_text("insulted")
    warning.get_by_role("button", name="I have read it").click()
    rude.reload()
    expect(bar(rude)).to_be_visible()
    expect(warning).to_have_count(0)


def test_words_in_the_text_view(visit: Visit, server: Server) -> None:
    ana, bia = visit(**QUICK), visit(textView=True, **QUICK)
    meet(ana, bia, server.url)
    command = bia.get_by_role("textbox", name="Command or move")
    command.fill("say 1")
    command.press("Enter")
    expect(bia.get_by_text("Bia: Hello!").first).to_be_visible()
    open_side(ana, "Talk: New words")
    expect(ana.get_by_role("list", name="What was said")).to_contain_text("Hello!")
    ana.get_by_role("button", name="Thank you!").click()
    expect(bia.get_by_text("Ana: Thank you!").first).to_be_visible()
