"""Routes about mail: the address of an account, digests, and forgotten passwords."""

from fastapi import Request, Response

from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.routes import sign_in
from azulejos.server.errors import refusal
from azulejos.server.services import Services, services_of
from azulejos.server.web.addresses import address_of
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import Anybody, Owner, make_router
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


def require_mail(services: Services) -> None:
    if not services.mail.is_on:
        raise refusal("mail.off")


@router.get("/mail")
async def show_mail(request: Request, caller: Anybody) -> MailAnswer:
    """Whether this server sends mail; if you are signed in, also your address."""
    services = services_of(request)
    is_owner = caller is not None and caller.session
    found = await services.mailboxes.of(caller.person.id) if caller and is_owner else None
    return MailAnswer(
        is_on=services.mail.is_on,
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
    services = services_of(request)
    require_mail(services)
    services.limits.require("login_device", caller.session)
    services.limits.require("mail_person", caller.person.id)
    services.limits.require("mail_address", address_of(request.scope))
    await services.mailboxes.change(caller.person, form.address, form.password)


@router.delete("/mail", status_code=204)
async def remove_mail(request: Request, caller: Owner) -> None:
    """Forget your address."""
    await services_of(request).mailboxes.remove(caller.person.id)


@router.put("/mail/digest", status_code=204, responses=refuses("mail.none", "mail.off"))
async def choose_digest(form: DigestForm, request: Request, caller: Owner) -> None:
    """Choose how often you get a mail about slow games in which it is your turn, if at all."""
    services = services_of(request)
    require_mail(services)
    await services.mailboxes.set_digest(caller.person, form.hours)


# ---- Links that were sent by mail, which work in any browser


@router.post("/mail/confirm", status_code=204, responses=refuses("mail.link"))
async def confirm_mail(form: LinkForm, request: Request, caller: Anybody) -> None:
    """Confirm an address."""
    services = services_of(request)
    services.limits.require("login_address", address_of(request.scope))
    await services.mailboxes.confirm(form.secret)


@router.post("/mail/stop/{secret}", status_code=204, responses=refuses("mail.link"))
async def stop_mail(secret: Secret, request: Request, caller: Anybody) -> None:
    """Send no more digests to an address. Mail programs post here with one click (RFC 8058)."""
    await services_of(request).mailboxes.stop_digest(secret)


@router.post("/account/forgotten", status_code=204, responses=refuses("mail.off"))
async def ask_recovery(form: ForgottenForm, request: Request, caller: Anybody) -> None:
    """Ask for a link with which to choose a new password. It is sent if there is an account of this
    name with a confirmed address; the answer is the same in any case.
    """
    services = services_of(request)
    require_mail(services)
    services.limits.require("mail_address", address_of(request.scope))
    services.limits.require("mail_person", name_key(form.name))
    await services.mailboxes.ask_recovery(form.name)


@router.post(
    "/account/new-password", status_code=201, responses=refuses("mail.link", "people.banned")
)
async def recover_by_mail(form: NewPasswordForm, request: Request, response: Response) -> MeAnswer:
    """Choose a new password with a link that was sent by mail. All sessions and tokens are revoked,
    and you are signed in.
    """
    services = services_of(request)
    services.limits.require("login_address", address_of(request.scope))
    person = await services.mailboxes.recover(form.secret, form.password)
    services.bans.require_none(request, person.id)
    await services.sessions.end_all(person)
    await services.tokens.end_all(person)
    return await sign_in(request, response, person)
