"""Positions of lessons, puzzles and drills as a board shows them."""

from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.wire.school import EventAnswer, StudyAnswer


def study_board(position: Position) -> StudyAnswer:
    """A position to play from."""
    game, data = position.game, position.to_json()
    names = [option.name for option in game.options(position.players) if option.name in data]
    return StudyAnswer.of(
        position,
        game=game.name,
        edition=game.editions[0],
        options={name: str(data[name]) for name in names},
        position=position.view(),
        moves=[] if position.turn is None else position.legal_moves,
        drawing=position.draw(),
        scores=list(position.scores),
    )


def events_of(found: list[Json]) -> list[EventAnswer]:
    """The moves and deals that a search has found."""
    return [EventAnswer(**each) for each in found]
