"""The request bodies and responses about practice games and statistics that teach."""

from typing import Annotated

from pydantic import Field

from azulejos.search.players import LEVELS, OPPONENTS
from azulejos.teaching.practice import ADAPTIVE
from azulejos.wire.fields import (
    GAME,
    Answer,
    MoveText,
    PositionJson,
    Request,
    Sentence,
    Word,
    example,
)
from azulejos.wire.school import BoardPosition, EventAnswer

MAX_POSITION_FIELDS = 32
BOTS = f"^(random|greedy|{ADAPTIVE}|{'|'.join(OPPONENTS)}|level[1-{LEVELS}])$"


class DrillAnswer(Answer):
    """A position to play out."""

    board: BoardPosition
    goal: float | None  # points that your moves may give away in all; null: to win is enough


class PracticeForm(Request):
    """Play a move in a position; a bot plays for all other seats. Without a move only the others
    play, until it is your turn.
    """

    model_config = example(position={"game": GAME}, move="3B2", bot="level1")

    position: Annotated[PositionJson, Field(max_length=MAX_POSITION_FIELDS)]
    move: MoveText | None = None
    bot: Annotated[Word, Field(pattern=BOTS)] = "level1"
    has_deals: bool = True  # false: stop when the round is over


class PracticeAnswer(Answer):
    """The events until it is your turn again."""

    board: BoardPosition
    events: list[EventAnswer]
    comment: Sentence | None  # on your move
    loss: float | None  # points that your move gave away; null while the search is not ready
    note: Sentence | None  # on the adaptive bot: how it plays now


class LevelAnswer(Answer):
    """A step of the path from the lowest level to the highest."""

    level: int
    lesson: str  # that helps to beat it
    games: int  # of yours against this level alone
    wins: int


class TallyAnswer(Answer):
    """Decisions of one kind in your reviewed games."""

    name: str  # the part of the game from 1 (its round, if it has rounds), or the theme
    decisions: int
    accuracy: float  # mean, from 0 to 1
    loss: float  # points given away in a game, on average


class AdviceAnswer(Answer):
    """A theme that cost you points: a lesson about it, and puzzles with it."""

    theme: str
    lesson: str  # "" if there is none
    puzzles: int
    loss: float  # points in a game, on average


class HabitsAnswer(Answer):
    """The averages of your reviewed games."""

    games: int
    luck: float  # points that the deals gave you in a game
    figures: dict[str, float]  # by habit of the game: sentence `<game>.habit.<name>`
    stages: list[TallyAnswer]
    themes: list[TallyAnswer]  # by what the best move was about
    advice: list[AdviceAnswer]
