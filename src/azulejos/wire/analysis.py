"""Analyses, hints and reviews, and lines that are tried in a review."""

from typing import Annotated, Literal

from pydantic import Field

from azulejos.wire.fields import Answer, MoveText, Request, example
from azulejos.wire.marks import Advice, Comparison, Mark, Reason
from azulejos.wire.messages import AnalysisFields, MoveInfo
from azulejos.wire.views import Depth, ReplayStep


class AnalysisForm(Request, AnalysisFields):
    """Analyse a position of a table, or a position given as JSON."""

    model_config = example(table="7ZkT4mNq9RbW", ply=12, seconds=1.0)


class HintForm(Request):
    """Ask for a hint."""

    model_config = example(depth="look")

    depth: Depth


class HintAnswer(Answer):
    """A hint."""

    depth: Depth
    move: str  # the best move; "" if the hint says only where to look
    look: Advice  # where to look
    play: Advice | None  # the move, unless the depth is "look"
    why: Comparison | None  # if the depth is "why"


class JudgementView(Answer):
    """How good a move was for its seat."""

    best: str  # move
    line: list[str]  # principal variation, beginning with the best move
    win_lost: float  # share of the win lost against the best move
    lead_lost: float  # points of the lead lost against the best move
    loss: float  # both as one number, in points; at least 0
    grade: Literal["", "inaccuracy", "mistake", "blunder"]
    accuracy: float  # from 1 for no loss down to 0
    reasons: list[Reason]  # why the best move is better, if the move has a grade
    marks: list[Mark]  # then the better move on the board, and as "was" the one that was played


class ReviewStart(Answer):
    """The first line of a review."""

    type: Literal["review"] = "review"
    table: str
    plies: int  # moves and deals of the game: the ply of the last entry
    nodes: int  # of each evaluation


class ReviewEntry(Answer):
    """A move or deal, and what the seats could expect after it. Ply 0 is the position before."""

    type: Literal["entry"] = "entry"
    ply: int
    text: str  # the move or deal
    seat: int | None  # that moved
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    lead: list[float]  # by seat: points ahead of the best other seat
    score: list[float]  # by seat: half its lead, half its share of the win, in points
    is_exact: bool  # solved to the end of the round or game
    spread: list[float]  # by seat: standard deviation of the lead at the end
    judgement: JudgementView | None  # of a move


class AttemptForm(Request):
    """Try a move instead of the one of a ply."""

    model_config = example(ply=12, move="3B2")

    ply: Annotated[int, Field(ge=1, le=10_000)]
    move: MoveText


class LineForm(Request):
    """A line that begins instead of the move of a ply."""

    model_config = example(ply=12, moves=["3B2", "1R4"])

    ply: Annotated[int, Field(ge=1, le=10_000)]
    moves: Annotated[list[MoveText], Field(max_length=16)]


class LineAnswer(Answer):
    """The positions of a line, and what could be played after it."""

    steps: list[ReplayStep]
    moves: list[str]  # the legal moves after the line


class AnalysisAnswer(Answer):
    """The result of a search."""

    best: str  # move
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    nodes: int
    seconds: float
    is_exact: bool  # solved to the end
    network: str  # digest of the network that was used
    moves: list[MoveInfo]
