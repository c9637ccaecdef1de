"""Routes about mistakes: which are due, one to be asked, and answers."""

import asyncio
from typing import Annotated

from fastapi import Query, Request

from azulejos.search.review import GRADES
from azulejos.server.accounts.callers import Anybody, Player, Reader
from azulejos.server.feature import Parts, parts_of
from azulejos.server.school import mistakes as stored
from azulejos.server.school.lessons import board_position, judge_move
from azulejos.server.school.lines import play_line, texts_of
from azulejos.server.school.mistakes import Asked, Mistake
from azulejos.server.school.puzzle_routes import legal_move
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.thinking.workers import Workers
from azulejos.server.timing import now
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.fields import Seat, TableId
from azulejos.wire.marks import Comparison
from azulejos.wire.school import (
    MistakeAnswer,
    MistakeForm,
    MistakeName,
    MistakesAnswer,
    MistakeVerdict,
)

router = make_router("mistakes")


@router.get("/mistakes")
async def list_mistakes(
    request: Request,
    caller: Reader,
    table: Annotated[TableId | None, Query()] = None,
    seat: Annotated[Seat, Query()] = 0,
) -> MistakesAnswer:
    """Your mistakes in reviewed games that you are asked again now: after a day, three days and a
    week, then ever later, and anew when you miss one. With a table, those of a seat in its game.
    """
    parts, person, at = parts_of(request), caller.person.id, now()
    database = parts[Database]
    await stored.collect(database, parts[Store], person)
    if table:
        found = await stored.game_mistakes(database, person, table, seat)
    else:
        found = await stored.due_mistakes(database, person, at)
    return MistakesAnswer(
        mistakes=[name(each) for each in found],
        next_at=await stored.next_due(database, person, at),
    )


def name(mistake: Mistake) -> MistakeName:
    return MistakeName(
        table=mistake.table, ply=mistake.ply, loss=mistake.loss, due_at=mistake.due_at
    )


@router.get("/mistakes/{table}/{ply}", responses=refuses("mistakes.unknown"))
async def show_mistake(
    table: TableId, ply: int, request: Request, caller: Anybody
) -> MistakeAnswer:
    """A position in which a move of a reviewed game gave points away."""
    asked = await find(parts_of(request), table, ply)
    return await asyncio.to_thread(mistake_answer, asked, ply, caller.person.id if caller else "")


def mistake_answer(asked: Asked, ply: int, person: str) -> MistakeAnswer:
    seats = asked.table.seats
    return MistakeAnswer(
        table=asked.table.plan.id,
        ply=ply,
        board=board_position(asked.position),
        names=[seat.name for seat in seats],
        is_yours=bool(person) and seats[asked.seat].person == person,
        played=play_line(asked.position, [asked.played])[0],
        loss=asked.judgement["loss"],
    )


@router.post("/mistakes/{table}/{ply}", responses=refuses("mistakes.unknown", "move.illegal"))
async def answer_mistake(
    table: TableId, ply: int, form: MistakeForm, request: Request, caller: Player
) -> MistakeVerdict:
    """Try a better move. Your first answer counts if the mistake is due. Without a move you are
    shown the best one.
    """
    parts, person = parts_of(request), caller.person.id
    asked = await find(parts, table, ply)
    move = legal_move(asked.position, form.move) if form.move is not None else None
    parts[Limits].require("puzzle", person)
    best, line, loss = asked.judgement["best"], asked.judgement["line"], 0.0
    if move not in (None, best):
        found = await judge_move(parts[Workers], asked.position, move or "", best)
        loss, line = found["loss"], texts_of(found["line"])
        if move == asked.played:
            loss = asked.judgement["loss"]  # what was asked is not answered with another search
    is_good = loss < GRADES["inaccuracy"]
    is_found = move is not None and is_good
    due_at = await stored.store_answer(parts[Database], person, table, ply, is_found, now())
    return MistakeVerdict(
        is_found=is_found,
        is_best=move == best,
        loss=loss,
        line=await asyncio.to_thread(play_line, asked.position, line),
        best=best if is_good else "",
        why=reasons_of(asked) if is_good else None,
        due_at=due_at,
    )


def reasons_of(asked: Asked) -> Comparison:
    """Why the best move is better, as the review says beside the points that were lost; the page
    itself shows what was played.
    """
    judged = asked.judgement
    marks = [mark for mark in judged["marks"] if mark["kind"] != "was"]
    return Comparison(reasons=judged["reasons"], other=asked.played, marks=marks, win=asked.win)


async def find(parts: Parts, table: str, ply: int) -> Asked:
    return await stored.find_mistake(parts[Database], parts[Store], table, ply)
