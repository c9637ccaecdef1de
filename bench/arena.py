"""An arena of scripted people on a real server: no lost move, no double pairing, nobody stuck.

    python bench/arena.py [--people 60] [--minutes 10] [--kills 0] [--postgres] [--pause-s 0.5]

Starts a server with a new SQLite database, or with `--postgres` two servers on one PostgreSQL with
Redis. Everybody plays random legal moves after a pause, game after game. With `--kills N` a server
is killed (SIGKILL) that often and started again. Clients and servers share this machine. Afterwards
every acknowledged move is looked for in the stored games, and the times of everybody's games are
compared. Exits with code 1 at the first error, and if a person had to wait for longer than a
minute for the next game.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.contests import Contest, check_contest, meetings
from tests.server.forker import Forked, Forker
from tests.server.services import run_postgres, run_redis

MAX_WAIT_S = 60.0
LAST_S = 600.0  # for the games that have begun when time is up
START_S = 20  # for everybody to take part


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--pause-s", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Forker(Path(folder)) as forker:
        if not asked.postgres:
            uvloop.run(run(forker, asked, 1, database=f"sqlite:///{folder}/azulejos.db"))
            return
        with run_postgres(is_durable=True) as postgres, run_redis() as redis:
            uvloop.run(run(forker, asked, 2, database=postgres.create(), redis=redis))
            forker.stop_all()


async def run(forker: Forker, asked: argparse.Namespace, processes: int, **settings: Any) -> None:
    """Play an arena, check it and print the numbers."""
    start = partial(forker.start, limits="false", **settings)
    servers = [await asyncio.to_thread(start) for _ in range(processes)]
    contest = Contest(
        lambda: contest.rng.choice(servers).url, pause_s=asked.pause_s, seed=asked.seed
    )
    await contest.create(kind="arena", minutes=asked.minutes, starts_in_s=START_S)
    await contest.enter(asked.people)
    playing = asyncio.create_task(contest.play())
    for number in range(asked.kills):
        await asyncio.sleep(60 * asked.minutes / (asked.kills + 1))
        await replace(servers, number % processes, start)
    async with asyncio.timeout(60 * asked.minutes + START_S + LAST_S):
        await playing
    state = await check_contest(settings["database"], contest)
    games = Counter(place.person for place in state.places)
    met = meetings(state)
    moves = sum(len(player.acked) for player in contest.games)
    print(
        f"{asked.people} people, {asked.minutes} minutes, {processes} processes, "
        f"{asked.kills} kills: {sum(met.values())} games, {moves} acknowledged moves, 0 lost, "
        f"0 doubled, no game at the same time as another; games by person {min(games.values())} to "
        f"{max(games.values())}, longest wait {max(contest.waits_s):.1f} s, the same two met at "
        f"most {max(met.values())} times, seed {asked.seed}"
    )
    if max(contest.waits_s) > MAX_WAIT_S or len(games) < asked.people:
        sys.exit("somebody was stuck")


async def replace(servers: list[Forked], number: int, start: Any) -> None:
    """Kill a server and start another one."""
    servers[number].kill()
    servers[number] = await asyncio.to_thread(start)


if __name__ == "__main__":
    main()
