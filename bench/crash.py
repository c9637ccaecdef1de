"""Crash test: kill servers at random times under load; no acknowledged move is lost or doubled.

    python bench/crash.py [--rounds 200] [--only sqlite|postgresql] [--seed 1]

The same as `tests/server/test_crash.py` with more rounds: on SQLite, then on PostgreSQL with Redis.
Exits with code 1 at the first error.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.crashes import Storm, check_games
from tests.server.forker import Forker
from tests.server.services import run_postgres, run_redis

DATABASES = ("sqlite", "postgresql")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--only", choices=DATABASES)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    for kind in DATABASES:
        if asked.only in (None, kind):
            start = time.monotonic()
            moves, games = run(kind, asked.rounds, asked.seed)
            print(
                f"{kind}: {asked.rounds} kills, {games} games, {moves} acknowledged moves, "
                f"0 lost, 0 doubled, seed {asked.seed}, {time.monotonic() - start:.0f} s",
                flush=True,
            )


def run(kind: str, rounds: int, seed: int) -> tuple[int, int]:
    """Run the crash test on a kind of database; return the numbers of moves and games."""
    with tempfile.TemporaryDirectory() as folder, Forker(Path(folder)) as forker:
        if kind == "sqlite":
            return storm(forker, rounds, seed, database=f"sqlite:///{folder}/azulejos.db")
        with run_postgres() as postgres, run_redis() as redis_url:
            found = storm(forker, rounds, seed, database=postgres.create(), redis=redis_url)
            forker.stop_all()
            return found


def storm(forker: Forker, rounds: int, seed: int, **settings: Any) -> tuple[int, int]:
    async def play() -> tuple[int, int]:
        raging = Storm(lambda: forker.start(limits="false", **settings), seed)
        await raging.run(rounds)
        return await check_games(settings["database"], raging.players), len(raging.players)

    return asyncio.run(play())


if __name__ == "__main__":
    main()
