"""Challenges that reach people on whatever page they are, in whatever process.

Each process looks for challenges to the people who are connected to it, and sends somebody their
list when it has changed.
"""

from collections.abc import Iterable
from typing import Protocol

from azulejos.server.social.challenges import Challenge, Challenges


class Addressee(Protocol):
    """A connection of somebody who may be challenged."""

    person: str

    def send_challenges(self, challenges: list[Challenge]) -> None:
        """Send the challenges to the person; must not block."""


class ChallengePost:
    """Sends the challenges to the people who are connected to this process."""

    def __init__(self, challenges: Challenges):
        self.challenges = challenges
        self._addressees: dict[str, set[Addressee]] = {}  # by person
        self._sent: dict[str, tuple[str, ...]] = {}  # by person: tables of the list sent last

    def listen(self, addressee: Addressee) -> None:
        if addressee.person:
            self._addressees.setdefault(addressee.person, set()).add(addressee)
            self._sent.pop(addressee.person, None)  # so that the new connection gets it too

    def unlisten(self, addressee: Addressee) -> None:
        here = self._addressees.get(addressee.person, set())
        here.discard(addressee)
        if not here:
            self._addressees.pop(addressee.person, None)
            self._sent.pop(addressee.person, None)

    async def deliver(self, people: Iterable[str] | None = None) -> None:
        """Send people their lists as far as they have changed; by default to all."""
        wanted = set(self._addressees if people is None else people) & self._addressees.keys()
        found = await self.challenges.to(wanted)
        for person in wanted & self._addressees.keys():
            challenges = found.get(person, [])
            tables = tuple(each.table for each in challenges)
            if tables == self._sent.get(person, ()):
                self._sent.setdefault(person, ())
                continue
            self._sent[person] = tables
            for addressee in tuple(self._addressees[person]):
                addressee.send_challenges(challenges)
