"""Bots of the house: think in workers, and move through the same door as people.

A bot waits long enough that people can follow, and never longer than its clock has. If a process
dies while its bot thinks, the wake-up call of another one lets the bot think again; whoever is
second finds the move made.
"""

import asyncio
from collections.abc import Sequence

from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.position import Position
from azulejos.search.analysis import Limit
from azulejos.search.players import find_player
from azulejos.server.live.tables import Live, Tables
from azulejos.server.ops import metrics
from azulejos.server.ops.logs import log
from azulejos.server.table import verbs
from azulejos.server.table.table import Event, Table
from azulejos.server.table.verbs import Repeated
from azulejos.server.thinking.workers import Workers
from azulejos.server.wall_clock import now

LONGEST_S = 5.0  # that a bot thinks
CLOCK_SHARE = 1 / 30  # of what is left on its clock, for a move


class Bots:
    """Lets bots think when it is their turn."""

    def __init__(self, tables: Tables, workers: Workers, pause_s: float):
        self.tables, self.workers, self.pause_s = tables, workers, pause_s
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}

    def consider(self, live: Live, _events: Sequence[Event] = ()) -> None:
        """Start to think if a bot is to decide and none does so yet."""
        key = (live.id, live.table.position_version)
        if live.table.bot_turn and key not in self._thinking:
            task = asyncio.create_task(self._play(live.table))
            self._thinking[key] = task
            task.add_done_callback(lambda _: self._thinking.pop(key, None))

    async def _play(self, table: Table) -> None:
        """Think, wait, and move."""
        version, share_s = table.position_version, share_of_clock(table, now())
        try:
            with metrics.timed(metrics.bot_s.labels(table.bot_turn)):
                move = await self.workers.run(
                    think, table.position.to_json(), table.bot_turn, min(LONGEST_S, share_s)
                )
            pause_s = min(self.pause_s, share_s)
            await asyncio.sleep(max(0.0, table.moved_at + pause_s - now()))
            await self.tables.act(
                table.plan.id, lambda table, moment: verbs.bot_move(table, move, version, moment)
            )
        except (AzulejosError, Repeated):
            pass  # the table went on without it
        except Exception:  # whatever it is, the wake-up call lets it try again
            log.exception("bot", table=table.plan.id, version=version)

    async def stop(self) -> None:
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def share_of_clock(table: Table, moment: float) -> float:
    """Seconds that a bot may take for this move."""
    left_s = None if table.turn is None else table.clock.left(table.turn, moment)
    return LONGEST_S if left_s is None else left_s * CLOCK_SHARE


# ---- In a worker


def think(position: Json, player: str, seconds: float) -> str:
    """The move of a player in a position."""
    return find_player(player).choose(Position.from_json(position), Limit(seconds=seconds)).move
