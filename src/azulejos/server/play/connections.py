"""The open WebSockets and event streams of this process, and the end of those that were revoked.

When a session or token ends, its connections end with it: here at once, in other processes when
they get the hint, and without Redis when they next look for revocations in the database.
"""

import asyncio
from typing import Protocol

from azulejos.server.accounts.bans import Bans
from azulejos.server.accounts.callers import Caller
from azulejos.server.accounts.sessions import Sessions
from azulejos.server.accounts.tokens import Tokens
from azulejos.server.cluster.hints import Publish
from azulejos.server.wall_clock import now

REVOKED = 1008  # close code: policy violation
RECENT_S = 50.0  # revocations that are looked at: as long as they are noted, and a little less
REVOCATION = "revocation"  # the subject of hints when sessions or tokens have ended


class Closable(Protocol):
    """A connection that the server can close."""

    caller: Caller | None
    host: str  # the address of the client

    def close(self, code: int) -> None:
        """Close it with a code; must not block."""


class Connections(set[Closable]):
    """All open connections of this process."""

    def __init__(self, sessions: Sessions, tokens: Tokens, publish: Publish):
        super().__init__()
        self.sessions, self.tokens, self._publish = sessions, tokens, publish
        self._seen: set[str] = set()  # ids of revocations
        self._tasks: set[asyncio.Task[None]] = set()

    async def on_revocation(self) -> None:
        """Close the connections of sessions or tokens that this process has just ended (R38)."""
        self._publish(f"{REVOCATION}:", 0)
        await self.close_revoked()

    def on_hint(self, _key: str, _version: int) -> None:
        """Close the connections of sessions or tokens that another process has ended."""
        task = asyncio.create_task(self.close_revoked())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def find_revocations(self) -> None:
        """Close the connections of what other processes have revoked, if the hint was lost."""
        recent = await self.sessions.revocations_since(now() - RECENT_S)
        is_new, self._seen = bool(recent - self._seen), recent
        if is_new:
            await self.close_revoked()

    async def close_revoked(self) -> None:
        """Close connections whose session or token is not valid any more (R26)."""
        callers = {each: each.caller for each in self if each.caller}
        valid = await self.sessions.open_among({c.session for c in callers.values()} - {""})
        valid |= await self.tokens.open_among({c.token for c in callers.values()} - {""})
        for each, caller in callers.items():
            if not {caller.session, caller.token} & valid:
                each.close(REVOKED)

    def close_banned(self, bans: Bans) -> None:
        """Close connections of people or addresses that are banned."""
        for each in () if bans.is_empty else tuple(self):
            if bans.covers(each.host, each.caller.person.id if each.caller else ""):
                each.close(REVOKED)
