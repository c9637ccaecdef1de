"""Being ready: what thinking needs is loaded, or compiled, before the clock of a request starts.

A thread of its own loads compiled code: first what a first decision needs in each game, which takes
a few tenths of a second and which hello waits for, then the rest while nothing else is going on. A
request that comes before the rest is loaded rehearses: it thinks a little before its clock starts.
Where nothing is in the cache yet, all is compiled first, which takes a minute or two.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from azulejos.catalog import GAMES
from azulejos.jit import watch_compilation
from azulejos.position import Position
from azulejos.search.players import Player, find_player
from azulejos.search.warmth import EVERY_WAY, REHEARSAL, warm_up_opening, warm_up_table

ALL_TABLES = [(game.name, seats) for game in GAMES.values() for seats in game.players]
PAUSE_SECONDS = 0.05  # after a step, for requests that are on their way


class Warmth:
    """What is loaded so far, and the thread that loads the rest."""

    def __init__(self, is_busy: Callable[[], bool]):
        self.is_busy = is_busy
        self.tables: set[tuple[str, int]] = set()  # loaded: games and numbers of seats
        self.is_ready = Event()  # first decisions are loaded, or given up
        self.is_ended = Event()  # set to load no more; what is being compiled is finished and kept
        self.thread = Thread(target=self.run)

    def run(self) -> None:
        """Load everything; whatever cannot be, requests find out for themselves."""
        try:
            if self._load_openings():
                self._load_tables(lambda: False)
        finally:
            self.is_ready.set()
        self._load_tables(self.is_busy)

    def _load_openings(self) -> bool:
        """Load what first decisions need; True if it had to be compiled, as then has the rest."""
        compiled: list[str] = []
        with watch_compilation(compiled.append):
            for game in GAMES.values():
                if not self.is_ended.is_set():
                    with kept():
                        warm_up_opening(game)
        return bool(compiled)

    def _load_tables(self, is_busy: Callable[[], bool]) -> None:
        """Load all that is needed, table by table, whenever nothing runs or is about to."""
        players = [find_player(name) for name in EVERY_WAY]
        for name, seats in ALL_TABLES:
            while (name, seats) not in self.tables and not self.is_ended.wait(PAUSE_SECONDS):
                if not is_busy():
                    with kept():
                        warm_up_table(GAMES[name], seats, players)
                    self.tables.add((name, seats))

    def rehearse(self, position: Position, player: Player) -> bool:
        """Load what a player needs in a position; False if that is done already."""
        if (position.game.name, position.players) in self.tables:
            return False
        player.choose(position, REHEARSAL)
        return True


@contextmanager
def kept() -> Iterator[None]:
    """What is loaded in the block stays, so no collection of garbage need ever look through it:
    that would take longer than the grace of an answer.
    """
    gc.freeze()
    yield
    gc.freeze()
