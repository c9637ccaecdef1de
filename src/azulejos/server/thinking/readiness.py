"""The abilities of this server while its code is being compiled.

Tables work from the start: until the rules are compiled and loaded, they run as plain Python, and
so do bots that do not search. Bots that search move as soon as their game is compiled. The
compilation runs in processes of its own, see `search/warmup.py`.
"""

import asyncio
import gc
from collections.abc import Sequence

from azulejos.compiled.jit import mode, run_plain
from azulejos.contract.game import Game
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.players import PLAYERS, find_player
from azulejos.search.verbs import remaining_at
from azulejos.search.warmup import RULES, SEARCH, Preparation, use_rules
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.web.logs import log

POLL_S = 0.1  # between two looks at what is compiled
LOAD_AFTER_S = 1.0  # loading compiled rules would slow down the first page and table

_is_loaded = False  # this process has the compiled rules in memory


class Readiness:
    """Switches this process to compiled code when it can, and says who has to wait for what."""

    def __init__(self) -> None:
        self.preparation = Preparation()
        self._switching: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to compile what is missing; meanwhile this process runs plain Python."""
        if not _is_loaded:
            run_plain(True)
        self.preparation.start()
        self._switching = asyncio.create_task(self._switch())

    async def _switch(self) -> None:
        """Load the compiled rules when they are there, and use them from then on."""
        if not _is_loaded:
            await asyncio.sleep(LOAD_AFTER_S)
            while any(self.preparation.has_left(game, RULES) for game in GAMES):
                await asyncio.sleep(POLL_S)
            await asyncio.to_thread(load_rules)
        while not self.preparation.is_over:
            await asyncio.sleep(POLL_S)
        for step, output in self.preparation.failed.items():
            log.error("compile", game=step.game, step=step.name, output=output)

    def on_change(self, table: Table, _events: Sequence[Event] = ()) -> None:
        """Compile the game of a table before all others."""
        self.preparation.prefer(table.plan.game)

    def has_search(self, game: str) -> bool:
        """Can a game be searched by compiled code?"""
        return not self.preparation.has_left(game, SEARCH)

    def can_play(self, bot: str, game: Game) -> bool:
        """Can a bot begin to play a game now?"""
        return self.has_search(game.name) or not find_player(bot).needs_search(game)

    def can_move(self, bot: str, position: Position) -> bool:
        """Can a bot move in a position now?"""
        game = position.game
        if not find_player(bot).needs_search(game) or not self.preparation.has_left(game.name):
            return True
        return self.has_search(game.name) and not is_solver_tried(position)

    def simple_bot(self, game: Game) -> str:
        """The strongest bot that can always move."""
        return [name for name in PLAYERS if not find_player(name).needs_search(game)][-1]

    async def wait_for(self, bot: str, position: Position) -> None:
        """Wait until a bot can move in a position."""
        while not self.can_move(bot, position):
            await asyncio.sleep(POLL_S)

    async def stop(self) -> None:
        if self._switching:
            self._switching.cancel()
        await asyncio.to_thread(self.preparation.stop)
        run_plain(False)


def is_solver_tried(position: Position) -> bool:
    """Does a search try to solve the position exactly? After a deal there is too much left."""
    if position.needs_deal:
        return False
    with mode(is_plain=True):  # the rules alone may be compiled
        most = position.game.evaluator.SOLVABLE_REMAINING[position.players]
        return bool(remaining_at(position.states, 0) <= most)


def load_rules() -> None:
    """Load the compiled rules of every game into this process, or compile them, and use them from
    then on.
    """
    global _is_loaded
    with mode(is_plain=False):
        for game in GAMES.values():
            use_rules(game)
    gc.collect()
    gc.freeze()  # excludes what is loaded from collections, which would take more than 0.1 s
    run_plain(False)
    _is_loaded = True
