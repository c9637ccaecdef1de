"""Crash test: kill servers at random times under load; no acknowledged move is lost or doubled.

    python bench/crash.py [--rounds 200] [--bad-network] [--only sqlite|postgresql] [--seed 1]

The same as `tests/server/test_crash.py` with more rounds: on SQLite, then on PostgreSQL with Redis.
With `--bad-network` messages between people and servers are lost, doubled, delayed up to 5 s and
reordered, connections are cut or fall silent, and PostgreSQL hangs or is away before half of the
kills. Exits with code 1 at the first error.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.chaos import Chaos, url_through, wire_to_postgres
from tests.server.crashes import Storm, check_games
from tests.server.forker import Forker
from tests.server.services import run_postgres, run_redis

DATABASES = ("sqlite", "postgresql")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--bad-network", action="store_true")
    parser.add_argument("--only", choices=DATABASES)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    for kind in DATABASES:
        if asked.only in (None, kind):
            start = time.monotonic()
            moves, games = run(kind, asked)
            where = f"{kind}, bad network" if asked.bad_network else kind
            print(
                f"{where}: {asked.rounds} kills, {games} games, {moves} acknowledged moves, "
                f"0 lost, 0 doubled, seed {asked.seed}, {time.monotonic() - start:.0f} s",
                flush=True,
            )


def run(kind: str, asked: argparse.Namespace) -> tuple[int, int]:
    """Run the crash test on a kind of database; return the numbers of moves and games."""
    with tempfile.TemporaryDirectory() as folder, Forker(Path(folder)) as forker:
        if kind == "sqlite":
            return asyncio.run(storm(forker, asked, f"sqlite:///{folder}/azulejos.db"))
        with run_postgres() as postgres, run_redis() as redis_url:
            found = asyncio.run(storm(forker, asked, postgres.create(), redis=redis_url))
            forker.stop_all()
            return found


async def storm(
    forker: Forker, asked: argparse.Namespace, database: str, **settings: Any
) -> tuple[int, int]:
    """Play while servers are killed; check the games."""
    async with AsyncExitStack() as stack:
        reached, network, wire = database, None, None
        if asked.bad_network:
            network = await stack.enter_async_context(Chaos("", random.Random(asked.seed)))
            if not database.startswith("sqlite"):
                wire = await stack.enter_async_context(wire_to_postgres(database))
                reached = url_through(wire, database)
        start = partial(forker.start, limits="false", database=reached, **settings)
        raging = await asyncio.to_thread(Storm, start, asked.seed, network, wire)
        await raging.run(asked.rounds)
    return await check_games(database, raging.players), len(raging.players)


if __name__ == "__main__":
    main()
