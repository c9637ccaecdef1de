"""The same work on other machines, with Ray: self-play, matches and reviews as tasks of a cluster.

Every task is a pure function of what it is given: whichever node does it, as often as nodes die,
the result is the same, and only this process writes anything down. So no row, game or step is lost
or there twice. All nodes need the same version of this package.
"""

import logging
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

import ray

from azulejos.compiled.jit import source_digest
from azulejos.errors import AzulejosError
from azulejos.learning.selfplay import Lesson, make_shard
from azulejos.match.match import Plan, Played, Table
from azulejos.network import Network, from_bytes, to_bytes
from azulejos.record import Record
from azulejos.search.analysis import Limit
from azulejos.search.review import Outlook, Step, look, take_step
from azulejos.text import Text

KNOCK_SECONDS = 5.0
IN_FLIGHT = 256  # tasks that are handed out at a time
FOREVER = -1  # how often a task is tried again when a node dies

Reference = Any  # to what a task will bring


def knock(address: str) -> None:
    """Is anybody there? Ray would wait for many minutes."""
    host, _, port = address.rpartition(":")
    if host and port.isdigit() and "/" not in host:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()


class Cluster:
    """A Ray cluster that is there."""

    def __init__(self, address: str):
        try:
            knock(address)
            ray.init(
                address,
                ignore_reinit_error=True,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (OSError, ValueError) as wrong:
            args = {"address": address, "reason": str(wrong).partition("\n")[0]}
            raise AzulejosError(Text("cluster.none", args)) from None
        self.digest = source_digest()

    def hand_out(self, work: Callable[..., Any], *what: Any) -> Reference:
        """Let some node do work."""
        return _task.options(max_retries=FOREVER).remote(self.digest, work, *what)

    def in_order(self, references: Iterable[Reference]) -> Generator[Any]:
        """What tasks bring, in their order; a few are always under way, not all."""
        waiting: list[Reference] = []
        for reference in references:
            waiting.append(reference)
            if len(waiting) == IN_FLIGHT:
                yield ray.get(waiting.pop(0))
        while waiting:
            yield ray.get(waiting.pop(0))

    # ---- The work

    def make_shards(
        self, lesson: Lesson, network: Network, numbers: list[int]
    ) -> Generator[tuple[int, bytes]]:
        """Shards and their numbers, as they are finished."""
        known, left = ray.put(to_bytes(network)), iter(numbers)
        tasks: dict[Reference, int] = {}
        while True:
            for number in left:
                tasks[self.hand_out(_make_shard, lesson, known, number)] = number
                if len(tasks) == IN_FLIGHT:
                    break
            if not tasks:
                return
            (done,), _ = ray.wait(list(tasks))
            yield tasks.pop(done), ray.get(done)

    def play_all(self, plan: Plan, games: list[tuple[int, int]]) -> Generator[Played]:
        """The games in their order."""
        networks = ray.put({name: to_bytes(each) for name, each in plan.networks().items()})
        yield from self.in_order(self.hand_out(_play, plan, networks, game) for game in games)

    def review(self, record: Record, limit: Limit) -> Iterator[Step]:
        """Every entry of a game, as `review` has it."""
        kept, how = ray.put(record), (limit.seconds, limit.nodes)
        plies = range(len(record.entries) + 1)
        looks = [self.hand_out(_look, kept, ply, *how) for ply in plies]
        steps = (
            self.hand_out(_take_step, kept, ply, looks[ply - 1], looks[ply], *how)
            for ply in plies[1:]
        )
        yield from self.in_order(steps)


# ---- On a node


@ray.remote
def _task(digest: str, work: Callable[..., Any], *what: Any) -> Any:
    """Work on a node, which must have the same version of this package."""
    if source_digest() != digest:
        raise AzulejosError(Text("cluster.version"))
    return work(*what)


def _make_shard(lesson: Lesson, network: bytes, number: int) -> bytes:
    return make_shard(lesson, from_bytes(network), number)


_tables: dict[str, Table] = {}  # of this process: the one of the match that it plays games of


def _play(plan: Plan, networks: dict[str, bytes], game: tuple[int, int]) -> Played:
    """A game at the table of this process, which is opened for its first one."""
    name = repr((plan, networks))
    if name not in _tables:
        for table in _tables.values():
            table.close()
        _tables.clear()
        _tables[name] = Table(plan, {who: from_bytes(data) for who, data in networks.items()})
    return _tables[name].play(*game)


def _look(record: Record, ply: int, seconds: float | None, nodes: int | None) -> Outlook:
    return look(record.position(ply), Limit(seconds, nodes))


def _take_step(
    record: Record,
    ply: int,
    before: Outlook,
    after: Outlook,
    seconds: float | None,
    nodes: int | None,
) -> Step:
    position, entry = record.position(ply - 1), record.entries[ply - 1]
    return take_step(position, ply, entry.text, before, after, Limit(seconds, nodes))
