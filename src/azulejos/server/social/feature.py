"""The feature `social`: friends, challenges, vacations and chat."""

from azulejos.server.accounts.people import People, PeopleError
from azulejos.server.accounts.relations import Follows
from azulejos.server.cluster.channel import Hints
from azulejos.server.feature import Feature, Parts, Personal, Preview, Session, SessionListener
from azulejos.server.play.due import DueTables
from azulejos.server.play.tables import Tables
from azulejos.server.social import routes
from azulejos.server.social.challenges import Challenges, Inbox, store_challenges
from azulejos.server.social.chat import Chat, ChatMessages
from azulejos.server.social.vacations import Vacations, stop_clock
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.table import Table
from azulejos.server.web.page import ID, home
from azulejos.text import Text, render


class SocialListener(SessionListener):
    """Lets clients hear challenges, and the chat of the tables that they watch."""

    def __init__(self, chat: Chat, inbox: Inbox):
        self.chat, self.inbox = chat, inbox

    def begin(self, session: Session) -> None:
        self.inbox.listen(session)

    def watch(self, session: Session, table: Table) -> None:
        if session.person:
            self.chat.channel.listen(table.plan.id, session)

    def unwatch(self, session: Session, table_id: str) -> None:
        self.chat.channel.unlisten(table_id, session)

    def end(self, session: Session) -> None:
        self.inbox.unlisten(session)


def make_feature(parts: Parts) -> Feature:
    database, publish = parts[Database], parts[Hints].publish
    tables, people = parts[Tables], parts[People]
    challenges = parts.add(Challenges(database, parts[Follows]))
    inbox = parts.add(Inbox(challenges, publish))
    chat = parts.add(Chat(ChatMessages(database), tables, publish))
    vacations = parts.add(Vacations(database))

    async def stop_clock_at(table: Table) -> None:
        await stop_clock(tables, vacations, table)

    async def describe_page(words: list[str], language: str) -> Preview | None:
        match words:
            case ["friends"]:
                return home(language)
            case ["person", person] if ID.fullmatch(person):
                try:
                    name = (await people.find(person)).name
                except PeopleError:
                    return None
                return Preview(200, name, render(Text("page.person"), language))
        return None

    parts[DueTables].before.append(stop_clock_at)
    return Feature(
        routers=[
            *(routes.router, routes.chat_router),
            *(routes.profiles_router, routes.vacations_router),
        ],
        sessions=[SocialListener(chat, inbox)],
        personal=[*map(Personal, (schema.chat_messages, schema.challenges, schema.vacations))],
        hooks=[store_challenges],
        channels=[chat.channel, inbox.channel],
        pages=[describe_page],
    )
