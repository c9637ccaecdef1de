"""Reviews of finished games: each is made once, by analysts, and grows in the database.

The first request starts it; everybody reads the same entries. It stops when nobody reads it any
more, and the next request continues it where it stopped, also after a restart.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing

from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.record import Record
from azulejos.record_reader import read_records
from azulejos.search.playouts import lead_spread
from azulejos.search.review import Evaluation, Judgement, evaluate, judge_move, review
from azulejos.search.settings import Limit
from azulejos.server.analysis.analyses import Asker
from azulejos.server.errors import Busy, refusal
from azulejos.server.play.tables import Tables
from azulejos.server.storage.analyses import StoredAnalyses, StoredReviews, key_of
from azulejos.server.table.replay import make_record, make_step
from azulejos.server.table.table import Table
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.timing import now
from azulejos.server.web.limits import Limits, TooMany
from azulejos.server.web.logs import log
from azulejos.wire.marks import mark_json, reason_json
from azulejos.wire.views import ReplayStep

NODES = 16_000  # of one evaluation; a game of two is then reviewed within 20 s on two cores
MAX_LINE = 12  # moves of a better line


def review_from(record_text: str, first: int, is_stopped: Callable[[], bool]) -> Iterator[Json]:
    """Yield the entries of a review from a ply on; ply 0 is the position before the first."""
    record, limit = read_records(record_text)[0], Limit(nodes=NODES, is_stopped=is_stopped)
    if first == 0:
        start = record.first()
        evaluation, spread = evaluate(start, limit), lead_spread(start)
        if is_stopped():
            return
        yield entry_json(0, "", None, evaluation, spread, None)
    for entry in review(record, limit, start=max(0, first - 1)):
        yield entry_json(
            entry.ply, entry.text, entry.seat, entry.after, entry.spread, entry.judgement
        )


def entry_json(
    ply: int,
    text: str,
    seat: int | None,
    after: Evaluation,
    spread: tuple[float, ...],
    judgement: Judgement | None,
) -> Json:
    """An entry of a review, as `ReviewEntry` in `wire/analysis.py` describes it."""
    seats = range(len(after.win))
    return {
        "ply": ply,
        "text": text,
        "seat": seat,
        "win": rounded(after.win, 4),
        "points": rounded(after.points),
        "lead": rounded([after.lead(each) for each in seats]),
        "score": rounded([after.score(each) for each in seats]),
        "is_exact": after.is_exact,
        "spread": rounded(spread),
        "judgement": judgement and judgement_json(judgement),
    }


def rounded(values: list[float] | tuple[float, ...], digits: int = 3) -> list[float]:
    return [round(float(value), digits) for value in values]


def judgement_json(judgement: Judgement) -> Json:
    """A judgement of a move, as `JudgementView` in `wire/analysis.py` describes it."""
    return {
        "best": judgement.best,
        "line": judgement.line[:MAX_LINE],
        "win_lost": round(judgement.win_lost, 4),
        "lead_lost": round(judgement.lead_lost, 3),
        "loss": round(judgement.loss, 3),
        "grade": judgement.grade,
        "accuracy": round(judgement.accuracy, 4),
        "reasons": [reason_json(reason) for reason in judgement.reasons],
        "marks": [mark_json(mark) for mark in judgement.marks],
    }


def try_move(
    record_text: str, ply: int, move: str, is_stopped: Callable[[], bool]
) -> Iterator[Json]:
    """Yield the judgement of a move that was tried instead of the one of a ply."""
    limit = Limit(nodes=NODES, is_stopped=is_stopped)
    position = position_before(read_records(record_text)[0], ply)
    before, after = evaluate(position, limit), position.copy()
    after.push(move)
    assert before.info is not None  # a seat decides: the server has checked it
    found = judge_move(position, position.actor, move, before.info, evaluate(after, limit), limit)
    if not is_stopped():
        yield judgement_json(found)


def position_before(record: Record, ply: int) -> Position:
    """The position in which the entry of a ply was played."""
    position = record.first()
    for entry in record.entries[: ply - 1]:
        position.push(entry.text)
    return position


# ---- Reviews that are made

MAX_MAKING = 16  # reviews at a time; beyond that, the server is busy
MAX_MAKING_EACH = 4  # of these, that one address has begun
RETRY_S = 10  # when such an address may try again
STORE_S = 0.4  # between two transactions of one review
ATTEMPTS = 3  # when an analyst dies


class Making:
    """A review that is being made."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker  # of the request that began it
        self.readers: set[object] = set()  # the streams that wait for it
        self.grown = asyncio.Event()  # set and replaced whenever entries were stored
        self.task: asyncio.Task[None] | None = None
        self.has_ended = False

    def note_growth(self) -> None:
        grown, self.grown = self.grown, asyncio.Event()
        grown.set()


