"""System notifications by Web Push: calls that are due are sent to the browsers of their person.

Nothing waits for it: calls are read from the database every second, and sent in threads. Nobody is
called who is at the table, or whose turn has passed meanwhile. A browser that its push service does
not know any more is forgotten; another failure is tried again a few times.
"""

import asyncio
import base64
import json
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

from azulejos.errors import AzulejosError
from azulejos.server.accounts.people import People
from azulejos.server.accounts.relations import Blocks
from azulejos.server.errors import Refusal
from azulejos.server.notices.subscriptions import Notification, Subscription, Subscriptions
from azulejos.server.play.presence import Audience, Presence
from azulejos.server.play.tables import Tables
from azulejos.server.table.table import Table
from azulejos.server.web.logs import log
from azulejos.text import Text, render

BATCH = 20  # calls that are sent at a time
THREADS = 4
SEND_S = 8.0  # how long a push service may take
LEASE_S = 60.0  # after which a call that was not sent is tried again
MAX_ATTEMPTS = 5
KEEP_S = 86_400  # for which a push service keeps a call for a browser that is switched off
GONE = (404, 410)  # answers about a browser that the push service does not know any more


class Push:
    """Sends calls."""

    def __init__(
        self,
        subscriptions: Subscriptions,
        tables: Tables,
        presence: Presence,
        audience: Audience,
        blocks: Blocks,
        people: People,
        origin: str,
    ):
        self.subscriptions, self.tables, self.presence = subscriptions, tables, presence
        self.audience, self.blocks = audience, blocks
        self.people, self.contact = people, origin or "mailto:host@localhost"
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="push")
        self._key: Any = None  # of VAPID

    @cached_property
    def _vapid(self) -> Any:
        from py_vapid import Vapid02  # type: ignore[import-untyped]  # slow to import, rarely used

        return Vapid02

    async def key(self) -> Any:
        """The key with which calls are signed."""
        if self._key is None:
            self._key = self._vapid.from_pem(
                (await self.subscriptions.secret(self._make_key)).encode()
            )
        return self._key

    def _make_key(self) -> str:
        made = self._vapid()
        made.generate_keys()
        return str(made.private_pem().decode())

    async def public_key(self) -> str:
        """The public key, with which browsers subscribe."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        key = (await self.key()).public_key
        point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    async def send_due(self) -> None:
        """Send the calls that are due."""
        due = await self.subscriptions.take_due(BATCH, LEASE_S)
        await asyncio.gather(*(self._send(call) for call in due))

    async def _send(self, call: Notification) -> None:
        """Send a call to all browsers of its person, unless it is of no use any more."""
        message = await self._message(call)
        found = await self.subscriptions.of(call.person) if message else []
        outcomes = await asyncio.gather(*(self._deliver(each, message) for each in found))
        if all(outcomes) or call.attempts + 1 >= MAX_ATTEMPTS:
            await self.subscriptions.drop(call)

    async def _message(self, call: Notification) -> str:
        """The message to the browser, in the person's language; "" if nobody needs it now."""
        try:
            table = (await self.tables.get_current(call.table)).table
        except AzulejosError:
            return ""
        if not await self._is_wanted(call, table):
            return ""
        person = await self.people.find(call.person)
        others = [seat.name for seat in table.seats if seat.name and seat.person != call.person]
        game = Text(f"{table.plan.game}.name")
        words = {"game": game, "names": ", ".join(others)}
        title, body = (
            render(Text(f"call.{call.kind}.{part}", words), person.language)
            for part in ("title", "body")
        )
        return json.dumps({"title": title, "body": body, "table": call.table})

    async def _is_wanted(self, call: Notification, table: Table) -> bool:
        """Is a call still of use to its person, who does not see on the page what it says?"""
        if call.kind in ("challenge", "ready"):
            if await self.audience.online([call.person]):
                return False
            if call.kind == "ready":
                return table.status == "open" and call.person not in table.people()
            is_open = table.status == "open" and table.plan.invited == call.person
            blocked = await self.blocks.blocked_with(call.person) if is_open else set()
            return is_open and table.plan.created_by not in blocked
        seats = [table.seats[seat] for seat in table.seats_of(call.person)]
        if self.presence.is_here(call.table, call.person) or not any(s.is_away for s in seats):
            return False
        return call.kind != "turn" or call.version == table.position_version

    async def _deliver(self, to: Subscription, message: str) -> bool:
        """Send a message to a browser; return whether it need not be tried again."""
        try:  # again: it may have been stored before the host changed `push_hosts`
            self.subscriptions.check_endpoint(to.endpoint)
        except Refusal:
            await self.subscriptions.remove(to.endpoint)
            return True
        key, loop = await self.key(), asyncio.get_running_loop()
        status = await loop.run_in_executor(self._threads, self._post, to, message, key)
        if status in GONE:
            await self.subscriptions.remove(to.endpoint)
        return status in GONE or 200 <= status < 300

    def _post(self, to: Subscription, message: str, key: Any) -> int:
        """Encrypt and post a message; return the status of the answer, 0 if there is none."""
        import requests
        from pywebpush import WebPushException, webpush  # type: ignore[import-untyped]

        keys = {"p256dh": to.p256dh, "auth": to.auth}
        session = requests.Session()
        session.max_redirects = 0  # a redirect could lead to an address inside the network
        try:
            answer = webpush(
                {"endpoint": to.endpoint, "keys": keys},
                message,
                vapid_private_key=key,
                vapid_claims={"sub": self.contact},
                ttl=KEEP_S,
                timeout=SEND_S,
                requests_session=session,
            )
            return int(answer.status_code)
        except WebPushException as wrong:
            status = wrong.response.status_code if wrong.response is not None else 0
            log.info("push", status=status)
            return status
        except (requests.RequestException, ValueError, OSError) as wrong:
            log.info("push", error=type(wrong).__name__)
            return 0

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
