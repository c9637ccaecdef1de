"""Sends the mails of the outbox by SMTP: links to confirm an address, for a new password; digests.

Nothing waits for it: mails are read from the database, and sent in threads. A digest lists the
slow games in which it is the reader's turn, and those of tournaments that are ready. It is sent if
one of them has moved since the last one, not to people who are online, and not more often than they
have chosen. One click ends it, in the mail program too (RFC 8058).
"""

import asyncio
import smtplib
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, make_msgid
from urllib.parse import unquote, urlsplit

from azulejos.contract.rules import Json
from azulejos.server.accounts.people import People, Person
from azulejos.server.notices.mailboxes import LinkKind, MailAddress, Mailboxes
from azulejos.server.notices.outbox import HOUR_S, Outbox, OutboxMail
from azulejos.server.play.presence import Audience
from azulejos.server.settings import Settings
from azulejos.server.storage.store import Store
from azulejos.server.timing import TIMING, now
from azulejos.server.web.logs import log
from azulejos.text import Text, render

BATCH = 20  # mails that are sent at a time
THREADS = 2
MAX_ATTEMPTS = 12
ONLINE_S = 900.0  # for which a digest to a person who is online waits
DAY_H = 24
REFUSED = range(500, 600)  # answers about an address that does not exist


class Mail:
    """Sends the mails of the outbox."""

    def __init__(
        self,
        outbox: Outbox,
        mailboxes: Mailboxes,
        accounts: People,
        store: Store,
        audience: Audience,
        settings: Settings,
    ):
        self.outbox, self.mailboxes, self.accounts = outbox, mailboxes, accounts
        self.store, self.audience = store, audience
        self.origin, self.sender = settings.public_origin, settings.mail_from
        self.smtp = Smtp(settings.smtp) if settings.smtp else None
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail")

    @property
    def is_on(self) -> bool:
        return self.smtp is not None

    async def send_due(self) -> None:
        """Send the mails that are due."""
        if self.is_on:
            due = await self.outbox.take_due(BATCH, TIMING.mail_lease_s)
            await asyncio.gather(*(self._send(mail) for mail in due))

    async def _send(self, mail: OutboxMail) -> None:
        """Send a mail, unless it is of no use any more or it is too early."""
        to = await self.mailboxes.of(mail.person)
        if to is None or (to.confirmed_at is None) != (mail.kind == "confirm"):
            await self.outbox.drop(mail)
            return
        later = await self._digest_at(to) if mail.kind == "digest" else 0.0
        if later > now():
            await self.outbox.postpone(mail, later)
            return
        message = await self._message(mail, to)
        if message is None or await self._deliver(message, to):
            if message and mail.kind == "digest":
                await self.mailboxes.note_digest(to.person)
            await self.outbox.drop(mail)
        elif mail.attempts + 1 >= MAX_ATTEMPTS:
            await self.outbox.drop(mail)

    async def _digest_at(self, to: MailAddress) -> float:
        """When a person may get a digest."""
        if await self.audience.online([to.person]):
            return now() + ONLINE_S
        return to.digest_at + to.digest_h * HOUR_S

    async def _message(self, mail: OutboxMail, to: MailAddress) -> EmailMessage | None:
        """A mail in the person's language; None if there is nothing to tell."""
        person = await self.accounts.find(to.person)
        if mail.kind == "digest":
            games = await self._awaiting(to) if to.digest_h else []
            return await self._digest(person, to, games) if games else None
        link = await self._link(to, mail.kind)
        words = {"name": person.name, "origin": self.origin, "link": link}
        subject, body = (
            render(Text(f"email.{mail.kind}.{part}", words), person.language)
            for part in ("subject", "body")
        )
        return self._envelope(to, subject, body)

    async def _awaiting(self, to: MailAddress) -> Sequence[Json]:
        """The slow games in which it is a person's turn, and those of tournaments that are ready;
        none if the last digest had them all.
        """
        found = await self.store.games_of(to.person, status="playing")
        games = [each for each in found if is_awaiting(each, to.person)]
        games += [with_deadline(each) for each in await self.store.ready_for(to.person)]
        return games if any(each["moved_at"] > to.digest_at for each in games) else []

    async def _digest(self, person: Person, to: MailAddress, games: Sequence[Json]) -> EmailMessage:
        """The mail about some games."""
        lines = [render(self._line(game, person.id), person.language) for game in games]
        token = await self.mailboxes.make_link(to, "stop")
        often = {"n": to.digest_h, "link": f"{self.origin}/mail/stop#{token}"}
        foot = render(Text("email.digest.foot", often), person.language)
        subject = render(Text("email.digest.subject", {"n": len(games)}), person.language)
        message = self._envelope(to, subject, "\n\n".join([*lines, foot]) + "\n")
        message["List-Unsubscribe"] = f"<{self.origin}/api/v1/mail/stop/{token}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return message

    def _line(self, game: Json, person: str) -> Text:
        """A game in a digest."""
        names = [
            seat["name"] for seat in game["seats"] if seat["name"] and seat["person"] != person
        ]
        hours = max(0, int((game["deadline"] - now()) / HOUR_S))
        is_long = hours >= 2 * DAY_H
        left = Text("email.days" if is_long else "email.hours")
        left.args["n"] = hours // DAY_H if is_long else hours
        words = {"game": Text(f"{game['game']}.name"), "names": ", ".join(names), "left": left}
        code = "email.digest.ready" if game["status"] == "open" else "email.digest.line"
        return Text(code, words | {"link": f"{self.origin}/table/{game['table']}"})

    async def _link(self, to: MailAddress, kind: LinkKind) -> str:
        """The address of a page; its secret stands where browsers do not send it to servers."""
        return f"{self.origin}/mail/{kind}#{await self.mailboxes.make_link(to, kind)}"

    def _envelope(self, to: MailAddress, subject: str, body: str) -> EmailMessage:
        message = EmailMessage()
        message["From"] = formataddr(("Azulejos", self.sender))
        message["To"], message["Subject"] = to.address, subject
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(body)
        return message

    async def _deliver(self, message: EmailMessage, to: MailAddress) -> bool:
        """Hand a mail over; return whether it need not be tried again. An address that the server
        refuses for good is forgotten.
        """
        assert self.smtp
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, self.smtp.send, message)
        except smtplib.SMTPRecipientsRefused as wrong:
            status = max(code for code, _ in wrong.recipients.values())
            log.info("mail", status=status)
            if status in REFUSED:
                await self.mailboxes.remove(to.person)
            return status in REFUSED
        except (smtplib.SMTPException, OSError) as wrong:
            log.warning("mail", error=type(wrong).__name__)
            return False
        return True

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def is_awaiting(game: Json, person: str) -> bool:
    """Is it a person's turn in a slow game?"""
    turn = game["turn"]
    is_slow = game["clock"]["kind"] == "days" and game["deadline"] is not None
    return is_slow and turn is not None and game["seats"][turn]["person"] == person


