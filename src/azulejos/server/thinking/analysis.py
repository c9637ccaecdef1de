"""What search thinks of a position, for whoever may ask: nobody while a rated game of it goes on.

The thinking is done in a worker; asking is limited (R22). The same `Info` as in the library.
"""

from dataclasses import asdict

from azulejos.game import Json
from azulejos.position import Position
from azulejos.search.analysis import Limit
from azulejos.search.players import find_player
from azulejos.server.api.problems import refusal
from azulejos.server.api.schemas import AnalysisAnswer, AnalysisForm
from azulejos.server.services import House

LINES = 3


async def analyse(house: House, person: str, form: AnalysisForm) -> AnalysisAnswer:
    """What a player of the house thinks of what was asked about."""
    if (form.table is None) == (form.position is None):
        raise refusal("api.form", where="body.table", what="one_of")
    position = await find_position(house, form)
    await require_no_rated_game(house, person, position.game.name)
    find_player(form.player)
    if position.turn is None:
        raise refusal("analysis.nobody")
    told = await house.workers.run(think, position.to_json(), form.player, form.seconds)
    return AnalysisAnswer(**told)


async def find_position(house: House, form: AnalysisForm) -> Position:
    if form.table is None:
        return Position.from_json(form.position or {})
    table = (await house.tables.get(form.table)).table
    if table.status == "playing" and table.plan.is_rated:
        raise refusal("analysis.rated")
    position = table.position.copy()
    while form.ply is not None and len(position.history) > form.ply:
        position.pop()
    return position


async def require_no_rated_game(house: House, person: str, game: str) -> None:
    """Whoever is in a rated game is helped with no position of that game."""
    playing = await house.store.games_of(person, status="playing")
    if any(table.is_rated and table.game == game for table in playing):
        raise refusal("analysis.rated")


# ---- In a worker


def think(position: Json, player: str, seconds: float) -> Json:
    """The last word of a player on a position."""
    thoughts = find_player(player).think(
        Position.from_json(position), Limit(seconds=seconds), lines=LINES
    )
    *_, info = thoughts
    told = asdict(info)
    del told["is_final"]
    return told
