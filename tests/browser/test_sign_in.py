"""Signing in without a password: with a passkey, or with a link that was sent by mail."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit, start_server
from tests.browser.test_account import PASSWORD, make_account
from tests.browser.test_pages import faults, sideways, take_pictures
from tests.server.services import Server, free_port
from tests.server.smtp import run_mail_server, secret_in

SIZES = {1920: 1080, 1366: 625, 360: 640}
FINGER = {  # an authenticator of this device that finds its keys by itself
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def look_at(page: Page, name: str) -> None:
    """Check a page in light and dark, and take pictures of it; its size is then as before."""
    size = page.viewport_size
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert faults(page) == []
        take_pictures(page, f"{name}-{theme}", SIZES)
    assert sideways(page) == []
    if size:
        page.set_viewport_size(size)


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Sign in")).to_be_visible()


def test_a_passkey_replaces_the_password(visit: Visit, server: Server) -> None:
    page = visit("/account", base=server.url.replace("127.0.0.1", "localhost"))
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": FINGER})
    make_account(page, "Chavinha")
    passkeys = page.get_by_role("region", name="Passkeys")
    form = passkeys.get_by_role("form", name="Add a passkey")
    form.get_by_label("Current password").fill(PASSWORD)
    form.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("The passkey was added.")).to_be_visible()
    expect(passkeys.get_by_text("Not used yet")).to_be_visible()
    name = passkeys.get_by_label("Name of the passkey")
    name.fill("My finger")
    name.press("Tab")
    expect(page.get_by_text("Saved.")).to_be_visible()
    look_at(page, "passkeys")

    sign_out(page)
    look_at(page, "sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", level=1, name="Chavinha")).to_be_visible()
    expect(passkeys.get_by_text("Last used")).to_be_visible()
    expect(name).to_have_value("My finger")
    passkeys.get_by_role("button", name="Remove: My finger").click()
    expect(passkeys.get_by_role("listitem")).to_have_count(0)
    sign_out(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("could not be verified")


def test_where_passkeys_cannot_be_used_the_page_says_so(visit: Visit) -> None:
    page = visit("/account")  # at an address of numbers
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    make_account(page, "Sem Chave")
    passkeys = page.get_by_role("region", name="Passkeys")
    expect(passkeys.get_by_text("Passkeys cannot be added here")).to_be_visible()
    expect(page.get_by_role("region", name="E-mail")).to_have_count(0)  # nor is mail spoken of


def test_mail_confirms_recovers_and_ends(visit: Visit, tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    how = {"port": port, "public_origin": base, "mail_from": "azulejos@example.org"}
    with run_mail_server() as mails:
        server = start_server(tmp_path, smtp=mails.url, **how)
        try:
            page = visit("/account", base=base)
            make_account(page, "Carteira")
            mail = page.get_by_role("region", name="E-mail")
            mail.get_by_label("E-mail address").fill("carteira@example.org")
            mail.get_by_label("Current password").fill(PASSWORD)
            look_at(page, "mail")
            mail.get_by_role("button", name="Send me a link").click()
            expect(mail.get_by_text("Waiting for you to open the link")).to_be_visible()
            link = secret_in(mails.next(0), "confirm")
            other = visit(f"/mail/confirm#{link}", base=base, device=PHONE)
            look_at(other, "confirm")
            other.get_by_role("button", name="Confirm").click()
            expect(other.get_by_text("The address is confirmed.")).to_be_visible()
            page.reload()
            mail.get_by_role("radio", name="At most daily").check(force=True)
            expect(page.get_by_text("Saved.")).to_be_visible()
            look_at(page, "digest")

            other.goto(f"{base}/account")
            other.get_by_text("Forgot the password?").click()
            form = other.get_by_role("form", name="Send me a link")
            form.get_by_label("Name").fill("Carteira")
            form.get_by_role("button", name="Send me a link").click()
            expect(other.get_by_text("a link is on its way")).to_be_visible()
            link = secret_in(mails.next(1), "recover")
            other.goto(f"{base}/mail/recover#{link}")
            other.get_by_label("at least 8 characters").fill("another sentence")
            other.get_by_role("button", name="Choose the new password").click()
            expect(other.get_by_text("signed in with the new password")).to_be_visible()
            other.goto(f"{base}/mail/stop#{link}")
            other.get_by_role("button", name="No more mails").click()
            expect(other.get_by_role("alert")).to_contain_text("too old")  # a link of another kind
        finally:
            server.kill()