def with_deadline(game: Json) -> Json:
    """A game of a tournament that is ready, with the time until which people have to sit down."""
    return game | {"deadline": game["created_at"] + DAY_H * HOUR_S * game["clock"]["days"]}


# ---- The mail server

LOCAL = ("127.0.0.1", "localhost", "::1")  # needs no encryption
SEND_S = 20.0  # how long a server may take for each step


class Smtp:
    """The server to which mails are handed, `smtps://USER:PASSWORD@HOST` or `smtp://HOST:PORT`."""

    def __init__(self, url: str):
        parts = urlsplit(url)
        self.is_tls, self.host = parts.scheme == "smtps", parts.hostname or ""
        self.port = parts.port or (465 if self.is_tls else 25)
        self.user, self.password = unquote(parts.username or ""), unquote(parts.password or "")

    def send(self, message: EmailMessage) -> None:
        """Hand a mail over; blocks. Other hosts than this one get it encrypted or not at all."""
        context = ssl.create_default_context()
        if self.is_tls:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=SEND_S, context=context
            )
        else:
            connection = smtplib.SMTP(self.host, self.port, timeout=SEND_S)
        with connection:
            if not self.is_tls and self.host not in LOCAL:
                connection.starttls(context=context)
            if self.user:
                connection.login(self.user, self.password)
            connection.send_message(message)
