"""Playing a match: games with paired deals and rotating seats, in this or in several processes.

Deal number k is drawn from the same entropy in every game of a group, so that players share their
luck. Games are independent of each other and of the process that plays them. What the results mean
is computed in `results.py`.
"""

import atexit
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, closing
from itertools import repeat
from time import perf_counter
from typing import Protocol

from azulejos.engine.client import EnginePlayer
from azulejos.match.elo import Sprt
from azulejos.match.openings import opening_position
from azulejos.match.plan import COMMAND_PREFIX, GameResult, MatchPlan
from azulejos.match.results import MatchResult, ResultsFile
from azulejos.network import Network
from azulejos.position import Position
from azulejos.processes import worker_processes
from azulejos.progress import Progress, no_progress
from azulejos.search.players import Choice, Player, find_player
from azulejos.search.settings import Limit, Style

Networks = Mapping[str, Network]  # by player name

# Plays games given as group and rotation; yields their results in the given order.
PlayGames = Callable[[MatchPlan, list[tuple[int, int]]], Generator[GameResult]]


class MoveChooser(Protocol):
    """A player of ours or an outside engine."""

    def choose(
        self, position: Position, limit: Limit | None = None, entropy: int | None = None, /
    ) -> Choice: ...


class GameRunner:
    """Plays games of a match; holds its players, some of which may be engine processes."""

    def __init__(self, plan: MatchPlan, networks: Networks | None = None):
        """Start the players; their networks are read from files unless given."""
        self.plan = plan
        networks = plan.networks() if networks is None else networks
        self.players: list[MoveChooser] = []
        self.limit = Limit(plan.seconds, plan.nodes)
        try:
            for name in plan.players:
                self.players.append(start_player(name, networks))
        except BaseException:
            self.close()
            raise

    def play(self, group: int, rotation: int) -> GameResult:
        """Play one game to its end."""
        plan, position = self.plan, opening_position(self.plan, group)
        seating = plan.seating(rotation)
        times: list[list[float]] = [[] for _ in seating]
        deals = 0
        while not position.is_over:
            if position.turn is None:
                position.deal(plan.entropy(group, "deal", deals))
                deals += 1
                continue
            seat = position.turn
            entropy = plan.entropy(group, rotation, len(position.history))
            start = perf_counter()
            move = self.players[seating[seat]].choose(position, self.limit, entropy).move
            times[seat].append(round(perf_counter() - start, 6))
            position.push(move)
        outcome = position.outcome
        assert outcome
        return GameResult(
            group=group,
            rotation=rotation,
            scores=list(outcome.scores),
            shares=list(outcome.shares),
            decisions=[len(taken) for taken in times],
            seconds=[round(sum(taken), 6) for taken in times],
            slowest=[max(taken, default=0.0) for taken in times],
            events=position.history,
        )

    def close(self) -> None:
        """End the engine processes."""
        for player in self.players:
            if isinstance(player, EnginePlayer):
                player.close()


def start_player(name: str, networks: Networks) -> MoveChooser:
    """The player of a name: with its own network, as an engine process, or built in."""
    if name in networks:
        style = Style(find_network=lambda states: networks[name])
        return Player(name, style=style).with_memory()
    if name.startswith(COMMAND_PREFIX):
        return EnginePlayer(name.removeprefix(COMMAND_PREFIX))
    return find_player(name).with_memory()


def play_games(
    plan: MatchPlan, games: list[tuple[int, int]], jobs: int = 1
) -> Generator[GameResult]:
    """Play games in `jobs` processes of this machine, see `PlayGames`."""
    if jobs == 1:
        with closing(GameRunner(plan)) as runner:
            for game in games:
                yield runner.play(*game)
        return
    with worker_processes(jobs) as pool:
        yield from pool.map(_play_game, repeat(plan), games)


_runners: list[GameRunner] = []  # of a worker process: at most one


def _play_game(plan: MatchPlan, game: tuple[int, int]) -> GameResult:
    """Play a game with this process's runner, which is created for its first game."""
    if not _runners:
        _runners.append(GameRunner(plan))
        atexit.register(_runners[0].close)
    return _runners[0].play(*game)


def run_match(
    plan: MatchPlan,
    sprt: Sprt | None,
    play: PlayGames,
    file: ResultsFile | None = None,
    progress: Progress = no_progress,
) -> MatchResult:
    """Play a match until its last game, or until the sequential test accepts a hypothesis.

    Games in the results file are not played again; new ones are appended to it.
    """
    results: list[GameResult] = []
    with closing(game_results(plan, play, file)) as games:
        for _, rotation in progress(plan.schedule, "match"):
            results.append(next(games))
            if sprt and rotation == plan.seats - 1 and MatchResult(plan, results, sprt).accepted:
                break
    return MatchResult(plan, results, sprt)


def game_results(
    plan: MatchPlan, play: PlayGames, file: ResultsFile | None
) -> Generator[GameResult]:
    """The results of all games in order: those in the file, and new ones as they finish."""
    stored = {(game.group, game.rotation): game for game in (file.results(plan) if file else [])}
    missing = [game for game in plan.schedule if game not in stored]
    with ExitStack() as stack:
        append = stack.enter_context(file.open(plan)) if file else None
        new = stack.enter_context(closing(play(plan, missing)))
        for game in plan.schedule:
            if game in stored:
                yield stored[game]
                continue
            result = next(new)
            if append:
                append(result)
            yield result
