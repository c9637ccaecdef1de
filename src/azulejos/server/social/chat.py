"""Chat at tables: messages are stored, then sent to the connections of those whom they reach.

Clients leave out messages that they have already.
"""

from collections.abc import Collection
from typing import Protocol

from pydantic import BaseModel

from azulejos.server.cluster.channel import Channel
from azulejos.server.cluster.hints import Publish
from azulejos.server.play.tables import Tables
from azulejos.server.social.chat_messages import RECENT_S, ChatMessage, ChatMessages
from azulejos.server.table.verbs.refusals import require_seats
from azulejos.server.wall_clock import now
from azulejos.wire.messages import Spoken, WordsView

FORGET_S = 6 * RECENT_S  # after which nothing finds a message as recent


class Reader(Protocol):
    """A connection that gets messages."""

    person: str

    def send(self, message: BaseModel) -> None:
        """Send a message; must not block."""


class Chat:
    """Adds messages at tables, and hands on those of other processes."""

    def __init__(self, messages: ChatMessages, tables: Tables, publish: Publish):
        self.messages, self.tables = messages, tables
        self.channel: Channel[Reader] = Channel("chat", publish, self._catch_up)
        self._sent: dict[tuple[str, int], float] = {}  # when recent messages were sent

    async def say(self, table_id: str, person: str, phrase: str, text: str) -> ChatMessage:
        """Add a message of a person who sits at a table."""
        table = (await self.tables.get_current(table_id)).table
        require_seats(table, person)
        message = await self.messages.add(table_id, table.people(), person, phrase, text)
        self._send(message)
        self.channel.announce(table_id, message.number)
        return message

    def _send(self, message: ChatMessage) -> None:
        self._sent[message.table, message.number] = now()
        for reader in self.channel.listeners(message.table):
            if message.reach(reader.person):
                reader.send(Spoken(table=message.table, words=WordsView.of(message)))

    async def _catch_up(self, tables: Collection[str]) -> None:
        """Send recent messages at some tables that were not sent yet."""
        recent = {(each.table, each.number): each for each in await self.messages.recent()}
        for key in sorted(recent.keys() - self._sent.keys()):
            if key[0] in tables:
                self._send(recent[key])
        old = now() - FORGET_S
        self._sent = {key: at for key, at in self._sent.items() if at > old}
