"""`azulejos analyse FILE --ply N`: the best moves of a position, or the average over its deals."""

import json

from azulejos.engine.protocol import info_answer
from azulejos.position import Position
from azulejos.search.analysis import analyse
from azulejos.search.info import Info, MoveInfo
from azulejos.search.reasons import explain_move
from azulejos.search.settings import Limit
from azulejos.text import Text, render

EVERY_S = 0.25  # between two answers of a search whose time is limited, as JSON
LINES = 5
MAX_TOLD = 8  # moves of a line


def analyse_position(position: Position, limit: Limit, language: str, prints_json: bool) -> None:
    """Search a position; print every answer as JSON, or the last one for people."""
    every = EVERY_S if prints_json and limit.seconds else None
    for info in analyse(position, limit, lines=LINES, every=every):
        if prints_json:
            why = explain_move(position, info.best, info) if asks_why(position, info) else None
            answer = info_answer("", info, why)
            print(json.dumps({name: answer[name] for name in answer if name != "id"}), flush=True)
        elif info.is_final:
            print(*info_lines(position, info, language), sep="\n")


def asks_why(position: Position, info: Info) -> bool:
    """Is the best move of an answer explained? The last one, if a seat decides."""
    return info.is_final and not position.needs_deal


def info_lines(position: Position, info: Info, language: str) -> list[str]:
    """The result of a search, for people."""
    args = {"seat": position.turn, "nodes": info.nodes, "n": len(info.moves)}
    code = "deals" if position.needs_deal else "exact" if info.is_exact else "best"
    seats = [
        f"{seat}: {info.win[seat]:4.0%} {info.points[seat]:6.1f}" for seat in range(len(info.win))
    ]
    head = render(Text(f"cli.analyse.{code}", args), language)
    shown = info.moves if position.needs_deal else info.moves[:LINES]
    lines = [head, "   ".join(seats), *(move_line(move, position.turn) for move in shown)]
    return lines if position.needs_deal else [*lines, *reason_lines(position, info, language)]


def reason_lines(position: Position, info: Info, language: str) -> list[str]:
    """Why the best move is better than the best other one."""
    why = explain_move(position, info.best, info)
    args = {"move": why.move, "other": why.other}
    code = "cli.analyse.why" if why.other else "cli.analyse.only"
    return [render(Text(code, args), language), *(f"  {x}" for x in why.sentences(language))]


def move_line(move: MoveInfo, seat: int | None) -> str:
    """A move with what its seat can expect, or a deal with what every seat can."""
    line = " ".join(move.line[1:MAX_TOLD])
    if seat is None:
        points = " ".join(f"{each:6.1f}" for each in move.points)
        return f"{points}   <{move.move}> {line}".rstrip()
    others = max(points for each, points in enumerate(move.points) if each != seat)
    lead = f"{move.points[seat] - others:+6.1f}"
    return f"{lead} {move.win[seat]:5.0%} {move.visits:8}   {move.move} {line}".rstrip()
