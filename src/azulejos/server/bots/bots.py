"""Built-in bots: they think in workers and move through the same queue as people.

A bot waits long enough for people to follow, and never longer than its clock allows.

If a process dies while its bot thinks, periodic work of any process lets the bot think again; the
second move for a turn is recognised by its client id and dropped.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from azulejos.errors import AzulejosError
from azulejos.server.bots import routes
from azulejos.server.feature import Feature, Parts
from azulejos.server.play.tables import Tables
from azulejos.server.settings import Settings
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Repeated
from azulejos.server.thinking.workers import Workers, think
from azulejos.server.timing import now
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

    def __init__(self, act: Act, workers: Workers, status: Status, pause_s: float):
        self.act, self.workers, self.status, self.pause_s = act, workers, status, pause_s
        self._thinking: dict[Turn, asyncio.Task[None]] = {}

    def on_change(self, table: Table, _events: Sequence[Event] = ()) -> None:
        """Start to think if it is a bot's turn and it is not thinking yet."""
        turn = Turn(table.plan.id, table.position_version)
        if table.bot_turn and turn not in self._thinking:
            task = asyncio.create_task(self._play(table, turn))
            self._thinking[turn] = task
            task.add_done_callback(lambda _: self._thinking.pop(turn))

    async def _play(self, table: Table, turn: Turn) -> None:
        """Think, wait, and move."""
        bot, version = table.bot_turn, turn.version
        try:
            share_s = share_of_clock(table, now())
            seconds = min(MAX_THINKING_S, share_s)
            with span("bot", bot=bot), metrics.timed(metrics.bot_s.labels(bot)):
                move = await self.workers.run(think, table.position.to_json(), bot, seconds)
            self.status.report("bots", True)
            pause_s = min(self.pause_s, share_s)
            await asyncio.sleep(max(0.0, table.moved_at + pause_s - now()))
            await self.act(
                table.plan.id, lambda table, at: verbs.bot_move(table, move, version, at)
            )
        except (AzulejosError, Repeated):
            pass  # the table has changed meanwhile
        except Exception:  # periodic work lets the bot try again
            self.status.report("bots", False)
            metrics.bot_failures.inc()
            log.exception("bot", table=table.plan.id, version=version)

    async def stop(self) -> None:
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def share_of_clock(table: Table, at: float) -> float:
    """Seconds that a bot may take for its next move."""
    left_s = None if table.turn is None else table.clock.left(table.turn, at)
    return MAX_THINKING_S if left_s is None else left_s * CLOCK_SHARE


def make_feature(parts: Parts) -> Feature:
    pause_s = parts[Settings].bot_pause_s
    bots = parts.add(Bots(parts[Tables].act, parts[Workers], parts[Status], pause_s))
    return Feature(routers=[routes.router], on_change=[bots.on_change], stop=[bots.stop])
