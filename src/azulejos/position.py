"""A game in progress: push and pop moves, list the legal ones, in any registered game.

    >>> position = Position("azul", players=2)
    >>> position.push("BBYR KKWW BYRW YYYY RRKW")  # the first deal; `deal()` draws one
    >>> position.legal_moves[:3]
    ['1B1', '1B2', '1B3']
    >>> position.push("1B2")
    >>> position.turn
    1

Moves and deals are short texts, as in records, in capitals or small letters alike; the grammar is
in `docs/notation.md`. Whatever is wrong raises an error of `errors.py` and changes nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

import numpy as np

from azulejos import batch, kernels, written
from azulejos.arguments import check_integer, check_language, check_text, open_rng
from azulejos.compiled.rng import Rng
from azulejos.contract.game import Game
from azulejos.contract.marks import Mark
from azulejos.contract.rules import CHANCE, NOBODY, SEATS, Json, Numbers, State, States
from azulejos.contract.steps import Step, sentence
from azulejos.errors import BadNotation, EmptyHistory, IllegalMove, NoDeal
from azulejos.games import GAMES, find_game
from azulejos.picture import Drawing, Picture, frame_picture
from azulejos.picture_marks import draw_marks
from azulejos.text import Text, phrases

T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """How a game ended, by seat."""

    shares: tuple[float, ...]  # of the victory: 1 for a single winner, split among equals
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, share in enumerate(self.shares) if share > 0)


def actor_of(states: States) -> int:
    """The actor of an array of one state."""
    return int(states["actor"][0])  # much quicker than an attribute of a record


class Position:
    """The state of a game and the moves and deals that led to it."""

    def __init__(self, game: str | None = None, players: int = 0, **options: object):
        """The opening position; the game defaults to the first one, the players (0) to the game's
        usual number, and options to their first choice.
        """
        self.game: Game = find_game(next(iter(GAMES)) if game is None else game)
        players = check_integer("players", players) or self.game.players[0]
        chosen = self.game.choose(players, options)
        self.options: dict[str, str] | None = {  # None when it began with a position set up
            option.name: option.choices[n]
            for option, n in zip(self.game.options(players), chosen, strict=True)
        }
        self._states: States = self.game.new_states()  # of one; never changed, always replaced
        kernels.setup(self._states, players, chosen)
        self._actor = actor_of(self._states)  # asked for many times at every move
        self._past: list[States] = []
        self._listed: tuple[States, Any] | None = None  # a state and its legal moves
        self._parsed: tuple[States, str, int] | None = None  # a state and the move read last
        self._history: list[str] = []

    @classmethod
    def _of(cls, game: Game, states: States) -> "Position":
        position = cls.__new__(cls)
        position.game, position._states, position.options = game, states, None
        position._actor = actor_of(states)
        position._past, position._history = [], []
        position._listed = position._parsed = None
        return position

    # ---- What is the case

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._states["players"][0])

    @property
    def actor(self) -> int:
        """The seat to decide, CHANCE when a deal is due, NOBODY when the game is over."""
        return self._actor

    @property
    def history(self) -> list[str]:
        """The moves and deals since the first position, as texts."""
        return self._history.copy()

    def actor_at(self, ply: int) -> int:
        """The actor after the first `ply` moves and deals of the history."""
        return actor_of(self._past[ply]) if ply < len(self._past) else self._actor

    @property
    def turn(self) -> int | None:
        """The seat to decide, if it is a seat's decision."""
        return self._actor if self._actor >= 0 else None

    @property
    def needs_deal(self) -> bool:
        """Is a deal due?"""
        return self.actor == CHANCE

    @property
    def is_over(self) -> bool:
        return self.actor == NOBODY

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat now; with all bonuses once the game is over."""
        return self._result().scores

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it is over."""
        return self._result() if self.is_over else None

    def _result(self) -> Outcome:
        out = np.zeros((1, 2, SEATS))
        kernels.result(self._states, out)
        shares, scores = out[0, :, : self.players]
        return Outcome(tuple(map(float, shares)), tuple(map(int, scores)))

    @property
    def legal_moves(self) -> list[str]:
        """The moves of the seat to decide, as texts."""
        return written.move_texts(self._states, self._legal())

    def _legal(self) -> Any:
        if self._listed and self._listed[0] is self._states:
            return self._listed[1]
        out = np.empty((1, self.game.rules.MAX_MOVES), np.int16)
        counts = np.empty(1, np.int64)
        kernels.legal_moves(self._states, out, counts)
        self._listed = self._states, out[0, : counts[0]]
        return self._listed[1]

    # ---- What happens

    def push(self, text: str) -> None:
        """Play a move, or settle a deal when one is due; refused ones change nothing."""
        states = copy_states(self._states)
        if self.needs_deal:
            deal = self._parse_legal_deal(text)
            text = written.deal_text(states, deal)
            kernels.settle(states, deal[None])
        else:
            move = self._parse_legal(text)
            text = written.move_text(states, move)
            kernels.play(states, np.array([move]))
        self._past.append(self._states)
        self._states, self._actor = states, actor_of(states)
        self._history.append(text)

    def _parse_legal(self, text: str) -> int:
        """The number of a legal move."""
        if self._parsed and self._parsed[0] is self._states and self._parsed[1] == text:
            return self._parsed[2]
        move = self._parse(self.game.notation.parse_move, "move", text)
        if move not in self._legal():
            raise self._illegal(self.game.rules.move_fault(self._states[0], move), text)
        self._parsed = self._states, text, move
        return move

    def _parse_legal_deal(self, text: str) -> Numbers:
        """The numbers of a legal deal."""
        deal = self._parse(self.game.notation.parse_deal, "deal", text)
        if clause := self.game.rules.deal_fault(self._states[0], deal):
            raise self._illegal(clause, text)
        return deal

    def _parse(self, parse: Callable[[State, str], T], name: str, text: str) -> T:
        """Parse a text as it is written, else in capitals, else in small letters."""
        text, refused = check_text(name, text), []
        for spelling in (text, text.upper(), text.lower()):
            try:
                return parse(self._states[0], spelling)
            except BadNotation as wrong:
                refused.append(wrong)
        raise refused[0]

    def _illegal(self, clause: str, text: str) -> IllegalMove:
        rule = Text(f"{self.game.name}.{clause}")
        args = {"text": text, "clause": clause, "rule": rule}
        return IllegalMove(Text("move.illegal", args), clause, text)

    def deal(self, entropy: int | Rng | None = None) -> str:
        """Draw and apply the deal that is due, from a number, a generator or the system."""
        self.push(self.draw_deal(entropy))
        return self._history[-1]

    def draw_deal(self, entropy: int | Rng | None = None) -> str:
        """Draw the deal that is due without applying it."""
        rng = open_rng(entropy)
        if not self.needs_deal:
            raise NoDeal(Text("position.no_deal"))
        deals = np.zeros((1, self.game.rules.DEAL_SIZE), np.int64)
        kernels.draw(self._states, rng, deals)
        return written.deal_text(self._states, deals[0])

    def pop(self) -> str:
        """Take back the last move or deal and return it."""
        if not self._past:
            raise EmptyHistory(Text("position.empty_history"))
        self._states = self._past.pop()
        self._actor = actor_of(self._states)
        return self._history.pop()

    def copy(self) -> "Position":
        """A position that goes its own way from here, with the same past."""
        copy = self._of(self.game, self._states)
        copy.options, copy._listed = self._copy_options(), self._listed
        copy._past, copy._history = self._past.copy(), self._history.copy()
        return copy

    def _copy_options(self) -> dict[str, str] | None:
        return None if self.options is None else self.options.copy()

    def __copy__(self) -> "Position":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Position":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """The contents of a pickle: the game by its name."""
        past = np.concatenate([*self._past, self._states])
        return {
            "game": self.game.name,
            "options": self.options,
            "states": past.tobytes(),
            "history": self._history,
        }

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        self.game = find_game(pickled["game"])
        self._listed = self._parsed = None
        self.options, self._history = pickled["options"], pickled["history"]
        states = np.frombuffer(pickled["states"], self.game.state).copy()
        *self._past, self._states = (states[i : i + 1] for i in range(len(states)))
        self._actor = actor_of(self._states)

    def steps(self, text: str) -> list[Step]:
        """The effects of a legal move or deal, and of the rules after it, in order."""
        if self.needs_deal:
            return written.deal_steps(self._states, self._parse_legal_deal(text))
        return written.move_steps(self._states, self._parse_legal(text))

    def explain(self, text: str) -> list[Text]:
        """The steps of a legal move or deal as sentences."""
        return [sentence(self.game.name, step) for step in self.steps(text)]

    def forecast(self, text: str) -> Step:
        """The mover's points after a legal move, if everything that is certain is scored."""
        return written.forecast(self._states, self._parse_legal(text))

    def analyse(self, limit: Any, **how: Any) -> Iterator[Any]:
        """Search the position until a `Limit`; yields `Info`, the last one final. See
        `azulejos.analyse` for what else can be said; search is imported when it is first used.
        """
        infos: Iterator[Any] = import_module("azulejos").analyse(self, limit, **how)
        return infos

    def why(self, move: str, info: Any = None) -> Any:
        """Why a move is better than the best other one; or, if it is not the best, why the best one
        is better: an `Explanation`, whose `reasons` are facts with marks, and whose text are their
        sentences. `info` is the `Info` of a search; without one, a short search compares the moves.
        """
        return import_module("azulejos.search.reasons").explain_move(self, move, info)

    def first(self) -> "Position":
        """The position that the history began with."""
        first = self._of(self.game, self._past[0] if self._past else self._states)
        first.options = self._copy_options()
        return first

    @property
    def states(self) -> States:
        """A copy of the state as an array of one, for `batch` and compiled code."""
        return copy_states(self._states)

    @classmethod
    def from_states(cls, states: States) -> "Position":
        """The position of an array of one state, without its history; the array is copied."""
        game = batch.check_states(states)
        if len(states) != 1:
            raise batch.wrong_shape("states", (1,), states)
        batch.check_contents(game, states)
        return cls._of(game, states.copy())

    # ---- In writing

    def to_json(self) -> Json:
        """The position in the form that the engine protocol, the web and files share."""
        return written.position_json(self._states)

    @classmethod
    def from_json(cls, data: Json) -> "Position":
        """The position that JSON describes; one that no game could reach is refused with the
        reason.
        """
        game = _game_of(data)
        return cls._of(game, game.notation.parse_json(data))

    def to_text(self) -> str:
        """The position as one line."""
        return self.game.notation.json_text(self.to_json())

    @classmethod
    def from_text(cls, text: str) -> "Position":
        """The position that one line describes."""
        words = check_text("position", text).split() or [""]
        return cls.from_json(find_game(words[0]).notation.parse_text(text))

    @staticmethod
    def status(data: Json) -> list[Text]:
        """Everything that makes a position written as JSON impossible."""
        return _game_of(data).faults(data)

    @staticmethod
    def complete(data: Json) -> Json:
        """A position as JSON with the fields that are left out, as far as they follow from the
        rest: such as the bag, by counting.
        """
        return _game_of(data).scoring.complete(data)

    @classmethod
    def score(cls, data: Json) -> tuple["Position", list[Step]]:
        """Score a position that was set up: what the rules do by themselves at the end of a round,
        as steps, and the position after them.
        """
        game = _game_of(data)
        steps, states = game.scoring.score(data)
        return cls._of(game, states), steps

    # ---- To look at

    def view(self) -> Json:
        """The contents of a picture: the JSON of the position and what follows from it."""
        return written.view_json(self._states)

    def svg(self, language: str = "en") -> str:
        """The position as an SVG drawing."""
        return self.game.picture.svg(self.view(), self._labels(language))

    def draw(self, language: str = "en") -> str:
        """The position for the terminal, readable without colours."""
        return self.game.picture.text(self.view(), self._labels(language))

    def _labels(self, language: str) -> dict[str, str]:
        """The words in a drawing."""
        return phrases(f"{self.game.name}.picture.", check_language(language))

    def picture(
        self,
        size: int | None = None,
        names: Sequence[str] = (),
        marks: Iterable[str | Mark] = (),
        language: str = "en",
    ) -> Picture:
        """The position as a picture that notebooks show: of a width in pixels, with the names of
        the seats and the last move below, and with marks: those of reasons and hints, or places
        that are lit, as moves name them.
        """
        marks = list(marks)
        last = self._history[-1] if self._history else ""
        mover = self.actor_at(len(self._history) - 1) if last else NOBODY
        places = tuple(mark for mark in marks if not isinstance(mark, Mark))
        layer = self._mark_layer(
            [mark for mark in marks if isinstance(mark, Mark)], language, names
        )
        drawing = Drawing(self.svg(language), size, tuple(names), places, layer)
        return frame_picture(drawing, last, mover, language)

    def _mark_layer(self, marks: list[Mark], language: str, names: Sequence[str]) -> str:
        """Marks as SVG elements over the drawing; none if the game says not where things lie."""
        if not marks or (layout := self.game.layout) is None:
            return ""
        view = self.view()
        draw = partial(layout.piece, view)
        others = {seat: name for seat, name in enumerate(names) if seat != self.turn}
        return draw_marks(marks, layout.boxes(view), draw, check_language(language), others)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return f"Position.from_text({self.to_text()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]  # a position changes


def _game_of(data: Json) -> Game:
    """The game of a position written as JSON."""
    return find_game(data.get("game") if isinstance(data, dict) else None)


def copy_states(states: States) -> States:
    """A copy, made as bytes: NumPy copies records field by field, which takes microseconds."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)
