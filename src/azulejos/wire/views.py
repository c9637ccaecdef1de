"""A table as its viewers see it: seats, clock, offer, result, events, and the replay of a game."""

from typing import Any, Literal

from azulejos.position import Position
from azulejos.wire.fields import Answer, PositionJson, StepFacts

Status = Literal["open", "playing", "over", "closed"]
EndReason = Literal["played", "resigned", "timed_out", "deserted", "agreed", "aborted", "annulled"]
Depth = Literal["look", "move", "why"]  # of a hint


class SeatView(Answer):
    """A seat and its player; before the start, a place."""

    name: str
    person: str  # id; "" while the seat is open, and for built-in bots
    bot: str  # the name of the built-in bot that sits here
    rating: int | None  # of a built-in bot, if it is measured for what is played here
    is_program: bool  # the person is the account of a program
    is_open: bool
    is_you: bool
    is_away: bool
    claim_at: float | None  # from this time on the others may claim the seat, or with two the win
    vacation_until: float | None  # before that, the seat's days are not counted
    stand_in: str  # the bot that plays for the person
    can_return: bool  # the person may take the seat back from the stand-in
    is_out: bool  # resigned, out of time or gone
    left_s: float | None  # left on the clock at the time `now`
    lag_s: float  # network delay credited so far
    hints: int  # turns in which the seat got a hint


class ClockTerms(Answer):
    """The terms of a clock."""

    kind: Literal["none", "live", "days"]
    bank_s: float  # live: for each seat at the start
    increment_s: float  # live: added after each move
    days: float  # days: for each turn


class ClockView(ClockTerms):
    """The clock of a table."""

    runs_for: int | None  # the seat whose clock runs
    runs_from: float | None  # since when; later than `now` during a pause


class OfferView(Answer):
    """An offer that the seats have to agree to."""

    what: Literal["takeback", "end"]
    seat: int  # who made it
    agreed: list[int]  # seats
    awaits_you: bool


class FinishView(Answer):
    """The result of a game, by seat."""

    reason: EndReason
    shares: list[float]  # of the win
    scores: list[int]
    ranks: list[int]  # 1 for the best


class FairView(Answer):
    """The values that check that the deals are fair."""

    commitment: str  # SHA-256 of the seed
    texts: list[str]  # the players' contributions, by seat
    seed: str | None  # null until the game is over
    pledges: list[str]  # by seat: hash of the nonce that its client reveals; "" if it sent none
    nonces: list[str]  # by seat: "" until it is revealed
    awaited: list[int]  # places whose nonces the start waits for
    reveal_by: float | None  # when awaited places are freed
    retries: int  # how often nonces were revealed in vain, because a player left or was late
    order: list[int]  # by seat: its place before the seating was drawn; empty if it was not


class SharedView(Answer):
    """The fields of a view that everybody sees alike, and that only events change."""

    table: str
    version: int
    status: Status
    game: str
    edition: str
    players: int
    options: dict[str, str]
    seating: Literal["lot", "fixed"]
    is_public: bool
    is_rated: bool
    is_pairing: bool  # its people wait for a person of their strength
    created_by: str  # a person's id
    invited: str  # a challenge: the id of the person for whom the open place is reserved; else ""
    turn: int | None
    position: PositionJson  # the game's view of the position
    ply: int  # moves and deals so far
    clock: ClockView
    finish: FinishView | None
    fair: FairView
    rematch: str  # the id of the table that continues this one
    rematch_of: str  # the id of the table before this one
    tournament: str  # the id of the tournament to which the game belongs; "" if to none
    reserved: list[str]  # tournament: for whom each place is; a bot as bot:NAME
    drawing: str  # the position as plain text, for games that the page cannot draw; else ""


class OwnView(Answer):
    """The fields of a view that depend on the viewer or on the time."""

    now: float  # the server's time, in seconds since 1970
    delay_s: float  # by which a spectator sees a rated game late; else 0
    seats: list[SeatView]
    you: list[int]  # the viewer's seats
    moves: list[str]  # the legal moves, if it is the viewer's turn
    offer: OfferView | None
    can_take_back: bool  # the viewer may offer to take a move back
    can_abort: bool  # the viewer may end the game, because nobody has moved yet
    can_hint: bool  # the viewer may get a hint


class View(OwnView, SharedView):
    """A table as one viewer may see it."""

    def to_position(self) -> Position:
        """The position, without its history."""
        return Position.from_json(self.position)


class EventView(Answer):
    """An event at a table, with what it did on the board."""

    version: int
    at: float  # seconds since 1970
    kind: str
    data: dict[str, Any]
    steps: list[StepFacts]  # of a move or deal: what it did, and what the rules then did


class SummarySeat(Answer):
    """A seat in a list of tables; the database has some that lack the fields with defaults."""

    name: str
    person: str  # id; "" while the seat is open, and for built-in bots
    bot: str  # the name of the built-in bot that sits here
    rating: int | None = None  # of a built-in bot, if it is measured for what is played here
    is_program: bool = False  # the person is the account of a program
    has_left: bool = False  # the game went on without the person


class Summary(Answer):
    """A table in a list of tables."""

    table: str
    version: int
    status: Status
    game: str
    edition: str
    players: int
    options: dict[str, str]
    clock: ClockTerms
    is_public: bool
    is_rated: bool
    seats: list[SummarySeat]
    turn: int | None
    deadline: float | None  # of the seat to move
    created_at: float
    moved_at: float
    finish: FinishView | None


class ReplayStep(Answer):
    """A move or deal of a game, and the position after it."""

    ply: int  # 1 for the first move or deal
    at: float  # seconds since 1970
    text: str  # the move or deal
    seat: int | None  # that moved; null for a deal
    steps: list[StepFacts]  # what the move or deal did
    position: PositionJson  # the game's view of the position after it
    drawing: str  # as in a view of the table


class Replay(Answer):
    """A game from its first position on."""

    table: str
    first: PositionJson  # the game's view of the position before the first deal
    first_drawing: str  # as in a view of the table
    steps: list[ReplayStep]
