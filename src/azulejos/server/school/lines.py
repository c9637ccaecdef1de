"""Lines of moves that a page plays out: what each does, the position after it, and why."""

from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.search.reasons import explain_choice, play_out
from azulejos.server.school.lessons import board_position, event_json
from azulejos.server.thinking.workers import Workers
from azulejos.teaching.practice import MAX_LINE, push_event
from azulejos.wire.marks import Comparison, Mark, comparison_json, mark_json
from azulejos.wire.school import LineEvent


def play_line(start: Position, moves: list[str]) -> list[LineEvent]:
    """The first moves of a line, with the positions after them."""
    position, found = start.copy(), list[LineEvent]()
    for number, text in enumerate(moves[:MAX_LINE], 1):
        marks = move_marks(position, text, str(number))
        event = push_event(position, text)
        board = board_position(position)
        found.append(LineEvent(**event_json(event), board=board, marks=marks))
    return found


def move_marks(position: Position, move: str, tag: str) -> list[Mark]:
    """A move on the board; none for a deal, and in a game without marks."""
    reasons = position.game.reasons
    if reasons is None or position.turn is None:
        return []
    found = reasons.show_move(position.view(), play_out(position, move), tag)
    return [Mark(**mark_json(mark)) for mark in found]


def texts_of(events: list[Json]) -> list[str]:
    """The moves and deals of events in the form in which tables send theirs."""
    return [event["data"].get("move") or event["data"]["deal"] for event in events]


async def explain(workers: Workers, position: Position, move: str, other: str = "") -> Comparison:
    """Why a move is better than another one, by default than the best other."""
    return Comparison(**await workers.run(explain_in_worker, position.to_json(), move, other))


def explain_in_worker(position: Json, move: str, other: str) -> Json:
    """Compare two moves; see `Comparison`."""
    return comparison_json(explain_choice(Position.from_json(position), move, other=other))
