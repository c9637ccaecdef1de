"""THE contract between the games and the house: what a game is, and its verbs.

A state is one NumPy record, and its dtype is the game: the verbs at the end take any state and
find its rules by that dtype (when compiled, at compile time), so search and batches are written
once and name no game. Copy a state, never undo. Chance is an event: `draw` samples a deal and
touches nothing, `settle` applies one, sampled or read.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numba
import numpy as np
from numpy.typing import NDArray

from azulejos.errors import BadNotation
from azulejos.jit import compiles
from azulejos.networks import Network
from azulejos.text import Text

CHANCE = -1  # as an actor: a deal is due
NOBODY = -2  # as an actor: the game is over
LOGIT = 1024  # of a logit in `look`, which writes whole numbers: the same on every machine

State = Any  # one NumPy record of a game's dtype; its fields are known to that game alone
States = NDArray[Any]  # an array of such records
Numbers = NDArray[np.int64]
Json = dict[str, Any]


class Rules(Protocol):
    """What a game does. The first six are compiled, and given only what is legal."""

    MOVES: int  # size of the action space: moves are ints below it
    MOST_MOVES: int  # the room that `legal_moves` needs
    DEAL_SIZE: int  # the room that `draw` needs

    def setup(self, s: State, players: int, options: Numbers, /) -> None:
        """Write the opening position; each option is the number of its choice."""

    def legal_moves(self, s: State, out: NDArray[np.int16], /) -> int:
        """Write the moves of `s.actor` and return their number; 0 when it is no seat."""

    def play(self, s: State, move: int, /) -> None:
        """Apply a legal move and whatever the rules then do by themselves."""

    def draw(self, s: State, rng: NDArray[np.uint64], deal: Numbers, /) -> None:
        """When `s.actor` is CHANCE: sample a deal, touch nothing."""

    def settle(self, s: State, deal: Numbers, /) -> None:
        """Apply a deal, sampled or read from a record."""

    def outcomes(self, s: State, deals: NDArray[np.int64], chances: NDArray[np.float64], /) -> int:
        """When `s.actor` is CHANCE: all deals and their chances if they are a handful, else 0."""

    def result(self, s: State, out: NDArray[np.float64], /) -> None:
        """By seat: out[0] shares of the win (ties split) if the game ended now, out[1] scores."""

    def move_fault(self, s: State, move: int, /) -> str:
        """The first clause that a move breaks, "" when it is legal."""

    def deal_fault(self, s: State, deal: Numbers, /) -> str:
        """The first clause that a deal breaks, "" when it could be drawn."""


class Notation(Protocol):
    """How a game is written: every form has a way out and a way back in."""

    def move_text(self, s: State, move: int, /) -> str: ...
    def move_texts(self, s: State, moves: Iterable[int], /) -> list[str]: ...
    def parse_move(self, s: State, text: str, /) -> int: ...
    def deal_text(self, s: State, deal: Numbers, /) -> str: ...
    def parse_deal(self, s: State, text: str, /) -> Numbers: ...
    def state_json(self, s: State, /) -> Json: ...
    def parse_json(self, data: Json, /) -> States: ...
    def json_text(self, data: Json, /) -> str: ...
    def parse_text(self, text: str, /) -> Json: ...


class Mind(Protocol):
    """What a game knows about good play; compiled, for search and players."""

    EXPLORATION: float  # how much a search looks at moves it has hardly tried
    REDUCTION: float  # how much less than its parent an untried move is taken to be worth
    TEMPERATURE: float  # how much flatter than itself the prior is read
    PATIENCE: int  # visits to a node before its children are made
    SOLVABLE_LEFT: tuple[int, ...]  # by number of seats: how much `left` is tried to be solved
    LEVELS: tuple[tuple[int, float], ...]  # nodes (0: no search), and how freely moves are drawn
    NOTES: int  # the room that notes need
    MOST_MOVE_INPUTS: int  # the room that `move_inputs` needs

    def note(self, s: State, prior: NDArray[np.float32], notes: NDArray[np.int32], /) -> None:
        """Work out once what holds in all states from `s` to the next quiet ones, and what a
        network's prior says about it.
        """

    def look(
        self,
        s: State,
        notes: NDArray[np.int32],
        moves: NDArray[np.int16],
        logits: NDArray[np.int32],
        /,
    ) -> int:
        """Write the legal moves, those left out that equal another, and how good each looks, as a
        logit times LOGIT; return their number.
        """

    def play_on(self, s: State, notes: NDArray[np.int32], rng: NDArray[np.uint64], /) -> None:
        """Play moves that look good, partly by lot, until the state is quiet: one to estimate."""

    def estimate(
        self,
        s: State,
        rows: NDArray[np.float32],
        notes: NDArray[np.int32],
        out: NDArray[np.float64],
        /,
    ) -> None:
        """By seat of a quiet state: out[0] shares of the win, out[1] final points to expect, by the
        rows of a network, or by hand if there are none. The notes are for work.
        """

    def aspects(self, players: int, /) -> int:
        """In how many aspects a network looks at a state, see `networks.py`."""

    def inputs(
        self, s: State, aspect: int, numbers: NDArray[np.int32], amounts: NDArray[np.float32], /
    ) -> int:
        """Write what a network sees of a quiet state in an aspect; return how much it is."""

    def leader(self, s: State, /) -> int:
        """The seat that leads for a network, see `networks.py`."""

    def move_inputs(
        self, s: State, move: int, numbers: NDArray[np.int32], amounts: NDArray[np.float32], /
    ) -> int:
        """Write what a prior sees of a legal move that `look` lists; return how much it is."""

    def kinship(self) -> NDArray[np.int32]:
        """For each input of an aspect coarser ones that training may count as well, or -1."""

    def network_name(self, s: State, /) -> str:
        """Which network a state needs: its file's name."""

    def by_hand(self, s: State, /) -> Network:
        """What is known before anything was learned."""

    def points_now(self, s: State, out: NDArray[np.float64], /) -> None:
        """By seat: what the points would be if all that is certain were counted now."""

    def left(self, s: State, /) -> int:
        """How long it is until a quiet state where chance or the end comes; small means soon."""


