"""Requests for analysis: which position is meant, and whether it may be analysed.

Nobody gets help with a rated game: neither for a table where one is being played, nor, while one
plays a rated game, for any position of that game.
"""

from azulejos.position import Position
from azulejos.search.players import find_player
from azulejos.server.api.schemas import AnalysisAnswer, AnalysisForm
from azulejos.server.errors import refusal
from azulejos.server.services import Services
from azulejos.server.thinking.analysis import analyse


async def answer_analysis(services: Services, person: str, form: AnalysisForm) -> AnalysisAnswer:
    """Analyse the position that a form describes."""
    if (form.table is None) == (form.position is None):
        raise refusal("api.form", where="body.table", what="one_of")
    position = await find_position(services, form)
    await require_no_rated_game(services, person, position.game.name)
    find_player(form.player)  # raises for an unknown name
    if position.turn is None:
        raise refusal("analysis.nobody")
    info = await analyse(services.workers, services.readiness, position, form.player, form.seconds)
    return AnalysisAnswer(**info)


async def find_position(services: Services, form: AnalysisForm) -> Position:
    """The position in a form, or the one of a table after some plies."""
    if form.table is None:
        return Position.from_json(form.position or {})
    table = (await services.tables.get(form.table)).table
    if table.status == "playing" and table.plan.is_rated:
        raise refusal("analysis.rated")
    position = table.position.copy()
    while form.ply is not None and len(position.history) > form.ply:
        position.pop()
    return position


async def require_no_rated_game(services: Services, person: str, game: str) -> None:
    """Refuse a person who plays a rated game of the same kind now."""
    playing = await services.store.games_of(person, status="playing")
    if any(summary["is_rated"] and summary["game"] == game for summary in playing):
        raise refusal("analysis.rated")
