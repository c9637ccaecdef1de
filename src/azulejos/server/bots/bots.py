"""Built-in bots: they think in workers and move through the same queue as people.

A bot waits long enough for people to follow, and never longer than its clock allows. A bot that
searches first waits until its game is compiled, which its clock is not charged for; if a player
does not want to wait, a simpler bot makes this move. Bots that do not search think in plain Python
until then.

If a process dies while its bot thinks, periodic work of any process lets the bot think again; the
second move for a turn is recognised by its client id and dropped.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Repeated
from azulejos.server.thinking.readiness import POLL_S, Readiness
from azulejos.server.thinking.workers import Workers, think
from azulejos.server.wall_clock import now
from azulejos.server.web import metrics
from azulejos.server.web.logs import log
from azulejos.server.web.status import Status
from azulejos.server.web.tracing import span

MAX_THINKING_S = 5.0
CLOCK_SHARE = 1 / 30  # of the time left on its clock that a bot uses for one move

Act = Callable[[str, Callable[[Table, float], Decision]], Awaitable[Table]]  # `Tables.act`


class Turn(NamedTuple):
    """A turn of a bot."""

    table: str
    version: int  # of the position


class Bots:
    """Lets bots think when it is their turn."""

    def __init__(
        self, act: Act, workers: Workers, readiness: Readiness, status: Status, pause_s: float
    ):
        self.act, self.workers, self.pause_s = act, workers, pause_s
        self.readiness, self.status = readiness, status
        self._thinking: dict[Turn, asyncio.Task[None]] = {}
        self._hurried: set[Turn] = set()  # in which a simpler bot may move

    def on_change(self, table: Table, _events: Sequence[Event] = ()) -> None:
        """Start to think if it is a bot's turn and it is not thinking yet."""
        turn = Turn(table.plan.id, table.position_version)
        if table.is_hurried:
            self._hurried.add(turn)
        if table.bot_turn and turn not in self._thinking:
            task = asyncio.create_task(self._play(table, turn))
            self._thinking[turn] = task
            task.add_done_callback(lambda _: self._forget(turn))

    def _forget(self, turn: Turn) -> None:
        del self._thinking[turn]
        self._hurried.discard(turn)

    async def _play(self, table: Table, turn: Turn) -> None:
        """Think, wait, and move."""
        position, version, ready_at = table.position, turn.version, None
        try:
            bot = table.bot_turn
            if not self.readiness.can_move(bot, position):
                bot, ready_at = await self._await_bot(bot, position, turn), now()
            share_s = share_of_clock(table, now() if ready_at is None else table.clock.since)
            seconds = min(MAX_THINKING_S, share_s)
            is_plain = not self.readiness.has_search(position.game.name)
            with span("bot", bot=bot), metrics.timed(metrics.bot_s.labels(bot)):
                move = await self.workers.run(think, position.to_json(), bot, seconds, is_plain)
            self.status.report("bots", True)
            pause_s = min(self.pause_s, share_s)
            await asyncio.sleep(max(0.0, table.moved_at + pause_s - now()))
            await self.act(
                table.plan.id,
                lambda table, at: verbs.bot_move(table, move, version, at, ready_at),
            )
        except (AzulejosError, Repeated):
            pass  # the table has changed meanwhile
        except Exception:  # periodic work lets the bot try again
            self.status.report("bots", False)
            metrics.bot_failures.inc()
            log.exception("bot", table=table.plan.id, version=version)

    async def _await_bot(self, bot: str, position: Position, turn: Turn) -> str:
        """The bot that moves: the given one as soon as it is ready, or a simpler one before, if a
        player asks for it.
        """
        while not self.readiness.can_move(bot, position):
            if turn in self._hurried:
                return self.readiness.simple_bot(position.game)
            await asyncio.sleep(POLL_S)
        return bot

    async def stop(self) -> None:
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def share_of_clock(table: Table, at: float) -> float:
    """Seconds that a bot may take for its next move."""
    left_s = None if table.turn is None else table.clock.left(table.turn, at)
    return MAX_THINKING_S if left_s is None else left_s * CLOCK_SHARE


# ---- In a worker
