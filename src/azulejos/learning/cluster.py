"""Self-play, matches, reviews and puzzles on other machines: tasks of a Ray cluster.

Every task is a pure function of its arguments, so a task whose node died is repeated on another
node with the same result. Only the process that uses `Cluster` writes files. So no sample, game or
review step is lost or duplicated. All nodes need the same version of this package.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

import ray

from azulejos.compiled.sources import source_digest
from azulejos.errors import AzulejosError
from azulejos.learning.selfplay import SelfplayPlan, make_shard
from azulejos.match.match import GameRunner
from azulejos.match.plan import GameResult, MatchPlan
from azulejos.network import Network, from_bytes, to_bytes
from azulejos.record import Record
from azulejos.remote import connect
from azulejos.search.review import Evaluation, ReviewedEntry, evaluate, review_entry
from azulejos.search.settings import Limit
from azulejos.teaching.mining import mine_game
from azulejos.teaching.puzzles import Puzzle
from azulejos.text import Text

MAX_PENDING = 256  # tasks submitted at a time
UNLIMITED = -1  # retries of a task whose node died

Reference = Any  # a Ray object reference: the future result of a task


class Cluster:
    """A connection to a running Ray cluster."""

    def __init__(self, address: str):
        """Connect to the cluster at HOST:PORT, or "auto" for the one on this machine."""
        connect(address)
        self.digest = source_digest()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Reference:
        """Run a function on some node."""
        return _task.options(max_retries=UNLIMITED).remote(self.digest, function, *arguments)

    def results(self, references: Iterable[Reference]) -> Generator[Any]:
        """The results of tasks in order; at most MAX_PENDING of them are submitted at a time."""
        pending: list[Reference] = []
        for reference in references:
            pending.append(reference)
            if len(pending) == MAX_PENDING:
                yield ray.get(pending.pop(0))
        while pending:
            yield ray.get(pending.pop(0))

    # ---- What is run on a cluster

    def make_shards(
        self, plan: SelfplayPlan, network: Network, numbers: list[int]
    ) -> Generator[tuple[int, bytes]]:
        """Make shards, see `selfplay.MakeShards`."""
        shared, remaining = ray.put(to_bytes(network)), iter(numbers)
        tasks: dict[Reference, int] = {}
        while True:
            for number in remaining:
                tasks[self.submit(_make_shard, plan, shared, number)] = number
                if len(tasks) == MAX_PENDING:
                    break
            if not tasks:
                return
            (done,), _ = ray.wait(list(tasks))
            yield tasks.pop(done), ray.get(done)

    def play_games(self, plan: MatchPlan, games: list[tuple[int, int]]) -> Generator[GameResult]:
        """Play games of a match, see `match.PlayGames`."""
        networks = ray.put({name: to_bytes(each) for name, each in plan.networks().items()})
        yield from self.results(self.submit(_play_game, plan, networks, game) for game in games)

    def mine_games(
        self, variant: str, numbers: Iterable[int], weak_level: int
    ) -> Iterator[list[Puzzle]]:
        """The puzzles of games of a variant, see `teaching.mining.mine_game`."""
        yield from self.results(self.submit(mine_game, variant, n, weak_level) for n in numbers)

    def review(self, record: Record, limit: Limit) -> Iterator[ReviewedEntry]:
        """Review a game, see `search.review.review`."""
        shared, limits = ray.put(record), (limit.seconds, limit.nodes)
        plies = range(len(record.entries) + 1)
        evaluations = [self.submit(_evaluate, shared, ply, *limits) for ply in plies]
        entries = (
            self.submit(_review_entry, shared, ply, evaluations[ply - 1], evaluations[ply], *limits)
            for ply in plies[1:]
        )
        yield from self.results(entries)


# ---- On a node


@ray.remote
def _task(digest: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function, if this node has the same version of this package."""
    if source_digest() != digest:
        raise AzulejosError(Text("cluster.version"))
    return function(*arguments)


def _make_shard(plan: SelfplayPlan, network: bytes, number: int) -> bytes:
    return make_shard(plan, from_bytes(network), number)


_runners: dict[str, GameRunner] = {}  # of this process: that of the last match, if any


def _play_game(plan: MatchPlan, networks: dict[str, bytes], game: tuple[int, int]) -> GameResult:
    """Play a game with this process's runner, which is created for its first game."""
    key = repr((plan, networks))
    if key not in _runners:
        for runner in _runners.values():
            runner.close()
        _runners.clear()
        loaded = {name: from_bytes(data) for name, data in networks.items()}
        _runners[key] = GameRunner(plan, loaded)
    return _runners[key].play(*game)


def _evaluate(record: Record, ply: int, seconds: float | None, nodes: int | None) -> Evaluation:
    return evaluate(record.position(ply), Limit(seconds, nodes))


def _review_entry(
    record: Record,
    ply: int,
    before: Evaluation,
    after: Evaluation,
    seconds: float | None,
    nodes: int | None,
) -> ReviewedEntry:
    position, entry = record.position(ply - 1), record.entries[ply - 1]
    return review_entry(position, ply, entry.text, before, after, Limit(seconds, nodes))
