"""The feature `notices`: notifications by Web Push and by mail."""

from azulejos.server.accounts.people import People
from azulejos.server.accounts.relations import Blocks
from azulejos.server.feature import Expired, Feature, Job, Parts, Personal, Preview
from azulejos.server.notices import routes
from azulejos.server.notices.mail import Mail
from azulejos.server.notices.mailboxes import Mailboxes
from azulejos.server.notices.outbox import Outbox, store_digests
from azulejos.server.notices.push import Push
from azulejos.server.notices.subscriptions import Subscriptions, store_calls
from azulejos.server.play.presence import Audience, Presence
from azulejos.server.play.tables import Tables
from azulejos.server.settings import Settings
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.web.page import home

SEND_S = 1.0  # between two queries for notifications and mails that are due
MAIL_LINKS = frozenset(("confirm", "recover", "stop"))


def make_feature(parts: Parts) -> Feature:
    database, settings, links = parts[Database], parts[Settings], schema.mail_links
    people, audience = parts[People], parts[Audience]
    push = parts.add(
        Push(
            Subscriptions(database, settings.push_hosts),
            parts[Tables],
            parts[Presence],
            audience,
            parts[Blocks],
            people,
            settings.public_origin,
        )
    )
    mailboxes = parts.add(Mailboxes(people))
    outbox = Outbox(database)
    mail = parts.add(Mail(outbox, mailboxes, people, parts[Store], audience, settings))
    return Feature(
        routers=[routes.router, routes.push_router],
        jobs=[Job(SEND_S, push.send_due), Job(SEND_S, mail.send_due)],
        expired=[Expired(links, lambda at: links.c.expires_at < at)],
        personal=[
            Personal(schema.mail_addresses),
            *(Personal(table, is_shown=False) for table in (schema.subscriptions, schema.calls)),
            *(Personal(table, is_shown=False) for table in (schema.mails, links)),
        ],
        hooks=[store_calls, store_digests] if mail.is_on else [store_calls],
        pages=[describe_page],
        stop=[push.close, mail.close],
    )


async def describe_page(words: list[str], language: str) -> Preview | None:
    match words:
        case ["mail", link] if link in MAIL_LINKS:
            return home(language)
    return None
