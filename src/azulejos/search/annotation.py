"""A review written into a record, and read back: grades, evaluations and better lines.

    >>> from azulejos import Position, Record, read_records
    >>> from azulejos.search.review import review
    >>> from azulejos.search.settings import Limit
    >>> game = Position("azul")
    >>> _ = game.deal(1)
    >>> game.push(game.legal_moves[-1])
    >>> record = Record.from_position(game)
    >>> annotated = annotate(record, list(review(record, Limit(nodes=200))), "en")
    >>> move = read_records(annotated.to_text())[0].entries[-1]
    >>> read_annotation(move.comment).grade, len(move.variations)
    ('mistake', 1)

The comment of an entry begins with the mark of its grade, if it has one, and the evaluation after
it as `[%eval SHARE/POINTS …]`, by seat; a sentence for people follows. The better line is a
variation. `docs/notation.md` has the form.
"""

import re
from copy import deepcopy
from dataclasses import dataclass

from azulejos.record import Entry, Record
from azulejos.search.review import Evaluation, Judgement, ReviewedEntry
from azulejos.text import Text, render

MARKS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}  # of the grades, as in chess
MAX_LINE = 12  # moves of a better line that are written as a variation
MAX_TOLD = 6  # of those that a sentence names

SEAT = r"\d\.\d+/-?\d+\.\d+"  # a win share and points
EVALUATION = re.compile(rf"(?:(?P<mark>\?\?|\?!|\?) )?\[%eval (?P<seats>{SEAT}(?: {SEAT})*)\]")


@dataclass(frozen=True)
class Annotation:
    """The facts in a comment about the position after its entry."""

    grade: str  # of the move, "" without one
    win: tuple[float, ...]  # expected win share of each seat
    points: tuple[float, ...]  # expected final points of each seat


def annotate(record: Record, entries: list[ReviewedEntry], language: str) -> Record:
    """A copy of a record with what its review found, in comments and variations."""
    annotated = deepcopy(record)
    for entry, reviewed in zip(annotated.entries, entries, strict=False):
        entry.comment = f"{annotation_text(reviewed, language)} {entry.comment}".strip()
        if reviewed.judgement and reviewed.judgement.grade:
            line = [Entry(move) for move in reviewed.judgement.line[:MAX_LINE]]
            entry.variations.insert(0, line)
    return annotated


def annotation_text(reviewed: ReviewedEntry, language: str) -> str:
    """The mark, the evaluation and the sentence of an entry."""
    words = [evaluation_text(reviewed.after)]
    if reviewed.judgement and reviewed.judgement.grade:
        words = [MARKS[reviewed.judgement.grade], *words]
        words.append(render(grade_text(reviewed.judgement), language))
    return " ".join(words)


def evaluation_text(evaluation: Evaluation) -> str:
    """An evaluation as a comment holds it."""
    values = zip(evaluation.win, evaluation.points, strict=True)
    return f"[%eval {' '.join(f'{win:.4f}/{points:.2f}' for win, points in values)}]"


def grade_text(judgement: Judgement) -> Text:
    """The sentence about a move with a grade: what it lost, and what was better."""
    args = {
        "lead": f"{0 - round(judgement.lead_lost, 1):+.1f}",
        "win": f"{0 - round(judgement.win_lost, 2):+.0%}",
        "line": " ".join(judgement.line[:MAX_TOLD]),
    }
    return Text(f"grade.{judgement.grade}", args)


def read_annotation(comment: str) -> Annotation | None:
    """The annotation that `annotate` wrote into a comment; None if it holds no evaluation."""
    found = EVALUATION.match(comment)
    if found is None:
        return None
    values = [seat.split("/") for seat in found["seats"].split()]
    grade = next((name for name, mark in MARKS.items() if mark == found["mark"]), "")
    win, points = (tuple(float(value[i]) for value in values) for i in (0, 1))
    return Annotation(grade, win, points)