class Reviews:
    """Makes reviews, and reads them."""

    def __init__(
        self,
        tables: Tables,
        analysts: Analysts,
        stored: StoredReviews,
        answers: StoredAnalyses,
        limits: Limits,
    ):
        self.tables, self.analysts = tables, analysts
        self.stored, self.answers, self.limits = stored, answers, limits
        self._making: dict[str, Making] = {}

    async def find_game(self, table_id: str) -> Table:
        """A table whose game is over; others are refused."""
        table = (await self.tables.get_current(table_id)).table
        if table.status != "over":
            raise refusal("table.not_over")
        return table

    async def stream(self, asker: Asker, table: Table) -> AsyncGenerator[Json, None]:
        """Yield the entries of a game's review as they grow; start or continue it if needed."""
        last, sent, reader = len(table.position.history), -1, object()
        making: Making | None = None
        try:
            while True:
                making = self._making.get(table.plan.id, making)
                has_ended, grown = False, None  # as they were before reading, to miss nothing
                if making:
                    making.readers.add(reader)
                    has_ended, grown = making.has_ended, making.grown
                for entry in await self.stored.entries(table.plan.id, sent):
                    sent = entry["ply"]
                    yield entry
                if sent == last:
                    return
                if has_ended:
                    raise Busy
                if grown is not None:
                    await grown.wait()
                elif table.plan.id not in self._making:
                    making = self._begin(asker, table, sent + 1)
        finally:
            if making:
                self._leave(table.plan.id, making, reader)

    def _leave(self, table_id: str, making: Making, reader: object) -> None:
        """Stop the work on a review that its last reader leaves."""
        making.readers.discard(reader)
        if not making.readers and making.task and self._making.get(table_id) is making:
            del self._making[table_id]
            making.task.cancel()

    def _begin(self, asker: Asker, table: Table, first: int) -> Making:
        """Make the rest of a review in the background; a new one counts for who asks."""
        if not asker.person:
            raise refusal("people.sign_in")
        if len(self._making) >= MAX_MAKING:
            raise Busy
        mine = [x for x in self._making.values() if x.asker.address == asker.address]
        if self.limits.is_on and len(mine) >= MAX_MAKING_EACH:
            raise TooMany(RETRY_S, "api.one_at_a_time")
        if first == 0:
            self.limits.require("review_person", asker.person, code="analysis.too_many")
            self.limits.require("review_address", asker.address, code="analysis.too_many")
        making = self._making[table.plan.id] = Making(asker)
        making.task = asyncio.create_task(self._make(table, first, making))
        making.task.add_done_callback(lambda _: self._end(table.plan.id, making))
        return making

    def _end(self, table_id: str, making: Making) -> None:
        if self._making.get(table_id) is making:
            del self._making[table_id]
        making.has_ended = True
        making.note_growth()
        if making.task and not making.task.cancelled() and making.task.exception():
            log.error("review", table=table_id, error=repr(making.task.exception()))

    async def _make(self, table: Table, first: int, making: Making) -> None:
        record = await asyncio.to_thread(lambda: make_record(table).to_text())
        last, failures = len(table.position.history), 0
        while first <= last:
            before = first
            try:
                first = await self._make_part(table.plan.id, record, first, making)
            except Busy:
                first = await self.stored.count(table.plan.id)
            failures = 0 if first > before else failures + 1
            if failures >= ATTEMPTS:
                raise Busy

    async def _make_part(self, table_id: str, record: str, first: int, making: Making) -> int:
        """Make and store entries until the analyst is needed elsewhere; return the next ply."""
        entries: list[Json] = []
        stored_at = now()
        found = self.analysts.stream(review_from, record, first, is_urgent=False)
        async with aclosing(found):
            async for entry in found:
                entries.append(entry)
                first = entry["ply"] + 1
                if now() >= stored_at + STORE_S:
                    await self.stored.add(table_id, entries)
                    making.note_growth()
                    entries, stored_at = [], now()
        if entries:
            await self.stored.add(table_id, entries)
            making.note_growth()
        return first

    async def try_move(self, person: str, table: Table, ply: int, move: str) -> Json:
        """The judgement of a move instead of the one that was made at a ply."""
        position = position_at(table, ply)
        after = position.copy()
        after.push(move)  # raises if it is not legal
        move = after.history[-1]
        key = key_of("try", table.plan.id, ply, move, NODES)
        found = await self.answers.find(key)
        if found is None:
            with self.limits.exclusive("attempt", person):
                self.limits.require("attempt_person", person)
                record = await asyncio.to_thread(lambda: make_record(table).to_text())
                async for found in self.analysts.stream(try_move, record, ply, move):
                    await self.answers.add(key, found)
        if found is None:
            raise Busy
        return found

    async def stop(self) -> None:
        tasks = [making.task for making in self._making.values() if making.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def position_at(table: Table, ply: int) -> Position:
    """The position in which the move of a ply was made; a deal or another ply is refused."""
    position = table.position.copy()
    if not 1 <= ply <= len(position.history):
        raise refusal("analysis.nobody")
    while len(position.history) >= ply:
        position.pop()
    if position.turn is None:
        raise refusal("analysis.nobody")
    return position


def play_line(table: Table, ply: int, moves: list[str]) -> tuple[list[ReplayStep], list[str]]:
    """The positions of a line that begins instead of the move of a ply, and the moves after it."""
    position = position_at(table, ply)
    steps = [make_step(position, ply + n, move, table.at) for n, move in enumerate(moves)]
    return steps, [] if position.turn is None else position.legal_moves
