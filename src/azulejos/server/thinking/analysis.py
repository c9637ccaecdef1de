"""Analysis of a position in a worker process, with the same `Info` as in the library."""

from dataclasses import asdict

from azulejos.compiled.jit import run_plain
from azulejos.game import Json
from azulejos.position import Position
from azulejos.search.players import find_player
from azulejos.search.settings import Limit
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.thinking.workers import Workers

LINES = 3  # best moves with their continuations


async def analyse(
    workers: Workers, readiness: Readiness, position: Position, player: str, seconds: float
) -> Json:
    """The last `Info` of a player that thinks about a position for some seconds, as a dict; waits
    until the game is compiled.
    """
    await readiness.wait_for("best", position.game)
    return await workers.run(think, position.to_json(), player, seconds)


# ---- In a worker


def think(position: Json, player: str, seconds: float) -> Json:
    """Let a player think about a position and return its last `Info` as a dict."""
    run_plain(False)
    infos = find_player(player).think(
        Position.from_json(position), Limit(seconds=seconds), lines=LINES
    )
    *_, last = infos
    info = asdict(last)
    del info["is_final"]
    return info
