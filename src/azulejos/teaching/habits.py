"""Statistics of a player's reviewed games, and recommended lessons.

A game gives figures of its own (`Game.habits`), luck, and the accuracy of the decisions by part of
the game and by theme: what the best move was about. `add_up` makes one report of several games and
recommends the lessons of the themes that cost most.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from azulejos.contract.game import Game
from azulejos.contract.rules import Json
from azulejos.record import Record
from azulejos.search.review import ReviewedEntry, explain_lead
from azulejos.teaching.lessons import lessons

MIN_DECISIONS = 3  # about a theme, before it is recommended
MIN_LOSS = 1.0  # points that they cost in a game, on average
RECOMMENDED = 3  # themes at most


class Judged(NamedTuple):
    """The judgement of a review of one decision."""

    ply: int  # counted from 1, deals included
    best: str
    loss: float  # in points
    accuracy: float
    is_denial: bool  # the best move takes points from another seat


@dataclass
class Tally:
    """Decisions of one kind."""

    decisions: int = 0
    accuracy: float = 0.0  # sum; divided by the decisions it is the mean
    loss: float = 0.0  # sum, in points

    def add(self, other: "Tally") -> None:
        self.decisions += other.decisions
        self.accuracy += other.accuracy
        self.loss += other.loss

    @property
    def mean(self) -> float:
        return self.accuracy / max(1, self.decisions)


@dataclass
class Habits:
    """Statistics of a seat, from one game or several together."""

    games: int = 0
    luck: float = 0.0  # points that deals gave it; sums over the games, as the next one
    figures: dict[str, float] = field(default_factory=dict)  # by name of `Game.habits`
    stages: dict[int, Tally] = field(default_factory=dict)  # by part of the game, from 1
    themes: dict[str, Tally] = field(default_factory=dict)  # by what the best move was about

    def to_json(self) -> Json:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Json) -> "Habits":
        """As written by `to_json`, and by JSON, whose keys are strings."""
        stages = {int(key): Tally(**tally) for key, tally in data["stages"].items()}
        themes = {key: Tally(**tally) for key, tally in data["themes"].items()}
        return cls(data["games"], data["luck"], data["figures"], stages, themes)


@dataclass(frozen=True)
class Advice:
    """A theme that cost points, and the lesson about it."""

    theme: str
    lesson: str  # "" if there is none
    loss: float  # points in a game, on average


def judged_entries(entries: Iterable[ReviewedEntry], seat: int) -> list[Judged]:
    """The decisions of a seat in a review of the library."""
    return [
        Judged(
            entry.ply,
            entry.judgement.best,
            entry.judgement.loss,
            entry.judgement.accuracy,
            any(is_denial(reason.seat, seat) for reason in entry.judgement.reasons),
        )
        for entry in entries
        if entry.seat == seat and entry.judgement
    ]


def is_denial(about: int, seat: int | None) -> bool:
    """Is a reason about the points of a seat, for a move of another seat, that it takes some?"""
    return about not in (-1, seat)


def review_habits(record: Record, entries: list[ReviewedEntry], seat: int) -> Habits:
    """Statistics of a seat from a reviewed game."""
    luck = explain_lead(entries, seat).by_deals if entries else 0.0
    return game_habits(record, judged_entries(entries, seat), seat, luck)


def game_habits(record: Record, decisions: list[Judged], seat: int, luck: float) -> Habits:
    """Statistics of a seat from a game and the judgements of its decisions."""
    found, steps, position = Habits(1, luck), list[Json](), record.first()
    by_ply, game = {each.ply: each for each in decisions}, position.game
    for ply, entry in enumerate(record.entries, 1):
        if judged := by_ply.get(ply):
            before = position.to_json()
            tally = Tally(1, judged.accuracy, judged.loss)
            stage = game.habits.stage(before) if game.habits else 1
            found.stages.setdefault(stage, Tally()).add(tally)
            after = position.copy()
            after.push(judged.best)
            facts = [step.to_json() for step in position.steps(judged.best)]
            themes = game.themes(before, after.to_json(), facts)
            for theme in [*(["deny"] if judged.is_denial else []), *themes]:
                found.themes.setdefault(theme, Tally()).add(tally)
        steps += [step.to_json() for step in position.steps(entry.text)]
        position.push(entry.text)
    if game.habits:
        found.figures = game.habits.count_habits(steps, position.to_json(), seat)
    return found


def add_up(every: Iterable[Habits]) -> Habits:
    """Several games together."""
    total = Habits()
    for each in every:
        total.games += each.games
        total.luck += each.luck
        for name, figure in each.figures.items():
            total.figures[name] = total.figures.get(name, 0.0) + figure
        for stage, tally in each.stages.items():
            total.stages.setdefault(stage, Tally()).add(tally)
        for theme, tally in each.themes.items():
            total.themes.setdefault(theme, Tally()).add(tally)
    return total


def advise(game: Game, habits: Habits) -> list[Advice]:
    """The themes that cost most in a game, each with the lesson about it, the dearest first."""
    about = {theme: lesson.name for lesson in lessons(game).values() for theme in lesson.themes}
    found = [
        Advice(theme, about.get(theme, ""), tally.loss / habits.games)
        for theme, tally in habits.themes.items()
        if tally.decisions >= MIN_DECISIONS and tally.loss >= MIN_LOSS * habits.games
    ]
    return sorted(found, key=lambda each: -each.loss)[:RECOMMENDED]
