"""THE contract between the games and everything else: what a game consists of, and its verbs.

A state is one NumPy record, and its dtype identifies the game: the verbs at the end take any state
and select its rules by that dtype (in compiled code at compile time), so search and `batch` are
written once and name no game. Copy a state, never undo a move. Chance is an event: `draw` samples a
deal without changing the state, `settle` applies a deal, sampled or read from a record.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from azulejos.arguments import check_integer
from azulejos.compiled.jit import compiles, redirects
from azulejos.encoding import Encoding
from azulejos.errors import BadGame, BadNotation
from azulejos.network import Network
from azulejos.steps import Step
from azulejos.text import Text

CHANCE = -1  # as an actor: a deal is due
NOBODY = -2  # as an actor: the game is over
SEATS = 4  # the most that any game may have; the width of arrays by seat
LOGIT_SCALE = 1024  # `prior` writes logits as integers in this unit: equal on every machine

State = Any  # one NumPy record of a game's dtype; its fields are known to that game alone
States = NDArray[Any]  # an array of such records
Numbers = NDArray[np.int64]
Json = dict[str, Any]


class Rules(Protocol):
    """What a game does. The first six are compiled, and given only what is legal."""

    ACTION_SPACE: int  # moves are ints from 0 to below it
    MAX_MOVES: int  # the length of the array that `legal_moves` needs
    DEAL_SIZE: int  # the length of the array that `draw` needs

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


class Evaluator(Protocol):
    """How good the moves and states of a game are, for search and players. Functions that take a
    state and arrays are compiled.

    A state is quiet when its value can be estimated without playing on.
    """

    EXPLORATION: float  # the PUCT exploration constant
    FPU_REDUCTION: float  # first-play urgency: how far below its parent an unvisited move starts
    PRIOR_TEMPERATURE: float  # by which the prior's logits are divided
    EXPANSION_VISITS: int  # visits of a node before its children are created
    SOLVABLE_REMAINING: tuple[int, ...]  # by number of seats: the largest `remaining` to solve
    PAST_FIELDS: tuple[str, ...]  # of a state, on which its future does not depend
    SCRATCH_SIZE: int  # the length of the scratch array: zeros at first, and used with one network
    MAX_MOVE_FEATURES: int  # the length that the arrays of `move_features` need

    def prepare(self, s: State, prior: NDArray[np.float32], scratch: NDArray[np.int32], /) -> None:
        """Precompute into `scratch` what holds for all states from `s` to the next quiet ones, and
        what the network's prior weights say about it.
        """

    def prior(
        self,
        s: State,
        scratch: NDArray[np.int32],
        moves: NDArray[np.int16],
        logits: NDArray[np.int32],
        /,
    ) -> int:
        """Write the legal moves, without those equivalent to another, and their logits times
        LOGIT_SCALE; return their number.
        """

    def rollout(self, s: State, scratch: NDArray[np.int32], rng: NDArray[np.uint64], /) -> None:
        """Play moves sampled by the prior until the state is quiet."""

    def value(
        self,
        s: State,
        weights: NDArray[np.float32],
        scratch: NDArray[np.int32],
        out: NDArray[np.float64],
        /,
    ) -> None:
        """By seat of a quiet state: out[0] win shares, out[1] expected final points, computed by a
        network's weights, or by the handmade evaluation if there are none.
        """

    def is_solved(self, s: State, /) -> bool:
        """Is `value` exact, for best play of all seats, in a state in which a seat decides?"""

    def solve(self, s: State, out: NDArray[np.float64], /) -> bool:
        """For the solver, in a state in which a seat decides: write what `value` writes, but exact,
        if that takes microseconds; return whether it does.
        """

    def perspectives(self, players: int, /) -> int:
        """The number of perspectives from which a network sees a state, see `network.py`."""

    def features(
        self,
        s: State,
        perspective: int,
        indices: NDArray[np.int32],
        amounts: NDArray[np.float32],
        /,
    ) -> int:
        """Write the active features of a quiet state from a perspective; return their number."""

    def first_perspective(self, s: State, /) -> int:
        """The seat that a network takes as the first, see `network.py`."""

    def move_features(
        self, s: State, move: int, indices: NDArray[np.int32], amounts: NDArray[np.float32], /
    ) -> int:
        """Write the active features of a legal move that `prior` lists; return their number."""

    def coarse_features(self) -> NDArray[np.int32]:
        """By feature: coarser features that training may add to it, or -1."""

    def network_name(self, s: State, /) -> str:
        """The file name of the network for a state, without its suffix."""

    def handmade(self, s: State, /) -> Network:
        """The network without learned weights: the handmade prior and evaluation."""

    def points_now(self, s: State, out: NDArray[np.float64], /) -> None:
        """By seat: the points if everything that is certain were scored now."""

    def remaining(self, s: State, /) -> int:
        """How far the next deal or the end of the game is away, in a unit of the game's own; up to
        SOLVABLE_REMAINING the solver is tried.
        """


Change = Callable[[NDArray[np.float32]], None]  # of the weights of a prior, in place


class Leanings(Protocol):
    """How people look at a game, as changes of the weights of a prior (`network.py`)."""

    OVERSIGHTS: Mapping[str, Change]  # what people overlook, by name
    STYLES: Mapping[str, Change]  # what some prefer, by name
    CHARACTERS: Mapping[str, str]  # by name of a character, its style


class Checks(Protocol):
    """Compiled checks of arrays that a caller passes to `batch`; the rules trust their input."""

    def is_sound(self, s: State, /) -> bool:
        """Can the compiled rules be given this state without leaving their arrays or looping
        forever? `actor` and `players` are in range already.
        """

    def can_deal(self, s: State, deal: Numbers, /) -> bool:
        """When `s.actor` is CHANCE: could this deal be drawn? Agrees with `Rules.deal_fault`."""


class Steps(Protocol):
    """What moves and deals do, as typed facts. The points of the steps of a move or deal add up, by
    seat, to the change of the scores.
    """

    STEP_TYPES: tuple[type[Step], ...]  # every class of step of the game

    def move_steps(self, s: State, move: int, /) -> list[Step]:
        """What a legal move does, and what the rules then do by themselves, in order."""

    def deal_steps(self, s: State, deal: Numbers, /) -> list[Step]:
        """What a legal deal does, in order."""

    def forecast(self, s: State, move: int, /) -> Step:
        """The mover's points after a legal move, if everything that is certain is scored."""


