"""An account on the page: signing in, another name, recovery codes, one's data."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.test_pages import SHOTS, faults, sideways

PASSWORD = "a long sentence"


def make_account(page: Page, name: str) -> None:
    claim = page.get_by_role("form", name="Make an account")
    claim.get_by_label("Name").fill(name)
    claim.get_by_label("Password").fill(PASSWORD)
    claim.get_by_role("button", name="Make an account").click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def test_a_forgotten_password_and_another_name(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Sign in").click()
    expect(page.get_by_role("heading", level=1, name="Sign in")).to_be_visible()
    assert (
        page.get_by_role("form", name="Sign in").get_by_label("Name").get_attribute("maxlength")
        == "24"
    )
    make_account(page, "Violeta")
    form = page.get_by_role("form", name="Recovery codes")
    expect(form).to_contain_text("You have no codes yet.")
    form.get_by_label("Current password").fill(PASSWORD)
    form.get_by_role("button", name="Make new codes").click()
    codes = form.get_by_role("listitem")
    expect(codes).to_have_count(8)
    code = codes.first.inner_text()
    assert faults(page) == []
    SHOTS.mkdir(exist_ok=True)
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        page.screenshot(path=SHOTS / f"codes-{theme}-1280.png", full_page=True)
    assert sideways(page) == []
    name = page.get_by_role("form", name="Your name")
    name.get_by_role("textbox").fill("Violeta Azul")
    name.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1, name="Violeta Azul")).to_be_visible()

    other = visit("/account", device=PHONE)
    other.get_by_text("Forgot the password?").click()
    lost = other.get_by_role("form", name="Forgot the password?")
    lost.get_by_label("Name").fill("Violeta Azul")
    lost.get_by_label("Recovery code").fill(code.upper())
    lost.get_by_label("at least 8 characters").fill("another sentence")
    other.screenshot(path=SHOTS / "recover-light-360.png", full_page=True)
    lost.get_by_role("button", name="Choose the new password").click()
    expect(other.get_by_role("heading", level=1, name="Violeta Azul")).to_be_visible()
    expect(other.get_by_text("7 codes are left.")).to_be_visible()

    with other.expect_download() as waiting:
        other.get_by_role("link", name="Download everything").click()
    assert "Violeta Azul" in waiting.value.path().read_text(encoding="utf-8")
    other.get_by_role("button", name="Delete everything").click()
    dialog = other.get_by_role("dialog", name="Delete everything")
    dialog.get_by_label("Current password").fill("another sentence")
    dialog.get_by_role("button", name="Delete everything").click()
    expect(other.get_by_text("Your data is deleted.")).to_be_visible()
    expect(other.get_by_role("heading", level=1, name="Sign in")).to_be_visible()
