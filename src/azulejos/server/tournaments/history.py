"""The history of a tournament: the seats of each round, and the standings that follow from them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from azulejos.server.table.plan import bot_name
from azulejos.wire.tournaments import Kind


@dataclass(frozen=True)
class Entrant:
    """A person or bot that takes part."""

    person: str  # id, also of a built-in bot
    rating: float = 0.0  # at the time of joining
    number: int = 0  # in the order of joining
    is_active: bool = True  # wants to be paired
    free_since: float = 0.0  # arena: since when the person waits

    @property
    def is_bot(self) -> bool:
        """Is it a built-in bot?"""
        return bool(bot_name(self.person))


@dataclass(frozen=True)
class Place:
    """One person in one round."""

    round: int  # from 1
    person: str
    table: str  # "" for a bye
    seat: int
    points: float | None  # seats that were beaten, half for ties; None while the game is played


@dataclass(frozen=True)
class Round:
    """The tables and byes of a round."""

    tables: list[tuple[str, ...]]  # people by seat
    byes: list[str]
    walkovers: list[str] = field(default_factory=list)  # people whose opponent has left: they win


def points_of(ranks: Sequence[int]) -> list[float]:
    """The points by seat: one for every other seat with a worse rank, half for an equal one."""
    return [
        sum(1.0 if mine < other else 0.5 if mine == other else 0.0 for other in ranks) - 0.5
        for mine in ranks
    ]


class History:
    """Facts about the rounds so far, by person."""

    def __init__(self, places: Iterable[Place]):
        self.places = sorted(places, key=lambda place: (place.round, place.table, place.seat))
        self.points: defaultdict[str, float] = defaultdict(float)
        self.byes: Counter[str] = Counter()
        self.seats: dict[str, list[int]] = defaultdict(list)  # in the order of rounds
        self.met: dict[str, Counter[str]] = defaultdict(Counter)  # how often two people met
        self.last: dict[str, set[str]] = {}  # the people of each person's last game
        self._tables: dict[str, list[str]] = defaultdict(list)  # people by seat
        for place in self.places:
            self.points[place.person] += place.points or 0.0
            if place.table:
                self.seats[place.person].append(place.seat)
                self._tables[place.table].append(place.person)
            else:
                self.byes[place.person] += 1
        for people in self._tables.values():
            for person in people:
                others = [other for other in people if other != person]
                self.met[person].update(others)
                self.last[person] = set(others)

    def times_met(self, people: Sequence[str]) -> NDArray[np.float64]:
        """How often every two of some people have met."""
        numbers = {person: number for number, person in enumerate(people)}
        times = np.zeros((len(people), len(people)))
        for number, person in enumerate(people):
            for other, count in self.met[person].items():
                if other in numbers:
                    times[number, numbers[other]] = count
        return times

    def at(self, table: str) -> list[str]:
        """The people at a table, by seat."""
        return self._tables[table]

    def firsts(self, person: str) -> int:
        """How much more often an entrant had the first of two seats than the second."""
        seats = self.seats[person]
        return sum(1 if seat == 0 else -1 for seat in seats)

    def last_seat(self, person: str) -> int:
        """The seat of an entrant's last game; -1 before the first."""
        seats = self.seats[person]
        return seats[-1] if seats else -1


def seat_pair(history: History, one: str, other: str) -> tuple[str, str]:
    """Two people by seat: who had the first seat less often has it now; if both had it as often,
    the one who did not have it last, and at the beginning the second of the two.
    """
    wishes = [(history.firsts(who), -history.last_seat(who)) for who in (other, one)]
    return (other, one) if wishes[0] <= wishes[1] else (one, other)


# ---- Standings

WIN, TIE, STREAK = 2, 1, 2  # arena: points; wins in a row after which points count twice


@dataclass(frozen=True)
class Standing:
    """The place of an entrant."""

    person: str
    place: int  # from 1; equal people share it
    points: float
    tie_break: float  # the second number by which people are ranked
    games: int  # that have ended
    wins: int  # games in which nobody was better or equal
    streak: int  # arena: wins in a row, up to the last game


def make_standings(
    kind: Kind, seats: int, entrants: Sequence[Entrant], history: History
) -> list[Standing]:
    """The standings, the best first. Ties are broken by the opponents' points (Buchholz) in a
    Swiss, by the points of beaten opponents (Sonneborn-Berger) in a round robin, otherwise by wins.
    """
    own: dict[str, list[Place]] = defaultdict(list)
    for place in history.places:
        own[place.person].append(place)
    streaks: Counter[str] = Counter()
    points: dict[str, float] = {}
    for each in entrants:
        points[each.person] = history.points[each.person]
        if kind == "arena":
            points[each.person], streaks[each.person] = arena_points(own[each.person])
    rows = []
    for each in entrants:
        ended = [p for p in own[each.person] if p.table and p.points is not None]
        wins = sum(game.points == seats - 1 for game in ended)
        tie_break = float(wins)
        if kind in ("swiss", "round_robin"):
            tie_break = opponents_points(kind, own[each.person], history, points)
        rows.append((points[each.person], tie_break, len(ended), wins, each))
    rows.sort(key=lambda row: (-row[0], -row[1], row[4].number))
    standings: list[Standing] = []
    for rank, (total, tie_break, games, wins, each) in enumerate(rows, 1):
        last = standings[-1] if standings else None
        is_equal = last is not None and (last.points, last.tie_break) == (total, tie_break)
        shared = last.place if last and is_equal else rank
        streak = streaks[each.person]
        standings.append(Standing(each.person, shared, total, tie_break, games, wins, streak))
    return standings


def opponents_points(
    kind: Kind, places: Sequence[Place], history: History, points: dict[str, float]
) -> float:
    """Buchholz or Sonneborn-Berger; a bye counts like an opponent with as many points as oneself
    in a Swiss, and not at all in a round robin.
    """
    total = 0.0
    for place in places:
        if place.points is None:
            continue
        if not place.table:
            total += points[place.person] if kind == "swiss" else 0.0
            continue
        for other in history.at(place.table):
            if other != place.person:
                weight = 1.0 if kind == "swiss" else place.points
                total += weight * points.get(other, 0.0)
    return total


def arena_points(places: Sequence[Place]) -> tuple[int, int]:
    """The points of one person's games in their order, and the wins in a row at the end."""
    total = streak = 0
    for place in places:
        if place.points is None:
            continue
        factor = 2 if streak >= STREAK else 1
        if place.points == 1.0:
            total += WIN * factor
            streak += 1
        else:
            total += TIE * factor if place.points else 0
            streak = 0
    return total, streak
