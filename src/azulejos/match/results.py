"""The results of a match: their statistics, and the file that keeps finished games.

A match with such a file can be interrupted and continued: games in the file are not played again.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from io import FileIO
from itertools import groupby
from pathlib import Path

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.match.elo import Sprt, elo_difference, mean_interval, share_interval
from azulejos.match.plan import GameResult, MatchPlan, parse_game_result
from azulejos.text import Text


class ResultsFile:
    """A file of JSON lines: the terms of the match, then the result of each finished game."""

    def __init__(self, path: Path):
        """Read the file, if there is one."""
        self.path = path
        lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
        self.incomplete_bytes = len(lines.pop())  # of a last line whose writing was interrupted
        self.terms, self.games = self._parse(lines)

    def _parse(self, lines: list[bytes]) -> tuple[Json | None, list[Json]]:
        """The terms of the match, if there are any yet, and its games."""
        try:
            parsed = [json.loads(line) for line in lines]
        except (ValueError, RecursionError):
            raise self._unreadable() from None
        if not all(isinstance(data, dict) for data in parsed):
            raise self._unreadable()
        if parsed and not isinstance(parsed[0].get("match"), dict):
            raise self._unreadable()
        return (parsed[0]["match"], parsed[1:]) if parsed else (None, [])

    def _unreadable(self) -> AzulejosError:
        return AzulejosError(Text("match.file", {"file": self.path}))

    @property
    def seed(self) -> int | None:
        """The seed of the match in the file, if there is one."""
        seed = self.terms.get("seed") if self.terms else None
        return seed if isinstance(seed, int) else None

    def results(self, plan: MatchPlan) -> list[GameResult]:
        """The finished games; refused if they are of another match."""
        if self.terms is not None and self.terms != plan.terms:
            raise AzulejosError(Text("match.other", {"file": self.path}))
        try:
            return [parse_game_result(data, plan) for data in self.games]
        except ValueError:
            raise self._unreadable() from None

    @contextmanager
    def open(self, plan: MatchPlan) -> Iterator[Callable[[GameResult], None]]:
        """A function that appends a result to the file, unbuffered."""
        with FileIO(self.path, "a") as file:
            if self.incomplete_bytes:
                file.truncate(self.path.stat().st_size - self.incomplete_bytes)
            if self.terms is None:
                write_line(file, {"match": plan.terms})
            yield lambda result: write_line(file, asdict(result))


def write_line(file: FileIO, data: Json) -> None:
    """Write a JSON line."""
    file.write(json.dumps(data).encode() + b"\n")


@dataclass(frozen=True)
class MatchResult:
    """The statistics of some games of a match; only complete groups of games count."""

    plan: MatchPlan
    games: list[GameResult]
    sprt: Sprt | None = None

    @cached_property
    def groups(self) -> list[list[GameResult]]:
        """The complete groups of games."""
        ordered = sorted(self.games, key=lambda game: (game.group, game.rotation))
        groups = [list(games) for _, games in groupby(ordered, lambda game: game.group)]
        return [games for games in groups if len(games) == self.plan.seats]

    @property
    def game_count(self) -> int:
        """The number of games in complete groups."""
        return sum(map(len, self.groups))

    def group_means(self, values: Callable[[GameResult], list[float]], player: int) -> list[float]:
        """By group: the mean of a value by seat over all seats that a player had."""
        means = []
        for games in self.groups:
            own = [
                value
                for game in games
                for value, seated in zip(
                    values(game), self.plan.seating(game.rotation), strict=True
                )
                if seated == player
            ]
            means.append(sum(own) / len(own))
        return means

    @property
    def leads(self) -> list[float]:
        """By group: how the first player did against the second, from 0 to 1; 0.5 is even.

        It is half the difference of their mean win shares per seat, plus a half.
        """
        first, second = (self.group_means(win_shares, player) for player in range(2))
        return [0.5 + (own - other) / 2 for own, other in zip(first, second, strict=True)]

    @property
    def accepted(self) -> str | None:
        """The hypothesis that the sequential test accepts: "elo0", "elo1", or none yet."""
        return self.sprt.accepted(self.leads) if self.sprt and self.groups else None

    def to_json(self) -> Json:
        """The whole result."""
        players = [self.player_json(i) for i in range(len(self.plan.players))]
        return {
            **self.plan.terms,
            "games": self.game_count,
            "groups": len(self.groups),
            "results": players if self.groups else [],
            "elo": self.elo_json() if self.groups and self.plan.seats == 2 else None,
            "sprt": self.sprt_json() if self.groups and self.sprt else None,
        }

    def player_json(self, player: int) -> Json:
        """The result of one player."""
        if not self.groups:
            return {}
        shares, margins = (self.group_means(values, player) for values in (win_shares, margins_of))
        times = [
            (game.decisions[seat], game.seconds[seat], game.slowest[seat])
            for games in self.groups
            for game in games
            for seat, seated in enumerate(self.plan.seating(game.rotation))
            if seated == player
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
        """The Elo difference between the first and the second of two players."""
        shares = self.group_means(win_shares, 0)
        low, high = share_interval(shares)
        difference = elo_difference(sum(shares) / len(shares))
        return {"difference": difference, "interval": [elo_difference(low), elo_difference(high)]}

    def sprt_json(self) -> Json:
        """The state of the sequential test."""
        assert self.sprt
        ratio = self.sprt.log_likelihood_ratio(self.leads)
        state = {"llr": ratio, "bounds": self.sprt.bounds, "accepted": self.accepted}
        return asdict(self.sprt) | state


def win_shares(game: GameResult) -> list[float]:
    """By seat: its share of the win."""
    return game.shares


def margins_of(game: GameResult) -> list[float]:
    """By seat: its points minus those of the best other seat."""
    return [
        score - max(other for q, other in enumerate(game.scores) if q != seat)
        for seat, score in enumerate(game.scores)
    ]
