"""The request bodies and responses about puzzles and lessons.

Nothing that is sent about a puzzle before it is answered tells its solution, theme or rating.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from azulejos.games import GAMES
from azulejos.wire.fields import (
    GAME,
    Answer,
    MoveText,
    PositionJson,
    Request,
    StepFacts,
    example,
)
from azulejos.wire.marks import Advice, Comparison, Mark

GameName = Annotated[str, Field(pattern=f"^({'|'.join(GAMES)})$")]
PuzzleId = Annotated[str, Field(pattern="^[0-9a-f]{10}$")]


class BoardPosition(Answer):
    """A position to play from, as a board shows it."""

    game: str
    edition: str
    players: int
    options: dict[str, str]
    position: PositionJson  # the game's view of the position
    turn: int | None  # the seat to decide
    moves: list[str]  # its legal moves
    drawing: str  # the position as plain text
    is_over: bool
    scores: list[int]


class EventAnswer(Answer):
    """A move or deal, and what it did."""

    kind: Literal["moved", "dealt"]
    data: dict[str, Any]  # moved: seat and move; dealt: deal
    steps: list[StepFacts]


class LineEvent(EventAnswer):
    """A move or deal of a line that is played out, with the position after it."""

    board: BoardPosition
    marks: list[Mark]  # the move on the board before it


class StandingAnswer(Answer):
    """How you do at the puzzles of a game."""

    rating: int  # on the scale of the players
    is_provisional: bool  # it rests on few answers
    attempts: int
    solved: int
    streak: int
    best_streak: int
    best_race: int


class PuzzleAnswer(Answer):
    """A puzzle to be solved: find the best move."""

    id: str
    board: BoardPosition


class SolutionAnswer(Answer):
    """The solution of a puzzle that you have solved or given up."""

    move: str
    themes: list[str]
    rating: int  # of the puzzle
    lead: float  # points of lead that every other move loses at least
    win: float  # win share that every other move loses at least
    line: list[LineEvent]  # the move and what should follow
    why: Comparison | None  # with the best other move; null while searches are not ready
    record: str  # the position and the line, as a record


class SolveForm(Request):
    """Your answer to a puzzle; without a move you give up."""

    model_config = example(move="3B2")

    move: MoveText | None = None


class AttemptAnswer(Answer):
    """Whether an answer was right. The solution is told when it was, or when you gave up."""

    is_solved: bool
    is_first: bool  # your first answer to this puzzle, which is the one that counts
    is_rated: bool
    loss: float | None  # points that a wrong move gives away
    change: int  # of your rating by this answer
    line: list[LineEvent]  # a wrong move, and what refutes it
    solution: SolutionAnswer | None
    standing: StandingAnswer


class ConsentForm(Request):
    """Whether your finished games may become puzzles."""

    model_config = example(is_given=True)

    is_given: bool


class ConsentAnswer(Answer):
    """Whether your finished games may become puzzles."""

    is_given: bool


class LookAnswer(Answer):
    """Where to look. A puzzle with a hint counts as not solved."""

    look: Advice


class RaceForm(Request):
    """Start a race: as many puzzles as you can solve in three minutes."""

    model_config = example(game=GAME)

    game: GameName = GAME


class RaceAnswer(Answer):
    """A race, and the puzzle to be solved now."""

    id: str
    left_s: float
    solved: int
    missed: int  # three end the race
    is_over: bool
    puzzle: PuzzleAnswer | None  # null when the race is over
    standing: StandingAnswer


class ThemeAnswer(Answer):
    """A theme, and how many puzzles it has."""

    name: str
    puzzles: int


class TurnAnswer(Answer):
    """A move that was made, the position after it, and what others do then."""

    event: EventAnswer
    board: BoardPosition
    replies: list[EventAnswer]


class FirstStepAnswer(Answer):
    """One thing to do in a first game: sentences `<game>.first.<name>.do`, `.know` and `.right`."""

    name: str
    board: BoardPosition
    accepts: dict[str, TurnAnswer]  # by legal move that does it: what follows
    wrong: dict[str, str]  # by other legal move: the name of `<game>.first.wrong.<reason>`


class ExerciseAnswer(Answer):
    """A position of a lesson, and the points that a move may give away."""

    board: BoardPosition
    goal: float


class LessonAnswer(Answer):
    """A lesson: sentences `<game>.lesson.<name>.title` and `.text`."""

    name: str
    exercises: list[ExerciseAnswer]


class LearnAnswer(Answer):
    """How a game is taught: its first game step by step, and its lessons."""

    steps: list[FirstStepAnswer]
    rest: BoardPosition | None  # the position from which one plays one's own first game
    lessons: list[LessonAnswer]
    drills: list[str]  # kinds of positions to play out
    path: list[str]  # by level, from 1: a lesson that helps; sentence `<game>.path.<level>`


class TryForm(Request):
    """A move in a puzzle of a race."""

    model_config = example(move="3B2")

    move: MoveText


class ExerciseForm(Request):
    """A move in an exercise; without one you are shown the best."""

    model_config = example(move="3B2")

    move: MoveText | None = None


class TryAnswer(Answer):
    """Whether a move met the goal of an exercise, by a search."""

    is_met: bool
    loss: float  # points that it gives away
    line: list[LineEvent]  # what should follow the move, or the best move if it was shown
    best: str  # "" until the goal was met or the best move was shown
    why: Comparison | None  # of the best move with the best other one, once it is told


# ---- Mistakes


class MistakeName(Answer):
    """A mistake in a reviewed game."""

    table: str
    ply: int
    loss: float  # points given away
    due_at: float | None  # when you are asked again, in seconds since 1970; null: never


class MistakesAnswer(Answer):
    """Mistakes that can be asked: those of yours that are due, or those of a seat in a game."""

    mistakes: list[MistakeName]
    next_at: float | None  # when the next of yours falls due, in seconds since 1970


class MistakeAnswer(Answer):
    """A position in which a move gave points away: find a better one."""

    table: str
    ply: int
    board: BoardPosition
    names: list[str]  # of the seats
    is_yours: bool  # else another person made the mistake
    played: LineEvent  # the mistake
    loss: float


class MistakeForm(Request):
    """A better move; without one you are shown the best."""

    model_config = example(move="3B2")

    move: MoveText | None = None


class MistakeVerdict(Answer):
    """Whether a move is better. Any that gives away less than 2 points is accepted."""

    is_found: bool
    is_best: bool
    loss: float  # points that the move gives away
    line: list[LineEvent]  # what should follow the move, or the best move if it was shown
    best: str  # "" while you have not found a move and were not shown one
    why: Comparison | None  # of the best move with the mistake, once it is told
    due_at: float | None  # when you are asked again; null: never
