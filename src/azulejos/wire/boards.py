"""The request bodies and responses about positions, records and analysis boards."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from azulejos.wire.fields import (
    GAME,
    Answer,
    Language,
    MoveText,
    Options,
    PositionJson,
    Request,
    Sentence,
    StepFacts,
    Word,
    example,
)

MAX_HEADERS = 40  # of a record
MAX_NODES = 1_000  # of a tree
MAX_CHARACTERS = 60_000  # of a record
MAX_LINE = 400  # moves and deals from the first position on
OPENING = {"game": GAME}  # used in examples
EventText = Annotated[str, Field(min_length=1, max_length=80)]  # a move or a deal
Line = Annotated[list[EventText], Field(max_length=MAX_LINE)]  # from the first position on


class EntryView(Answer):
    """A move or deal, and what it did."""

    text: str
    seat: int | None  # that moved; null for a deal
    steps: list[StepFacts]


class PositionView(Answer):
    """A position, and what may happen next."""

    position: PositionJson  # the game's view of the position, which can be sent as a position
    drawing: str  # as in a view of a table
    turn: int | None
    needs: Literal["move", "deal", "nothing"]  # nothing: the game is over
    moves: list[str]  # the legal ones
    scores: list[int]
    shares: list[float]  # of the win, by seat; empty until the game is over
    last: EntryView | None  # the last of the moves that were sent along


class FaultsView(Answer):
    """A position that was set up, and what makes it impossible."""

    position: dict[str, Any]  # as it was sent, with the fields that follow from the others
    faults: list[Sentence]  # none: nothing is known against it
    view: PositionView | None  # null for an impossible position


class ScoreView(Answer):
    """The end of a round, or the figures that score."""

    faults: list[Sentence]  # why it cannot be scored
    steps: list[StepFacts]
    after: PositionView | None  # null for an impossible position; choices may be left in it


class SetupForm(Request):
    """A position that was set up, as JSON."""

    model_config = example(position=OPENING)

    position: dict[str, Any]  # it may be incomplete or impossible


class PositionForm(Request):
    """A position as JSON, and moves and deals that follow it."""

    model_config = example(position=OPENING, moves=[])

    position: PositionJson
    moves: Line = Field(default_factory=list)


class QuestionForm(Request):
    """A position as JSON, and a move in it."""

    model_config = example(position=OPENING, move="1B2")

    position: PositionJson
    move: MoveText


class PictureForm(Request):
    """A position as JSON, and the language of the words in its picture."""

    model_config = example(position=OPENING, language="es")

    position: PositionJson
    language: Language = "en"


class DealAnswer(Answer):
    """A deal that was drawn at random."""

    deal: str


class RecordTextForm(Request):
    """A game or a position in any of its written forms."""

    model_config = example(text=f'[game "{GAME}"] *')

    text: Annotated[str, Field(min_length=1, max_length=MAX_CHARACTERS)]


class NodeForm(Request):
    """A move or deal after another one."""

    parent: Annotated[int, Field(ge=-1, lt=MAX_NODES)]  # number of the node before; -1: none
    text: EventText
    comment: Annotated[str, Field(max_length=2_000)] = ""


class NodeAnswer(Answer):
    """A move or deal after another one."""

    parent: int  # the number of the node before it; -1 for the first position
    text: str
    is_deal: bool
    seat: int | None  # that moves; null for a deal
    comment: str


def check_headers(data: Any) -> Any:
    """Refuse a table of headers that is too long before each of them is validated."""
    if isinstance(data, dict) and len(data) > MAX_HEADERS:
        raise PydanticCustomError("too_long", "too many headers")
    return data


class TreeForm(Request):
    """A tree of variations: the fields of a record, and every move and deal after its parent. The
    first child of a node is the main line.
    """

    model_config = example(game=GAME, players=2, nodes=[])

    game: Word
    players: Annotated[int, Field(ge=0, le=4)] = 0  # 0 for the game's usual number
    options: Options = Field(default_factory=dict)
    start: Annotated[str, Field(max_length=4_000)] = ""  # the first position as text, if set up
    headers: Annotated[
        dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=2_000)]],
        BeforeValidator(check_headers),
    ] = Field(default_factory=dict)
    nodes: Annotated[list[NodeForm], Field(max_length=MAX_NODES)] = Field(default_factory=list)


class TreeAnswer(Answer):
    """A game as a tree of variations; each node comes after its parent, and the first child of a
    node is the main line.
    """

    game: str
    players: int
    options: dict[str, str]
    start: str  # the first position as text; "" for the opening position
    headers: dict[str, str]
    first: PositionView
    nodes: list[NodeAnswer]


class BoardForm(Request):
    """Share a tree of variations."""

    model_config = example(tree={"game": GAME, "players": 2, "nodes": []}, cursor=[])

    tree: TreeForm
    # the line at whose end others see the board first
    cursor: Line = Field(default_factory=list)


class BoardLineForm(Request):
    """A line of a shared board, from the first position on."""

    model_config = example(path=["1B2"])

    path: Line


class BoardMoveForm(BoardLineForm):
    """A move or deal after a line of a shared board."""

    model_config = example(path=[], move="1B2")

    move: EventText


class BoardAnswer(Answer):
    """A shared analysis board."""

    board: str  # its id
    version: int
    cursor: list[str]  # the line at whose end the last change was made
    is_yours: bool  # you shared it
    tree: TreeAnswer
