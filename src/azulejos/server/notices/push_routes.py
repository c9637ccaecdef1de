"""Routes about system notifications (Web Push)."""

from fastapi import Request

from azulejos.server.accounts.dependencies import Anybody, Owner
from azulejos.server.feature import parts_of
from azulejos.server.notices.push import Push
from azulejos.server.notices.subscriptions import Subscription
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.accounts import EndpointForm, KeyAnswer, SubscriptionForm

router = make_router("push")


@router.get("/push/key")
async def show_push_key(request: Request, caller: Anybody) -> KeyAnswer:
    """The public key of this server (VAPID), with which a browser subscribes."""
    return KeyAnswer(key=await parts_of(request)[Push].public_key())


@router.post("/push/subscriptions", status_code=204, responses=refuses("push.endpoint"))
async def subscribe(form: SubscriptionForm, request: Request, caller: Owner) -> None:
    """Let a browser be notified when it is your turn in a slow game, or another
    player asks for a rematch, while you are not at the table.
    """
    parts = parts_of(request)
    parts[Limits].require("push", caller.person.id)
    subscription = Subscription(form.endpoint, form.p256dh, form.auth)
    await parts[Push].subscriptions.add(caller.person.id, subscription)


@router.post("/push/subscriptions/end", status_code=204)
async def unsubscribe(form: EndpointForm, request: Request, caller: Anybody) -> None:
    """Forget a browser: it is not notified any more."""
    await parts_of(request)[Push].subscriptions.remove(form.endpoint)
