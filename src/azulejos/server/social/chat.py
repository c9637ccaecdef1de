"""Talk at tables: words are stored, then sent to the connections of those whom they reach.

Other processes get a hint and read the words from the database; if the hint is lost, they find the
words when they next look for recent ones. Clients leave out words that they have already.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from azulejos.errors import AzulejosError
from azulejos.server.play.tables import Tables
from azulejos.server.social.messages import Speech, Words
from azulejos.server.table.verbs.refusals import require_seats
from azulejos.server.web.logs import log

SUBJECT = "words:"  # before a table's id, in hints to other processes


class Hearer(Protocol):
    """A connection that gets words."""

    person: str

    def send_words(self, words: Words) -> None:
        """Send words; must not block."""


class Talk:
    """Says words at tables, and hands on those of other processes."""

    def __init__(self, speech: Speech, tables: Tables, publish: Callable[[str, int], None]):
        self.speech, self.tables, self.publish = speech, tables, publish
        self._hearers: dict[str, set[Hearer]] = {}  # by table
        self._sent: set[tuple[str, int]] = set()  # recent words that were sent
        self._tasks: set[asyncio.Task[None]] = set()

    async def say(self, table_id: str, person: str, phrase: str, text: str) -> Words:
        """Say something at a table at which the person sits."""
        table = (await self.tables.get_current(table_id)).table
        require_seats(table, person)
        words = await self.speech.add(table_id, table.people(), person, phrase, text)
        self._send(words)
        self.publish(SUBJECT + table_id, words.number)
        return words

    def listen(self, table_id: str, hearer: Hearer) -> None:
        """Send a connection the words at a table that reach its person."""
        if hearer.person:
            self._hearers.setdefault(table_id, set()).add(hearer)

    def unlisten(self, table_id: str, hearer: Hearer) -> None:
        hearers = self._hearers.get(table_id, set())
        hearers.discard(hearer)
        if not hearers:
            self._hearers.pop(table_id, None)

    def _send(self, words: Words) -> None:
        self._sent.add((words.table, words.number))
        for hearer in tuple(self._hearers.get(words.table, ())):
            if words.reach(hearer.person):
                hearer.send_words(words)

    # ---- Words of other processes

    def on_hint(self, table_id: str, number: int) -> None:
        """Read and send words that another process has stored; our own hints come back too."""
        if table_id in self._hearers and (table_id, number) not in self._sent:
            task = asyncio.create_task(self._follow(table_id, number))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _follow(self, table_id: str, number: int) -> None:
        try:
            words = await self.speech.find(table_id, number)
        except AzulejosError:  # the next poll finds them
            log.exception("talk", table=table_id)
            return
        if words:
            self._send(words)

    async def poll(self) -> None:
        """Send recent words whose hint was lost."""
        recent = {(words.table, words.number): words for words in await self.speech.recent()}
        missed = recent.keys() - self._sent
        self._sent &= recent.keys()
        for key in sorted(missed):
            self._send(recent[key])
