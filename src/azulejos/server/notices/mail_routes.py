"""Routes about mail: the address of an account, digests, and forgotten passwords."""

from fastapi import Request, Response

from azulejos.server.accounts.bans import Bans
from azulejos.server.accounts.dependencies import Anybody, Owner
from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.routes import sign_in
from azulejos.server.accounts.sessions import Sessions
from azulejos.server.accounts.tokens import Tokens
from azulejos.server.errors import refusal
from azulejos.server.feature import Parts, parts_of
from azulejos.server.notices.mail import Mail
from azulejos.server.notices.mailboxes import Mailboxes
from azulejos.server.web.addresses import address_of
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.accounts import MeAnswer
from azulejos.wire.mail import (
    DigestForm,
    ForgottenForm,
    LinkForm,
    MailAnswer,
    MailForm,
    NewPasswordForm,
    Secret,
)

router = make_router("mail")


def require_mail(parts: Parts) -> None:
    if not parts[Mail].is_on:
        raise refusal("mail.off")


@router.get("/mail")
async def show_mail(request: Request, caller: Anybody) -> MailAnswer:
    """Whether this server sends mail; if you are signed in, also your address."""
    parts = parts_of(request)
    is_owner = caller is not None and caller.session
    found = await parts[Mailboxes].of(caller.person.id) if caller and is_owner else None
    return MailAnswer(
        is_on=parts[Mail].is_on,
        address=found.address if found else None,
        is_confirmed=found is not None and found.confirmed_at is not None,
        digest_h=found.digest_h if found else 0,
    )


@router.put(
    "/mail", status_code=204, responses=refuses("people.login", "people.no_account", "mail.off")
)
async def change_mail(form: MailForm, request: Request, caller: Owner) -> None:
    """Give your account an address. Nothing but a link to confirm it is sent there before you have
    opened the link.
    """
    parts = parts_of(request)
    require_mail(parts)
    parts[Limits].require("login_device", caller.session)
    parts[Limits].require("mail_person", caller.person.id)
    parts[Limits].require("mail_address", address_of(request.scope))
    await parts[Mailboxes].change(caller.person, form.address, form.password)


@router.delete("/mail", status_code=204)
async def remove_mail(request: Request, caller: Owner) -> None:
    """Forget your address."""
    await parts_of(request)[Mailboxes].remove(caller.person.id)


@router.put("/mail/digest", status_code=204, responses=refuses("mail.none", "mail.off"))
async def choose_digest(form: DigestForm, request: Request, caller: Owner) -> None:
    """Choose how often you get a mail about slow games in which it is your turn, if at all."""
    parts = parts_of(request)
    require_mail(parts)
    await parts[Mailboxes].set_digest(caller.person, form.hours)


# ---- Links that were sent by mail, which work in any browser


@router.post("/mail/confirm", status_code=204, responses=refuses("mail.link"))
async def confirm_mail(form: LinkForm, request: Request, caller: Anybody) -> None:
    """Confirm an address."""
    parts = parts_of(request)
    parts[Limits].require("login_address", address_of(request.scope))
    await parts[Mailboxes].confirm(form.secret)


@router.post("/mail/stop/{secret}", status_code=204, responses=refuses("mail.link"))
async def stop_mail(secret: Secret, request: Request, caller: Anybody) -> None:
    """Send no more digests to an address. Mail programs post here with one click (RFC 8058)."""
    await parts_of(request)[Mailboxes].stop_digest(secret)


@router.post("/account/forgotten", status_code=204, responses=refuses("mail.off"))
async def ask_recovery(form: ForgottenForm, request: Request, caller: Anybody) -> None:
    """Ask for a link with which to choose a new password. It is sent if there is an account of this
    name with a confirmed address; the answer is the same in any case.
    """
    parts = parts_of(request)
    require_mail(parts)
    parts[Limits].require("mail_address", address_of(request.scope))
    parts[Limits].require("mail_person", name_key(form.name))
    await parts[Mailboxes].ask_recovery(form.name)


@router.post(
    "/account/new-password", status_code=201, responses=refuses("mail.link", "people.banned")
)
async def recover_by_mail(form: NewPasswordForm, request: Request, response: Response) -> MeAnswer:
    """Choose a new password with a link that was sent by mail. All sessions and tokens are revoked,
    and you are signed in.
    """
    parts = parts_of(request)
    parts[Limits].require("login_address", address_of(request.scope))
    person = await parts[Mailboxes].recover(form.secret, form.password)
    parts[Bans].require_none(request, person.id)
    await parts[Sessions].end_all(person)
    await parts[Tokens].end_all(person)
    return await sign_in(request, response, person)
