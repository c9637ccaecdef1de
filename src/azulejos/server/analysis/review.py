"""The work of an analyst on a review: entries of a game from some ply on, and tried moves."""

from collections.abc import Callable, Iterator

from azulejos.compiled.jit import run_plain
from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.record import Record
from azulejos.record_reader import read_records
from azulejos.search.playouts import lead_spread
from azulejos.search.review import Evaluation, Judgement, evaluate, judge_move, review
from azulejos.search.settings import Limit
from azulejos.wire.fields import sentence

NODES = 4_000  # of one evaluation; a game of two is then reviewed within 20 s on two cores
MAX_LINE = 12  # moves of a better line


def review_from(record_text: str, first: int, is_stopped: Callable[[], bool]) -> Iterator[Json]:
    """Yield the entries of a review from a ply on; ply 0 is the position before the first."""
    run_plain(False)
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
        "reasons": [sentence(reason).model_dump() for reason in judgement.reasons],
    }


def try_move(
    record_text: str, ply: int, move: str, is_stopped: Callable[[], bool]
) -> Iterator[Json]:
    """Yield the judgement of a move that was tried instead of the one of a ply."""
    run_plain(False)
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
