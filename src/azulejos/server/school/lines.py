"""Lines of moves that a page plays out: what each does, and the position after it."""

from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.server.school.lessons import event_json, study_board
from azulejos.teaching.practice import MAX_LINE, push_event
from azulejos.wire.school import LineEvent


def play_line(start: Position, moves: list[str]) -> list[LineEvent]:
    """The first moves of a line, with the positions after them."""
    position, found = start.copy(), list[LineEvent]()
    for text in moves[:MAX_LINE]:
        event = push_event(position, text)
        found.append(LineEvent(**event_json(event), board=study_board(position)))
    return found


def texts_of(events: list[Json]) -> list[str]:
    """The moves and deals of events in the form in which tables send theirs."""
    return [event["data"].get("move") or event["data"]["deal"] for event in events]
