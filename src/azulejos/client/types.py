"""What a server answers, as types. The fields have the names and meanings of the HTTP API."""

from dataclasses import dataclass
from typing import Literal

from azulejos.contract.rules import Json
from azulejos.position import Position

Status = Literal["open", "playing", "over", "closed"]


@dataclass(frozen=True)
class Person:
    """Your own account."""

    id: str
    name: str
    kind: Literal["guest", "account", "program"]
    created_at: float
    language: str
    allows_text: bool  # you exchange free text at tables with others who want it too
    is_moderator: bool
    seen_by: Literal["nobody", "friends", "everybody"]  # who sees that you are online
    challenged_by: Literal["nobody", "friends", "everybody"]  # friends: whom you follow


@dataclass(frozen=True)
class Server:
    """What a server offers."""

    version: str
    games: list[Json]  # name, editions, players, options …
    bots: list[str]


@dataclass(frozen=True)
class Seat:
    """A seat of a table."""

    name: str
    person: str  # id
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
    left_s: float | None  # left on the clock at the time `now` of the view
    lag_s: float  # network delay credited so far
    hints: int  # turns in which the seat got a hint


@dataclass(frozen=True)
class Clock:
    """The clock of a table."""

    kind: Literal["none", "live", "days"]
    bank_s: float  # live: for each seat at the start
    increment_s: float  # live: added after each move
    days: float  # days: for each turn
    runs_for: int | None  # the seat whose clock runs
    runs_from: float | None  # since when; later than `now` during a pause


@dataclass(frozen=True)
class Offer:
    """An offer that the seats have to agree to."""

    what: Literal["takeback", "end"]
    seat: int  # who made it
    agreed: list[int]  # seats
    awaits_you: bool


@dataclass(frozen=True)
class Finish:
    """The result of a game, by seat."""

    reason: Literal["played", "resigned", "timed_out", "deserted", "agreed", "aborted", "annulled"]
    shares: list[float]  # of the win
    scores: list[int]
    ranks: list[int]  # 1 for the best


@dataclass(frozen=True)
class Fair:
    """What is needed to check that the deals are fair; see docs/fair.md."""

    commitment: str  # SHA-256 of the seed
    texts: list[str]  # the players' contributions, by seat
    seed: str | None  # null until the game is over
    pledges: list[str]  # by seat: hash of the nonce that its client reveals; "" if it sent none
    nonces: list[str]  # by seat: "" until it is revealed
    awaited: list[int]  # places whose nonces the start waits for
    reveal_by: float | None  # when awaited places are freed
    retries: int  # how often nonces were revealed in vain, because somebody left or was late
    order: list[int]  # by seat: its place before the seating was drawn; empty if it was not


@dataclass(frozen=True)
class View:
    """A table as you may see it."""

    table: str
    version: int
    now: float  # the server's time, in seconds since 1970
    delay_s: float  # by which a spectator sees a rated game late; else 0
    status: Status
    game: str
    edition: str
    players: int
    options: dict[str, str]
    seating: Literal["lot", "fixed"]
    is_public: bool
    is_rated: bool
    is_pairing: bool  # its people wait for somebody of their strength
    created_by: str  # a person's id
    invited: str  # a challenge: the id of the person for whom the open place is reserved; else ""
    seats: list[Seat]
    you: list[int]  # your seats
    turn: int | None
    position: Json  # the position and what follows from it; see `to_position`
    ply: int  # moves and deals so far
    moves: list[str]  # the legal moves, if it is your turn
    clock: Clock
    offer: Offer | None
    can_take_back: bool  # you may offer to take a move back
    can_abort: bool  # you may end the game, because nobody has moved yet
    can_hurry: bool  # you may let a simpler bot move, should the bot to move not be ready
    can_hint: bool  # you may get a hint
    finish: Finish | None
    fair: Fair
    rematch: str  # the id of the table that continues this one
    rematch_of: str  # the id of the table before this one
    tournament: str  # the id of the tournament to which the game belongs; "" if to none
    reserved: list[str]  # tournament: for whom each place is; a bot as bot:NAME
    drawing: str  # the position as plain text, for games that the page cannot draw; else ""

    def to_position(self) -> Position:
        """The position, without its history."""
        return Position.from_json(self.position)


@dataclass(frozen=True)
class Event:
    """An event at a table, with what it did on the board."""

    version: int
    at: float  # seconds since 1970
    kind: str
    data: Json
    steps: list[Json]  # of a move or deal: what it did, and what the rules then did


@dataclass(frozen=True)
class Summary:
    """A table in a list of tables."""

    table: str
    version: int
    status: Status
    game: str
    edition: str
    players: int
    options: dict[str, str]
    clock: Json
    is_public: bool
    is_rated: bool
    seats: list[Json]  # with name, person, bot, rating, is_program and has_left
    turn: int | None
    deadline: float | None  # of the seat to move
    created_at: float
    moved_at: float
    finish: Finish | None


@dataclass(frozen=True)
class TournamentSummary:
    """A tournament in a list."""

    tournament: str  # id
    name: str  # "" if its creator gave none
    kind: Literal["arena", "swiss", "round_robin", "rotation"]
    game: str
    players: int  # at each table
    options: dict[str, str]
    clock: Json
    status: Literal["open", "running", "over", "closed"]  # closed: called off, or too few came
    starts_at: float
    ends_at: float | None  # arena: when nobody is paired any more
    minutes: int  # arena
    round: int  # that is played; of an arena: how often people were paired
    rounds: int  # how many there will be; 0 for an arena, and while nobody knows
    is_public: bool
    is_rated: bool
    accepts_bots: bool  # accounts of programs and built-in bots may take part
    created_by: str  # a person's id
    entrants: int  # number of people


@dataclass(frozen=True)
class Standing:
    """Where somebody stands in a tournament."""

    person: str  # id; of a built-in bot bot:NAME
    name: str
    kind: Literal["guest", "account", "program", "bot"]
    place: int  # from 1; equal people share it
    points: float
    tie_break: float  # Swiss: points of opponents; round robin: of those beaten; else wins
    games: int
    wins: int
    streak: int  # arena: wins in a row; from two on points count twice
    is_active: bool  # false: has left, and is not paired
    table: str  # of the game in progress; "" if free


@dataclass(frozen=True)
class Tournament(TournamentSummary):
    """A tournament with its standings."""

    version: int  # changes with everything that is shown here
    now: float  # the server's time
    standings: list[Standing]  # the best first, from `first` on
    first: int  # how many are left out before them
    you: Standing | None  # None if you do not take part
    meetings: list[Json]  # the last games and byes, the newest first


@dataclass(frozen=True)
class Done:
    """What was asked for is done and durable."""

    table: str
    version: int


@dataclass(frozen=True)
class AnalysedMove:
    """A move that was searched."""

    move: str
    visits: int
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    line: list[str]  # principal variation


@dataclass(frozen=True)
class Analysis:
    """The result of a search on the server."""

    best: str  # move
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    nodes: int
    seconds: float
    is_exact: bool  # solved to the end
    network: str  # digest of the network that was used
    moves: list[AnalysedMove]


@dataclass(frozen=True)
class Said:
    """A sentence as code and arguments."""

    code: str
    args: Json
