"""Built-in bots: they think in workers and move through the same queue as people.

A bot waits long enough for people to follow, and never longer than its clock allows. A bot that
searches first waits until its game is compiled; the others think in plain Python until then.

If a process dies while its bot thinks, periodic work of any process lets the bot think again; the
second move for a turn is recognised by its client id and dropped.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from azulejos.compiled.jit import run_plain
from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.position import Position
from azulejos.search.players import find_player
from azulejos.search.settings import Limit
from azulejos.server.ops import metrics
from azulejos.server.ops.logs import log
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Repeated
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.thinking.workers import Workers
from azulejos.server.wall_clock import now

MAX_THINKING_S = 5.0
CLOCK_SHARE = 1 / 30  # of the time left on its clock that a bot uses for one move

Act = Callable[[str, Callable[[Table, float], Decision]], Awaitable[Table]]  # `Tables.act`


class Bots:
    """Lets bots think when it is their turn."""

    def __init__(self, act: Act, workers: Workers, readiness: Readiness, pause_s: float):
        self.act, self.workers, self.pause_s = act, workers, pause_s
        self.readiness = readiness
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}

    def on_change(self, table: Table, _events: Sequence[Event] = ()) -> None:
        """Start to think if it is a bot's turn and it is not thinking yet."""
        key = (table.plan.id, table.position_version)
        if table.bot_turn and key not in self._thinking:
            task = asyncio.create_task(self._play(table))
            self._thinking[key] = task
            task.add_done_callback(lambda _: self._thinking.pop(key, None))

    async def _play(self, table: Table) -> None:
        """Think, wait, and move."""
        version, bot, position = table.position_version, table.bot_turn, table.position
        try:
            await self.readiness.wait_for(bot, position.game)
            share_s = share_of_clock(table, now())
            seconds = min(MAX_THINKING_S, share_s)
            is_plain = not self.readiness.has_search(position.game.name)
            with metrics.timed(metrics.bot_s.labels(bot)):
                move = await self.workers.run(think, position.to_json(), bot, seconds, is_plain)
            pause_s = min(self.pause_s, share_s)
            await asyncio.sleep(max(0.0, table.moved_at + pause_s - now()))
            await self.act(
                table.plan.id, lambda table, at: verbs.bot_move(table, move, version, at)
            )
        except (AzulejosError, Repeated):
            pass  # the table has changed meanwhile
        except Exception:  # periodic work lets the bot try again
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


# ---- In a worker


def think(position: Json, player: str, seconds: float, is_plain: bool) -> str:
    """The move that a player chooses in a position, by compiled code or in plain Python."""
    run_plain(is_plain)
    return find_player(player).choose(Position.from_json(position), Limit(seconds=seconds)).move
