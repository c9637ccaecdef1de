"""Matches: players against each other over the same deals in every rotation of seats.

Deal number k of a group of games is drawn from the same entropy in each of them, so that luck is
shared; where a game begins without a deal, a few moves by lot open all games of a group. Games are
independent of each other and of who plays them in which process; with limits in nodes a match is
the same every time. What the results mean is in `score.py`.
"""

import atexit
from collections.abc import Generator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import groupby, repeat
from pathlib import Path
from time import perf_counter
from typing import Protocol

from azulejos.compiled.rng import below, make_rng
from azulejos.engine.client import EnginePlayer
from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.games import find_game
from azulejos.match.elo import Sprt, elo_of, mean_interval, share_interval
from azulejos.network import Network
from azulejos.position import Position
from azulejos.search.analysis import Limit, Style
from azulejos.search.networks import read_network
from azulejos.search.players import Choice, Player, find_player
from azulejos.search.warmup import warm_up_table
from azulejos.text import Text
from azulejos.work import processes

OUTSIDE = "cmd:"  # before the command line of an outside engine
OPENING_MOVES = 3  # by lot, where a game begins without a deal
KNOWING = "best@"  # before the file of the network that `best` is to play with

Networks = Mapping[str, Network]  # by the names of players that play with networks of their own


class Chooser(Protocol):
    """Whoever chooses moves."""

    def choose(
        self, position: Position, limit: Limit | None = None, entropy: int | None = None, /
    ) -> Choice: ...


