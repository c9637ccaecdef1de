"""A game as one record: every part that it consists of, and which of them may be left out.

The parts that every game must have are described in `rules.py`. A part that is left out gets its
default when the game is registered, see `registry.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from azulejos.arguments import check_integer
from azulejos.compiled.writing import Buffer
from azulejos.contract.encoding import Encoding
from azulejos.contract.evaluation import Evaluator
from azulejos.contract.marks import Box
from azulejos.contract.reasons import Reasons
from azulejos.contract.rules import Json, Notation, Numbers, Option, Rules, State, States, Steps
from azulejos.contract.teaching import Habits, HumanBias, Scoring, no_themes
from azulejos.errors import BadNotation
from azulejos.text import Text


class Checks(Protocol):
    """Compiled checks of arrays that a caller passes to `batch`; the rules trust their input."""

    def is_sound(self, s: State, /) -> bool:
        """Can the compiled rules be given this state without leaving their arrays or looping
        forever? `actor` and `players` are in range already.
        """

    def can_deal(self, s: State, deal: Numbers, /) -> bool:
        """When `s.actor` is CHANCE: could this deal be drawn? Agrees with `Rules.deal_fault`."""


class Picture(Protocol):
    """Drawings of a position, made from its `view`; `words` are the labels in a language."""

    def svg(self, position: Json, words: Mapping[str, str], /) -> str: ...
    def text(self, position: Json, words: Mapping[str, str], /) -> str: ...


class Layout(Protocol):
    """Where things lie in the SVG drawing of a position, for marks."""

    def boxes(self, position: Json, /) -> Mapping[str, list[Box]]:
        """The boxes of each place: one, or one for each thing that lies there."""

    def piece(self, position: Json, name: str, box: Box, /) -> str:
        """A piece drawn in a box, by its name in the notation."""


@dataclass(frozen=True)
class Verdict:
    """The first fault of a conformance record, with its place and the reason; no place if it has
    none.
    """

    place: Json | None = None  # in the form of a record's "illegal"
    why: str = ""


def no_options(players: int) -> tuple[Option, ...]:
    """The options of a game that has none."""
    return ()


@dataclass(frozen=True)
class Game:
    """A game: facts, rules, notation, steps, pictures and evaluator."""

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
    # writes the JSON of a position with what a picture needs; else the position alone
    view: Callable[[State, Buffer], None] = None  # type: ignore[assignment]
    schema: Path | None = None  # JSON Schema of its positions; without, they are any objects
    picture: Picture = None  # type: ignore[assignment]  # a list of the fields, as text
    layout: Layout | None = None  # of its drawing; without, pictures have no marks
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
    reasons: Reasons | None = None  # without, moves are explained by figures alone
    habits: Habits | None = None  # without, statistics have no figures of the game's own
    human_bias: HumanBias | None = None  # without, nobody overlooks or prefers anything

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
