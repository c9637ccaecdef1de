"""The scale of strength: what a player of a rating does.

400 points more mean ten times as many wins as losses; `greedy` has 1000 in every game. A file
beside the networks of a game has a curve for each variant that was measured: rungs with a rating
each, between which a player is interpolated. docs/players.md says how they were measured.
"""

import json
from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from azulejos.contract.rules import States
from azulejos.contract.verbs import game_of
from azulejos.errors import BadNotation
from azulejos.text import Text

RATING_PREFIX = "rating:"  # of a player's name: then follows its rating
MIN_RATING, MAX_RATING = 400, 4000
ANCHOR = 1000  # the rating of `greedy`
LEVELS = 8
FILE = "levels.json"


class Strength(NamedTuple):
    """How well a player plays."""

    nodes: int  # of a search; 0: none
    lapses: float  # share of the moves that are made at first sight instead
    overlooked: float  # things that are overlooked at first sight, on average


class Rung(NamedTuple):
    """A point of a curve."""

    rating: float
    nodes: int
    lapses: float
    overlooked: float


@dataclass(frozen=True)
class Curve:
    """The strength by rating, in one variant of a game."""

    rungs: tuple[Rung, ...]  # the weakest first; the last is `best` at the standard time
    step: float  # from level to level
    characters: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)
    # by name: the rating of the same player without its style, and its own if it was measured

    @property
    def best(self) -> float:
        """The rating of `best`."""
        return self.rungs[-1].rating

    def level_rating(self, level: int) -> float:
        """The rating of a level, from 1; the highest is `best`."""
        return self.best - self.step * (LEVELS - level)

    def character_rating(self, name: str) -> int:
        """The rating of a character: as measured, or that of the same player without its style;
        that of `best` for one without a style.
        """
        like, own = self.characters.get(name, (round(self.best), None))
        return like if own is None else own

    def clamp(self, rating: float) -> int:
        """The rating of the player that plays for one who should have another."""
        return round(max(self.rungs[0].rating, min(self.best, rating)))

    def strength(self, rating: float) -> Strength | None:
        """Strength of a player of a rating, at least that of the first rung; None: it is `best`."""
        place = bisect([rung.rating for rung in self.rungs], rating)
        if place == len(self.rungs):
            return None
        if place == 0:
            return Strength(*self.rungs[0][1:])
        low, high = self.rungs[place - 1 : place + 1]
        part = (rating - low.rating) / (high.rating - low.rating)
        first = low.nodes or high.nodes  # without a search only the lapses differ
        nodes = round(first * (high.nodes / first) ** part) if first else 0
        lapses = low.lapses + part * (high.lapses - low.lapses)
        return Strength(nodes, lapses, low.overlooked + part * (high.overlooked - low.overlooked))


UNMEASURED = Curve(  # for a game without a file: nothing is known about what people overlook
    tuple(
        Rung(500.0 + 300 * n, nodes, lapses, 0.0)
        for n, (nodes, lapses) in enumerate(
            ((0, 1.0), (16, 0.6), (32, 0.4), (64, 0.2), (256, 0.1), (1_000, 0.0), (4_000, 0.0))
        )
    ),
    step=200.0,
)


def curve_of(states: States) -> Curve:
    """The curve for the variant of states[0]; one that was not measured has that of its kind with
    another number of seats, or another one of its game.
    """
    measured, name = curves_of(states), variant_of(states)
    kind = name.partition("-")[2]
    alike = (curve for key, curve in measured.items() if key.partition("-")[2] == kind)
    return measured.get(name) or next(iter((*alike, *measured.values(), UNMEASURED)))


def measured_curve(states: States) -> Curve | None:
    """The curve for the variant and number of seats of states[0], if it was measured."""
    return curves_of(states).get(variant_of(states))


def variant_of(states: States) -> str:
    """The variant and number of seats of states[0], as its network is named."""
    return game_of(states).evaluator.network_name(states[0])


def curves_of(states: States) -> dict[str, Curve]:
    """The measured curves of the game of states[0], by variant."""
    game = game_of(states)
    return read_curves(game.networks) if game.networks else {}


@cache
def read_curves(folder: Path) -> dict[str, Curve]:
    """The measured curves of a game, by variant."""
    path = folder / FILE
    found = json.loads(path.read_text()) if path.exists() else {}
    return {
        name: Curve(
            tuple(Rung(*rung) for rung in each["rungs"]),
            each["step"],
            {name: (like, own) for name, (like, own) in each["characters"].items()},
        )
        for name, each in found.items()
    }


def parse_rating(name: str) -> int:
    """The rating in the name of a player such as `rating:1450`."""
    text = name.removeprefix(RATING_PREFIX)
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_RATING))
    if not is_number or not MIN_RATING <= int(text) <= MAX_RATING:
        args = {"text": text[:40], "low": MIN_RATING, "high": MAX_RATING}
        raise BadNotation(Text("player.rating", args), name)
    return int(text)