class Picture(Protocol):
    """Drawings of a position, made from its `view`; `words` are the labels in a language."""

    def svg(self, position: Json, words: Mapping[str, str], /) -> str: ...
    def text(self, position: Json, words: Mapping[str, str], /) -> str: ...


class Scoring(Protocol):
    """What follows from a position that somebody sets up, as it lies on a real table."""

    def complete(self, data: Json, /) -> Json:
        """A position as JSON with the fields that are left out, as far as they follow from the
        rest. What is badly formed stays as it is.
        """

    def score(self, data: Json, /) -> tuple[list[Step], States]:
        """What the rules do by themselves at the end of a round, or the figures that score: the
        steps, and the state after them. Raises `BadPosition` with the reason if it is impossible.
        """


class Habits(Protocol):
    """What a whole game says about how a seat plays, for statistics that teach."""

    HABITS: tuple[str, ...]  # their names; the sentence of each is `<game>.habit.<name>`

    def stage(self, position: Json, /) -> int:
        """The part of a game that a position belongs to, from 1: its round, if it has rounds."""

    def count_habits(self, steps: list[Json], last: Json, seat: int, /) -> dict[str, float]:
        """By habit, from the steps of a whole game and its last position."""


@dataclass(frozen=True)
class Option:
    """An option of a table, chosen before the game; the first choice is the default."""

    name: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a conformance record: nothing, or a place, the clause broken there, and
    why.
    """

    place: Json | None = None  # in the form of a record's "illegal"
    why: str = ""


def no_options(players: int) -> tuple[Option, ...]:
    """The options of a game that has none."""
    return ()


def no_themes(before: Json, after: Json, steps: list[Json]) -> list[str]:
    """The themes of a move in a game that names none."""
    return []


@dataclass(frozen=True)
class Game:
    """A game: facts, rules, notation, steps, pictures and evaluator.

    Parts with a default can be left out; `default_parts.py` and `default_evaluator.py` have them.
    """

    name: str  # a lower-case word; also the beginning of the codes of its sentences
    players: tuple[int, ...]  # how many can play, the default first
    state: np.dtype[Any]
    rules: Rules
    notation: Notation
    steps: Steps
    options: Callable[[int], tuple[Option, ...]] = no_options  # for a number of players
    editions: tuple[str, ...] = ()  # how it can look; the rules are the same; else its name
    variants: Mapping[str, tuple[int, Mapping[str, str]]] = field(
        default_factory=dict
    )  # what tests and bench play: players, options; else each number of players
    faults: Callable[[Json], list[Text]] = None  # type: ignore[assignment]  # why JSON is impossible
    view: Callable[[State], Json] = None  # type: ignore[assignment]  # JSON with what a picture needs
    picture: Picture = None  # type: ignore[assignment]  # a list of the fields, as text
    evaluator: Evaluator = None  # type: ignore[assignment]  # uniform prior, random rollouts
    encoding: Encoding | None = None  # for learning programs; without, it has no environments
    judge: Callable[[Json], Verdict] = None  # type: ignore[assignment]  # of a conformance record
    scoring: Scoring = None  # type: ignore[assignment]  # of positions set up; nothing follows
    checks: Checks | None = None  # without, `batch` checks actor, players and deals alone
    facts: Mapping[str, Any] = field(default_factory=dict)  # constants of the rules, for the page
    art: Mapping[str, Any] = field(default_factory=dict)  # shapes, from which the page draws it
    # colours of tiles by theme, for the page
    palette: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    networks: Path | None = None  # the folder with its networks, beside its own package
    teaching: Path | None = None  # the folder with its puzzles, lessons and first game
    # what a good move is about, from the JSON before and after it and its steps
    themes: Callable[[Json, Json, list[Json]], list[str]] = no_themes
    habits: Habits | None = None  # without, statistics have no figures of the game's own
    leanings: Leanings | None = None  # without, nobody overlooks or prefers anything

    def __post_init__(self) -> None:
        """Put the default parts in the place of those left out."""
        from azulejos import default_evaluator, default_parts

        def fill(name: str, part: object) -> None:
            if not getattr(self, name):
                object.__setattr__(self, name, part)

        fill("editions", (self.name,))
        fill("variants", {f"{self.name}-{n}": (n, {}) for n in self.players})
        fill("faults", default_parts.make_faults(self.notation))
        fill("view", self.notation.state_json)
        fill("picture", default_parts.TextPicture())
        fill("evaluator", default_evaluator)
        fill("scoring", default_parts.PlainScoring(self.notation))
        fill("judge", default_parts.refuse_conformance)

    def __deepcopy__(self, memo: object) -> "Game":
        return self  # nothing in it changes, and modules cannot be copied

    def new_states(self, n: int = 1) -> States:
        """Blank states, to be written by `setup`."""
        return np.zeros(check_integer("n", n), self.state)

    def check_players(self, players: object) -> int:
        """The number of players, if so many can play."""
        number = check_integer("players", players)
        if number not in self.players:
            args = {"number": number, "numbers": ", ".join(map(str, sorted(self.players)))}
            raise BadNotation(Text("players.number", args), str(number))
        return number

    def choose(self, players: int, chosen: Mapping[str, object]) -> Numbers:
        """The options of a table as indices of their choices; options default to their first
        choice.
        """
        players = self.check_players(players)
        options = {option.name: option.choices for option in self.options(players)}
        for name, value in chosen.items():
            if str(value) not in options.get(name, ()):
                known = {name: options[name]} if name in options else options
                choices = ", ".join(f"{name}={x}" for name, all_x in known.items() for x in all_x)
                args = {"name": name, "value": str(value)[:40], "choices": choices or "–"}
                raise BadNotation(Text("option.unknown", args), f"{name}={value}")
        first = {name: choices[0] for name, choices in options.items()}
        values = first | {name: str(value) for name, value in chosen.items()}
        return np.array([options[name].index(value) for name, value in values.items()], np.int64)


# ---- Registration

MAX_ACTION_SPACE = 1 << 15  # moves are int16 in compiled code
MAX_NAME = 20

_games: dict[np.dtype[Any], Game] = {}


def register(game: Game) -> Game:
    """Make the verbs below know a game; refused if it breaks a limit of the contract, or has the
    name or the dtype of another.
    """
    if _games.get(game.state) is game:
        return game
    for is_right, name, expected in _limits(game):
        if not is_right:
            args = {"game": str(game.name)[:40], "field": name, "expected": expected}
            raise BadGame(Text("game.refused", args), name)
    _games[game.state] = game
    return game


def _limits(game: Game) -> Iterable[tuple[bool, str, str]]:
    """Each limit of the contract: is it kept, which part is it about, and what is right."""
    rules, names, fields = game.rules, {other.name for other in _games.values()}, game.state.names
    is_word = game.name.isidentifier() and game.name.islower() and game.name.isascii()
    yield is_word and len(game.name) <= MAX_NAME, "name", f"a lower-case word of {MAX_NAME} letters"
    yield game.name not in names, "name", "a name that no other game has"
    seats = game.players
    yield bool(seats) and len(set(seats)) == len(seats), "players", "different numbers of seats"
    yield all(1 <= n <= SEATS for n in seats), "players", f"from 1 to {SEATS} seats"
    is_run = bool(seats) and max(seats) - min(seats) + 1 == len(seats)
    yield is_run, "players", "numbers without a gap"
    is_record = game.state.type is np.record and bool(fields)
    yield is_record, "state", "a record dtype, made by state_dtype"
    yield game.state.itemsize % 8 == 0, "state", "whole 64-bit words, made by state_dtype"
    for name in ("actor", "players"):
        is_number = name in (fields or ()) and game.state[name].kind == "i"
        yield is_number, f"state.{name}", "a field of a signed integer type"
    clashes = sorted(set(fields or ()) & set(dir(np.record)))
    yield not clashes, "state", f"no field named like an attribute of np.record: {clashes}"
    yield game.state not in _games, "state", "a dtype that no other game has"
    limit = MAX_ACTION_SPACE
    yield _within(rules, "ACTION_SPACE", limit), "rules.ACTION_SPACE", f"from 1 to {limit}"
    yield _within(rules, "MAX_MOVES", limit), "rules.MAX_MOVES", f"from 1 to {limit}"
    yield _within(rules, "DEAL_SIZE", limit), "rules.DEAL_SIZE", f"from 1 to {limit}"
    for part, protocol in (("rules", Rules), ("notation", Notation), ("evaluator", Evaluator)):
        for name in (*vars(protocol), *protocol.__annotations__):
            is_there = name.startswith("_") or hasattr(getattr(game, part), name)
            yield is_there, f"{part}.{name}", "a part of the contract, see game.py"
    for n in seats:
        options = game.options(n)
        yield all(option.choices for option in options), "options", "options with choices"


def _within(rules: Rules, name: str, limit: int) -> bool:
    value = getattr(rules, name, None)
    return isinstance(value, int) and 1 <= value <= limit


def game_of(s: State) -> Game:
    """The game that a state, or an array of states, belongs to."""
    return _games[s.dtype]


def find_state_game(dtype: np.dtype[Any]) -> Game | None:
    """The game whose states have a dtype, if there is one."""
    return _games.get(dtype)


def _game_of_type(s: Any) -> Game:
    """The game whose states have a Numba type."""
    from numba import from_dtype

    return next(game for game in _games.values() if from_dtype(game.state) == s)


# ---- The verbs, for compiled code over any game; from Python use `batch.py`


def _verb(find: Callable[[Game], Callable[..., Any]]) -> Callable[..., Any]:
    """A verb of the contract: its first argument is a state, whose dtype selects the game.

    In compiled code the game is selected at compile time by the state's Numba type.
    """

    def dispatch(s: State, *rest: Any) -> Any:
        return find(game_of(s))(s, *rest)

    @redirects(dispatch)
    def _find_compiled(s: Any, *rest: Any) -> Any:
        return find(_game_of_type(s))

    return dispatch


def _size(find: Callable[[Game], int]) -> Callable[[State], int]:
    """A constant of a state's game, as a function of the state."""

    def dispatch(s: State) -> int:
        return find(game_of(s))

    @compiles(dispatch)
    def _compiled(s: Any) -> Any:
        size = find(_game_of_type(s))
        return lambda s: size

    return dispatch


