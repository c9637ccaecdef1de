"""The inbox: challenges reach people on whatever page they are, in whatever process."""

from collections.abc import Collection
from typing import Protocol

from pydantic import BaseModel

from azulejos.server.cluster.channel import Channel
from azulejos.server.cluster.hints import Publish
from azulejos.server.social.challenges import Challenge, Challenges
from azulejos.wire.messages import Challenged, ChallengeView


class Recipient(Protocol):
    """A connection of a person who may be challenged."""

    person: str

    def send(self, message: BaseModel) -> None:
        """Send a message; must not block."""


class Inbox:
    """Sends people who are connected to this process the list of challenges to them."""

    def __init__(self, challenges: Challenges, publish: Publish):
        self.challenges = challenges
        self.channel: Channel[Recipient] = Channel("challenges", publish, self._deliver)
        self._sent: dict[str, tuple[str, ...]] = {}  # by person: tables of the list sent last

    def listen(self, recipient: Recipient) -> None:
        if recipient.person:
            self.channel.listen(recipient.person, recipient)
            self._sent.pop(recipient.person, None)  # so that the new connection gets it too

    def unlisten(self, recipient: Recipient) -> None:
        self.channel.unlisten(recipient.person, recipient)
        if not self.channel.listeners(recipient.person):
            self._sent.pop(recipient.person, None)

    async def deliver(self, person: str) -> None:
        """Send a person a list that has just changed, in whatever process they are."""
        self.channel.announce(person)
        await self._deliver([person])

    async def _deliver(self, people: Collection[str]) -> None:
        """Send people their lists as far as they have changed."""
        here = [person for person in people if self.channel.listeners(person)]
        found = await self.challenges.to(here)
        for person in here:
            self._send(person, found.get(person, []))

    def _send(self, person: str, challenges: list[Challenge]) -> None:
        tables = tuple(each.table for each in challenges)
        if tables != self._sent.setdefault(person, ()):
            self._sent[person] = tables
            shown = [ChallengeView.of(each, table=each.summary) for each in challenges]
            for recipient in self.channel.listeners(person):
                recipient.send(Challenged(challenges=shown))
