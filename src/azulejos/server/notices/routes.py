"""Routes about notifications: mail addresses, digests, forgotten passwords, and Web Push."""

from fastapi import Request, Response

from azulejos.server.accounts.callers import Anybody, Owner
from azulejos.server.accounts.conduct import Bans
from azulejos.server.accounts.credentials import Sessions, Tokens
from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.routes import sign_in
from azulejos.server.errors import refusal
from azulejos.server.feature import Parts, parts_of
from azulejos.server.notices.mail import Mail
from azulejos.server.notices.mailboxes import Mailboxes
from azulejos.server.notices.push import Push
from azulejos.server.notices.subscriptions import Subscription
from azulejos.server.web.limits import Limits, address_of
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.accounts import EndpointForm, KeyAnswer, MeAnswer, SubscriptionForm
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


# ---- Web Push

push_router = make_router("push")


@push_router.get("/push/key")
async def show_push_key(request: Request, caller: Anybody) -> KeyAnswer:
    """The public key of this server (VAPID), with which a browser subscribes."""
    return KeyAnswer(key=await parts_of(request)[Push].public_key())


@push_router.post("/push/subscriptions", status_code=204, responses=refuses("push.endpoint"))
async def subscribe(form: SubscriptionForm, request: Request, caller: Owner) -> None:
    """Let a browser be notified when it is your turn in a slow game, or another
    player asks for a rematch, while you are not at the table.
    """
    parts = parts_of(request)
    parts[Limits].require("push", caller.person.id)
    subscription = Subscription(form.endpoint, form.p256dh, form.auth)
    await parts[Push].subscriptions.add(caller.person.id, subscription)


@push_router.post("/push/subscriptions/end", status_code=204)
async def unsubscribe(form: EndpointForm, request: Request, caller: Anybody) -> None:
    """Forget a browser: it is not notified any more."""
    await parts_of(request)[Push].subscriptions.remove(form.endpoint)
