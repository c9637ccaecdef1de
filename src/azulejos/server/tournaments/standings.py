"""The standings of a tournament: places, points, tie-breaks, streaks."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from azulejos.server.tournaments.history import Entrant, History, Place
from azulejos.server.tournaments.pairings import arena_points
from azulejos.wire.tournaments import Kind


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
