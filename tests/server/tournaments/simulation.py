"""Tournaments of people of known strength whose games are decided by chance, without a server."""

import math
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from azulejos.server.tournaments import pairings, rotation
from azulejos.server.tournaments.history import (
    Entrant,
    History,
    Place,
    Round,
    make_standings,
    points_of,
)
from azulejos.wire.tournaments import Kind

STEP_S = 3.0  # between two pairings of an arena
GAME_S = (60.0, 600.0)  # shortest and longest game


@dataclass
class Simulation:
    """People and what has happened so far."""

    count: int
    seed: int = 1
    seats: int = 2
    bye_points: float = 1.0
    entrants: list[Entrant] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        strengths = [self.rng.gauss(1500, 300) for _ in range(self.count)]
        self.strength = {f"p{i}": strength for i, strength in enumerate(strengths)}
        self.entrants = [
            Entrant(person, rating=strength + self.rng.gauss(0, 100), number=i)
            for i, (person, strength) in enumerate(self.strength.items())
        ]

    @property
    def history(self) -> History:
        return History(self.places)

    def decide(self, people: tuple[str, ...]) -> list[float]:
        """The points by seat: the noise is that of the logistic model; some games of two tie."""
        if len(people) == 2 and self.rng.random() < 0.05:
            return [0.5, 0.5]
        noise = [self.strength[x] + self.rng.gauss(0, 400 / math.sqrt(2)) for x in people]
        ranks = [1 + sum(other > mine for other in noise) for mine in noise]
        return points_of(ranks)

    def play(self, made: Round) -> None:
        """Play a round to its end."""
        self.rounds.append(made)
        number = len(self.rounds)
        for table, people in enumerate(made.tables):
            for seat, points in enumerate(self.decide(people)):
                self.places.append(Place(number, people[seat], f"{number}.{table}", seat, points))
        for person in made.byes:
            self.places.append(Place(number, person, "", 0, self.bye_points))

    def play_swiss(self, rounds: int) -> None:
        for _ in range(rounds):
            self.play(pairings.pair_swiss(self.entrants, self.history))

    def play_round_robin(self) -> None:
        people = [each.person for each in self.entrants]
        for number in range(1, len(people) + len(people) % 2):
            self.play(rotation.pair_round_robin(people, number))

    def play_rotation(self, rounds: int) -> None:
        for number in range(rounds):
            seed = f"{self.seed}-{number}"
            self.play(rotation.pair_rotation(self.entrants, self.history, self.seats, seed))

    def order(self, kind: Kind) -> list[str]:
        made = make_standings(kind, self.seats, self.entrants, self.history)
        return [standing.person for standing in made]


def check_round(made: Round, people: set[str], seats: int) -> None:
    """Everybody is paired once or has a bye, and every table is full."""
    seated = [person for table in made.tables for person in table]
    assert all(len(table) == seats for table in made.tables)
    assert sorted([*seated, *made.byes]) == sorted(people)


def meetings(simulation: Simulation) -> list[int]:
    """How often every two people have met."""
    met = simulation.history.met
    return [met[one][other] for one, other in combinations(simulation.strength, 2)]


# ---- Arenas


@dataclass
class Arena:
    """An arena in which time passes."""

    simulation: Simulation
    busy_until: dict[str, float] = field(default_factory=dict)
    free_since: dict[str, float] = field(default_factory=dict)
    longest_wait_s: float = 0.0
    repeats: int = 0  # pairs who met twice in a row

    def run(self, seconds: float) -> None:
        simulation, now = self.simulation, 0.0
        self.free_since = dict.fromkeys(simulation.strength, 0.0)
        while now < seconds:
            self.step(now)
            now += STEP_S
        assert simulation.rounds

    def step(self, now: float) -> None:
        for person, until in list(self.busy_until.items()):
            if until <= now:
                self.free_since[person] = until
                del self.busy_until[person]
        simulation, history = self.simulation, self.simulation.history
        standings = make_standings("arena", 2, simulation.entrants, history)
        ranks = {each.person: i for i, each in enumerate(standings)}
        free = [
            Entrant(x.person, x.rating, x.number, free_since=self.free_since[x.person])
            for x in simulation.entrants
            if x.person not in self.busy_until
        ]
        made = pairings.pair_free(free, history, ranks, now)
        self.repeats += sum(b in history.last.get(a, ()) for a, b in made.tables)
        simulation.play(made)
        for people in made.tables:
            until = now + simulation.rng.uniform(*GAME_S)
            for person in people:
                assert person not in self.busy_until, "a double pairing"
                self.longest_wait_s = max(self.longest_wait_s, now - self.free_since[person])
                self.busy_until[person] = until