@dataclass(frozen=True)
class Plan:
    """What is played: together with a seed it says everything about a match."""

    game: str
    options: dict[str, str]
    players: tuple[str, ...]  # the last one has all seats that are left
    seats: int
    games: int
    seconds: float | None
    nodes: int | None
    seed: int

    def __post_init__(self) -> None:
        """Refuse what cannot be played, before any game is."""
        if not 2 <= len(self.players) <= self.seats:
            args = {"n": len(self.players), "seats": self.seats}
            raise AzulejosError(Text("match.players", args))
        self.networks()
        for name in self.players:
            if not name.startswith((OUTSIDE, KNOWING)):
                find_player(name)

    def opening(self) -> Position:
        return Position(self.game, self.seats, **self.options)

    def networks(self) -> dict[str, Network]:
        """The networks that players are to play with, by their names."""
        names = [name for name in self.players if name.startswith(KNOWING)]
        paths, states = [Path(name.removeprefix(KNOWING)) for name in names], self.opening().states
        networks = [read_network(path, states) for path in paths]
        return dict(zip(names, networks, strict=True))

    @property
    def schedule(self) -> list[tuple[int, int]]:
        """The games as group and rotation; groups are whole."""
        groups = -(-self.games // self.seats)
        return [(group, turn) for group in range(groups) for turn in range(self.seats)]

    def seating(self, turn: int) -> list[int]:
        """By seat: the number of the player who has it."""
        return [
            min((seat - turn) % self.seats, len(self.players) - 1) for seat in range(self.seats)
        ]

    def entropy(self, *what: object) -> int:
        """The same number for the same purpose in the same match."""
        words = " ".join(map(str, (self.seed, *what)))
        return int.from_bytes(blake2b(words.encode(), digest_size=8).digest())

    @property
    def terms(self) -> Json:
        """What must be equal for results to belong to one match; it may be made longer."""
        return {name: value for name, value in asdict(self).items() if name != "games"} | {
            "players": list(self.players)
        }


@dataclass(frozen=True)
class Played:
    """One finished game."""

    group: int
    turn: int  # how many seats the players have moved on
    scores: list[int]  # by seat, as all that follow
    shares: list[float]
    decisions: list[int]
    seconds: list[float]  # that all decisions took
    slowest: list[float]  # that one decision took
    events: list[str] = field(default_factory=list)  # deals and moves


def parse_played(data: Json, plan: Plan) -> Played:
    """A finished game as it was written; ValueError if it is none of the plan."""
    try:
        played = Played(**data)
        lists = (played.scores, played.shares, played.decisions, played.seconds, played.slowest)
        numbers = [float(x) for values in lists for x in values]
        is_whole = all(len(values) == plan.seats for values in lists)
    except TypeError as wrong:
        raise ValueError from wrong
    known = isinstance(played.group, int) and played.group >= 0 and played.turn in range(plan.seats)
    if not known or not is_whole or min(numbers[plan.seats :], default=0) < 0:
        raise ValueError
    return played


# ---- Playing


class Table:
    """The players of a plan, ready to play its games."""

    def __init__(self, plan: Plan, networks: Networks | None = None):
        self.plan = plan
        known = plan.networks() if networks is None else networks
        self.players: list[Chooser] = []
        self.limit = Limit(plan.seconds, plan.nodes)
        try:
            for name in plan.players:
                self.players.append(sit_down(name, known))
            ours = [player for player in self.players if isinstance(player, Player)]
            warm_up_table(find_game(plan.game), plan.seats, ours)
        except BaseException:
            self.close()
            raise

    def play(self, group: int, turn: int) -> Played:
        """One game from its opening to its end."""
        plan, position = self.plan, self.first_position(group)
        seating = plan.seating(turn)
        times: list[list[float]] = [[] for _ in seating]
        deals = 0
        while not position.is_over:
            if position.turn is None:
                position.deal(plan.entropy(group, "deal", deals))
                deals += 1
                continue
            seat = position.turn
            entropy = plan.entropy(group, turn, len(position.history))
            start = perf_counter()
            player, limit = self.players[seating[seat]], self.limit
            move = player.choose(position, limit, entropy).move
            times[seat].append(round(perf_counter() - start, 6))
            position.push(move)
        outcome = position.outcome
        assert outcome
        return Played(
            group,
            turn,
            list(outcome.scores),
            list(outcome.shares),
            [len(taken) for taken in times],
            [round(sum(taken), 6) for taken in times],
            [max(taken, default=0.0) for taken in times],
            position.history,
        )

    def first_position(self, group: int) -> Position:
        """Where the games of a group begin: with a deal, or else with a few moves by lot, so that
        players who always do the same do not play one game again and again.
        """
        position = self.plan.opening()
        rng = make_rng(self.plan.entropy(group, "opening"))
        for _ in range(0 if position.needs_deal else OPENING_MOVES):
            moves = position.legal_moves
            position.push(moves[below(rng, len(moves))])
        return position

    def close(self) -> None:
        """End the engines that were started."""
        for player in self.players:
            if isinstance(player, EnginePlayer):
                player.close()


def sit_down(name: str, networks: Networks) -> Chooser:
    """The player of a name, with a network of its own, or an outside engine that is started."""
    if name in networks:
        return Player(name, style=Style(knows=lambda states: networks[name]))
    if name.startswith(OUTSIDE):
        return EnginePlayer(name.removeprefix(OUTSIDE))
    return find_player(name)


def play_all(plan: Plan, games: list[tuple[int, int]], jobs: int) -> Generator[Played]:
    """The games in their order, each as soon as it and those before it are finished."""
    if jobs == 1:
        table = Table(plan)
        try:
            for game in games:
                yield table.play(*game)
        finally:
            table.close()
        return
    with processes(jobs) as pool:
        yield from pool.map(_play_elsewhere, repeat(plan), games)


_tables: list[Table] = []  # of a process that plays for another: none, or the one


def _play_elsewhere(plan: Plan, game: tuple[int, int]) -> Played:
    """A game at the table of this process, which is opened for its first one."""
    if not _tables:
        _tables.append(Table(plan))
        atexit.register(_tables[0].close)
    return _tables[0].play(*game)


# ---- Results


@dataclass(frozen=True)
class Standing:
    """How the match stands after some games; only whole groups of them count."""

    plan: Plan
    played: list[Played]
    sprt: Sprt | None = None

    @cached_property
    def groups(self) -> list[list[Played]]:
        by_group = sorted(self.played, key=lambda game: (game.group, game.turn))
        groups = [list(games) for _, games in groupby(by_group, lambda game: game.group)]
        return [games for games in groups if len(games) == self.plan.seats]

    def by_group(self, values: str, player: int) -> list[float]:
        """For each group what a player's seats had on average."""
        means = []
        for games in self.groups:
            own = [
                value
                for game in games
                for value, who in zip(
                    seat_values(game, values), self.plan.seating(game.turn), strict=True
                )
                if who == player
            ]
            means.append(sum(own) / len(own))
        return means

    @property
    def leads(self) -> list[float]:
        """For each group how much more of the win a seat of the first player had than one of the
        second, as a share among the two.
        """
        first, second = (self.by_group("shares", player) for player in range(2))
        return [0.5 + (own - other) / 2 for own, other in zip(first, second, strict=True)]

    @property
    def verdict(self) -> str | None:
        """What the sequential test has found, if there is one and it has."""
        return self.sprt.verdict(self.leads) if self.sprt and self.groups else None

    def to_json(self) -> Json:
        """Everything there is to tell."""
        players = [self.player_json(i) for i in range(len(self.plan.players))]
        return {
            **self.plan.terms,
            "games": sum(map(len, self.groups)),
            "groups": len(self.groups),
            "results": players if self.groups else [],
            "elo": self.elo_json() if self.groups and self.plan.seats == 2 else None,
            "sprt": self.sprt_json() if self.groups and self.sprt else None,
        }

    def player_json(self, player: int) -> Json:
        """How one player did."""
        if not self.groups:
            return {}
        shares, margins = self.by_group("shares", player), self.by_group("margins", player)
        times = [
            (game.decisions[seat], game.seconds[seat], game.slowest[seat])
            for games in self.groups
            for game in games
            for seat, who in enumerate(self.plan.seating(game.turn))
            if who == player
        ]
        decisions, seconds, slowest = zip(*times, strict=True)
        return {
            "name": self.plan.players[player],
            "share": sum(shares) / len(shares),
            "share_interval": share_interval(shares),
            "margin": sum(margins) / len(margins),
            "margin_interval": mean_interval(margins),
            "seconds_per_move": sum(seconds) / max(1, sum(decisions)),
            "slowest_move": max(slowest),
        }

    def elo_json(self) -> Json:
        """How much stronger the first of two players is."""
        shares = self.by_group("shares", 0)
        low, high = share_interval(shares)
        difference = elo_of(sum(shares) / len(shares))
        return {"difference": difference, "interval": [elo_of(low), elo_of(high)]}

    def sprt_json(self) -> Json:
        """Where the sequential test is."""
        assert self.sprt
        ratio = self.sprt.ratio(self.leads)
        told = {"llr": ratio, "bounds": self.sprt.bounds, "accepted": self.verdict}
        return asdict(self.sprt) | told


def seat_values(game: Played, name: str) -> list[float]:
    """By seat: shares of the win, or points ahead of the best other seat."""
    if name == "shares":
        return game.shares
    return [
        score - max(other for q, other in enumerate(game.scores) if q != seat)
        for seat, score in enumerate(game.scores)
    ]