max_moves = _size(lambda game: game.rules.MAX_MOVES)
deal_size = _size(lambda game: game.rules.DEAL_SIZE)
scratch_size = _size(lambda game: game.evaluator.SCRATCH_SIZE)

setup = _verb(lambda game: game.rules.setup)
legal_moves: Callable[..., int] = _verb(lambda game: game.rules.legal_moves)
play = _verb(lambda game: game.rules.play)
draw = _verb(lambda game: game.rules.draw)
settle = _verb(lambda game: game.rules.settle)
outcomes: Callable[..., int] = _verb(lambda game: game.rules.outcomes)
result = _verb(lambda game: game.rules.result)

prepare = _verb(lambda game: game.evaluator.prepare)
prior: Callable[..., int] = _verb(lambda game: game.evaluator.prior)
rollout = _verb(lambda game: game.evaluator.rollout)
value = _verb(lambda game: game.evaluator.value)
is_solved: Callable[..., bool] = _verb(lambda game: game.evaluator.is_solved)
solve: Callable[..., bool] = _verb(lambda game: game.evaluator.solve)
features: Callable[..., int] = _verb(lambda game: game.evaluator.features)
first_perspective: Callable[..., int] = _verb(lambda game: game.evaluator.first_perspective)
move_features: Callable[..., int] = _verb(lambda game: game.evaluator.move_features)
points_now = _verb(lambda game: game.evaluator.points_now)
remaining: Callable[..., int] = _verb(lambda game: game.evaluator.remaining)


def _encoding(game: Game) -> Encoding:
    assert game.encoding is not None, game.name
    return game.encoding


observe = _verb(lambda game: _encoding(game).observe)
write_mask = _verb(lambda game: _encoding(game).write_mask)
find_move: Callable[..., int] = _verb(lambda game: _encoding(game).find_move)
find_action: Callable[..., int] = _verb(lambda game: _encoding(game).find_action)


def _find_is_sound(game: Game) -> Callable[..., bool]:
    from azulejos import default_parts

    return game.checks.is_sound if game.checks else default_parts.is_sound


is_sound: Callable[..., bool] = _verb(_find_is_sound)
can_deal: Callable[..., bool] = _verb(
    lambda game: game.checks.can_deal  # type: ignore[union-attr]  # asked only if there are checks
)