class Words(Protocol):
    """What happens, told as codes and arguments."""

    def explain(self, s: State, move: int, /) -> list[Text]:
        """What a legal move does, and what the rules then do by themselves, line by line."""

    def forecast(self, s: State, move: int, /) -> Text:
        """What the mover's points come to after a legal move, once all that is certain counts."""


class Picture(Protocol):
    """How a position looks, from what `view` tells of it."""

    def svg(self, position: Json, words: Mapping[str, str], /) -> str: ...
    def text(self, position: Json, words: Mapping[str, str], /) -> str: ...


@dataclass(frozen=True)
class Option:
    """Something a table agrees on before the game; the first choice is the usual one."""

    name: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a conformance record: nothing, or a place, the clause broken there, and
    why.
    """

    place: Json | None = None  # in the form of a record's "illegal"
    why: str = ""


@dataclass(frozen=True)
class Game:
    """One game of the house: facts, rules, words."""

    name: str
    editions: tuple[str, ...]  # how it can look; the rules are the same
    players: tuple[int, ...]  # how many can play, the usual number first
    options: Callable[[int], tuple[Option, ...]]  # for a number of players
    variants: Mapping[
        str, tuple[int, Mapping[str, str]]
    ]  # what the bench measures: players, options
    state: np.dtype[Any]
    rules: Rules
    notation: Notation
    faults: Callable[[Json], list[Text]]  # why a position written as JSON is impossible
    view: Callable[[State], Json]  # the JSON of a position with what a picture needs besides
    words: Words
    picture: Picture
    mind: Mind
    judge: Callable[[Json], Verdict]  # compares a conformance record with the rules

    def new_states(self, n: int = 1) -> States:
        """Blank states, to be written by `setup`."""
        return np.zeros(n, self.state)

    def choose(self, players: int, chosen: Mapping[str, object]) -> Numbers:
        """The options of a table as numbers of their choices; what is not chosen is as usual."""
        if players not in self.players:
            raise BadNotation(Text("players.number", {"number": players}), str(players))
        options = {option.name: option.choices for option in self.options(players)}
        for name, value in chosen.items():
            if str(value) not in options.get(name, ()):
                raise BadNotation(
                    Text("option.unknown", {"name": name, "value": value}), f"{name}={value}"
                )
        usual = {name: choices[0] for name, choices in options.items()}
        values = usual | {name: str(value) for name, value in chosen.items()}
        return np.array([options[name].index(value) for name, value in values.items()], np.int64)


_games: dict[np.dtype[Any], Game] = {}


def register(game: Game) -> Game:
    """Make the verbs below know a game."""
    _games[game.state] = game
    return game


def game_of(s: State) -> Game:
    """The game that a state, or an array of states, belongs to."""
    return _games[s.dtype]


def _game(s: Any) -> Game:
    """The game for a compiled verb, by the Numba type of its state."""
    return next(game for game in _games.values() if numba.from_dtype(game.state) == s)


# ---- The verbs for compiled code over any game; from Python use `batch.py`


def most_moves(s: State) -> int:
    """The room that `legal_moves` needs."""
    return game_of(s).rules.MOST_MOVES


def deal_size(s: State) -> int:
    """The room that `draw` needs."""
    return game_of(s).rules.DEAL_SIZE


def setup(s: State, players: Any, options: Any) -> None:
    game_of(s).rules.setup(s, players, options)


def legal_moves(s: State, out: Any) -> int:
    return game_of(s).rules.legal_moves(s, out)


def play(s: State, move: Any) -> None:
    game_of(s).rules.play(s, move)


def draw(s: State, rng: Any, deal: Any) -> None:
    game_of(s).rules.draw(s, rng, deal)


def settle(s: State, deal: Any) -> None:
    game_of(s).rules.settle(s, deal)


def outcomes(s: State, deals: Any, chances: Any) -> int:
    return game_of(s).rules.outcomes(s, deals, chances)


def result(s: State, out: Any) -> None:
    game_of(s).rules.result(s, out)


def notes_size(s: State) -> int:
    """The room that `note` needs."""
    return game_of(s).mind.NOTES


def note(s: State, prior: Any, notes: Any) -> None:
    game_of(s).mind.note(s, prior, notes)


def look(s: State, notes: Any, moves: Any, logits: Any) -> int:
    return game_of(s).mind.look(s, notes, moves, logits)


def play_on(s: State, notes: Any, rng: Any) -> None:
    game_of(s).mind.play_on(s, notes, rng)


def estimate(s: State, rows: Any, notes: Any, out: Any) -> None:
    game_of(s).mind.estimate(s, rows, notes, out)


def inputs(s: State, aspect: Any, numbers: Any, amounts: Any) -> int:
    return game_of(s).mind.inputs(s, aspect, numbers, amounts)


def leader(s: State) -> int:
    return game_of(s).mind.leader(s)


def move_inputs(s: State, move: Any, numbers: Any, amounts: Any) -> int:
    return game_of(s).mind.move_inputs(s, move, numbers, amounts)


def points_now(s: State, out: Any) -> None:
    game_of(s).mind.points_now(s, out)


def left(s: State) -> int:
    return game_of(s).mind.left(s)


@compiles(most_moves)
def _most_moves(s: Any) -> Any:
    size = _game(s).rules.MOST_MOVES
    return lambda s: size


@compiles(deal_size)
def _deal_size(s: Any) -> Any:
    size = _game(s).rules.DEAL_SIZE
    return lambda s: size


@compiles(setup)
def _setup(s: Any, players: Any, options: Any) -> Any:
    verb = _game(s).rules.setup
    return lambda s, players, options: verb(s, players, options)


@compiles(legal_moves)
def _legal_moves(s: Any, out: Any) -> Any:
    verb = _game(s).rules.legal_moves
    return lambda s, out: verb(s, out)


@compiles(play)
def _play(s: Any, move: Any) -> Any:
    verb = _game(s).rules.play
    return lambda s, move: verb(s, move)


@compiles(draw)
def _draw(s: Any, rng: Any, deal: Any) -> Any:
    verb = _game(s).rules.draw
    return lambda s, rng, deal: verb(s, rng, deal)


@compiles(settle)
def _settle(s: Any, deal: Any) -> Any:
    verb = _game(s).rules.settle
    return lambda s, deal: verb(s, deal)


@compiles(outcomes)
def _outcomes(s: Any, deals: Any, chances: Any) -> Any:
    verb = _game(s).rules.outcomes
    return lambda s, deals, chances: verb(s, deals, chances)


@compiles(result)
def _result(s: Any, out: Any) -> Any:
    verb = _game(s).rules.result
    return lambda s, out: verb(s, out)


@compiles(notes_size)
def _notes_size(s: Any) -> Any:
    size = _game(s).mind.NOTES
    return lambda s: size


@compiles(note)
def _note(s: Any, prior: Any, notes: Any) -> Any:
    verb = _game(s).mind.note
    return lambda s, prior, notes: verb(s, prior, notes)


@compiles(look)
def _look(s: Any, notes: Any, moves: Any, logits: Any) -> Any:
    verb = _game(s).mind.look
    return lambda s, notes, moves, logits: verb(s, notes, moves, logits)


@compiles(play_on)
def _play_on(s: Any, notes: Any, rng: Any) -> Any:
    verb = _game(s).mind.play_on
    return lambda s, notes, rng: verb(s, notes, rng)


@compiles(estimate)
def _estimate(s: Any, rows: Any, notes: Any, out: Any) -> Any:
    verb = _game(s).mind.estimate
    return lambda s, rows, notes, out: verb(s, rows, notes, out)


@compiles(inputs)
def _inputs(s: Any, aspect: Any, numbers: Any, amounts: Any) -> Any:
    verb = _game(s).mind.inputs
    return lambda s, aspect, numbers, amounts: verb(s, aspect, numbers, amounts)


@compiles(leader)
def _leader(s: Any) -> Any:
    verb = _game(s).mind.leader
    return lambda s: verb(s)


@compiles(move_inputs)
def _move_inputs(s: Any, move: Any, numbers: Any, amounts: Any) -> Any:
    verb = _game(s).mind.move_inputs
    return lambda s, move, numbers, amounts: verb(s, move, numbers, amounts)


@compiles(points_now)
def _points_now(s: Any, out: Any) -> Any:
    verb = _game(s).mind.points_now
    return lambda s, out: verb(s, out)


@compiles(left)
def _left(s: Any) -> Any:
    verb = _game(s).mind.left
    return lambda s: verb(s)
