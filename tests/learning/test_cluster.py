"""The same work on a real Ray cluster of several nodes on this machine, one of which dies."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # before Ray is there, which would tell its makers
os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"  # what it is going to be, without a warning

import ray
from ray.cluster_utils import Cluster as Nodes

from azulejos import Position, Record
from azulejos.learning.cluster import Cluster
from azulejos.learning.selfplay import Lesson, fill, make_shard
from azulejos.learning.selfplay_game import Effort
from azulejos.match.match import Plan, Played, play_all
from azulejos.network import save
from azulejos.search.analysis import Limit
from azulejos.search.review import Step, review
from tests.cli.test_cli import azulejos, refused

NODE: dict[str, Any] = {
    "num_cpus": 1,
    "object_store_memory": 80_000_000,
}  # bytes for results: nearly the least
LESSON = Lesson("azul", 2, effort=Effort(20, 40, deal_nodes=10), shard_games=25)
SHARDS = 10


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """Three nodes with a core each."""
    cluster = Nodes(initialize_head=True, head_node_args=NODE | {"include_dashboard": False})
    three = [cluster.head_node, cluster.add_node(**NODE), cluster.add_node(**NODE)]
    started = [
        each.process for node in three for kind in node.all_processes.values() for each in kind
    ]
    yield cluster
    ray.shutdown()
    cluster.shutdown()  # type: ignore[no-untyped-call]
    for process in started:  # which Ray kills, but does not see end
        process.wait(timeout=60)


@pytest.fixture(scope="module")
def cluster(nodes: Nodes) -> Cluster:
    return Cluster(nodes.address)


def untimed(game: Played) -> dict[str, Any]:
    """A game but for the times it took."""
    return asdict(game) | {"seconds": None, "slowest": None}


def timeless(step: Step) -> str:
    """A step but for the times it took."""
    told = repr(asdict(step))
    infos = [each.info for each in (step.before, step.after) if each.info]
    for info in infos:
        told = told.replace(repr(info.seconds), "")
    return told


def test_a_match_is_the_same_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "some.net"
    save(LESSON.network(None), file)
    names = (f"best@{file}", "greedy")
    plan = Plan("azul", {}, names, 2, 6, None, 16, 3)
    here = [untimed(game) for game in play_all(plan, plan.schedule, 1)]
    assert [untimed(game) for game in cluster.play_all(plan, plan.schedule)] == here


def test_a_review_is_the_same_on_a_cluster(cluster: Cluster) -> None:
    position = Position("azul")
    for n in range(12):
        if position.needs_deal:
            position.deal(n)
        else:
            position.push(position.legal_moves[n % len(position.legal_moves)])
    record, limit = Record.from_position(position), Limit(nodes=50)
    here = [timeless(step) for step in review(record, limit)]
    assert [timeless(step) for step in cluster.review(record, limit)] == here


def test_commands_use_a_cluster(nodes: Nodes, cluster: Cluster, tmp_path: Path) -> None:
    quick = ("--games", "50", "--nodes", "4", "--effort", "deep_nodes=4", "deal_nodes=4", "--json")
    files = []
    here, there = (tmp_path / "here", "--jobs", "1"), (tmp_path / "there", "--ray", nodes.address)
    for place, *means in (here, there):
        process = azulejos("selfplay", "--out", str(place), *quick, *means)
        assert process.returncode == 0, process.stderr
        assert json.loads(process.stdout)["new_games"] == 50
        files.append((place / "azul-2" / "gen-000" / "shard-00000.npz").read_bytes())
    assert files[0] == files[1]


def test_a_cluster_that_is_not_there_is_refused(tmp_path: Path) -> None:
    refused(azulejos("selfplay", "--out", str(tmp_path), "--ray", "127.0.0.1:1"), "cluster.none")


def test_no_row_is_lost_or_doubled_when_a_node_dies(
    nodes: Nodes, cluster: Cluster, tmp_path: Path
) -> None:
    network, folder = LESSON.network(None), LESSON.folder(tmp_path, 0)
    came: list[str] = []

    def watch(things: Any, title: Any) -> Iterator[int]:
        """Let a node die after the first two shards."""
        for n, _ in enumerate(things):
            yield n
            if n == 1:
                came.extend(path.name for path in folder.path.glob("shard-*"))
                nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)

    assert fill(folder, SHARDS, LESSON, network, cluster.make_shards, watch) == SHARDS
    assert len(came) == 2
    assert sorted(path.name for path in folder.path.glob("shard-*")) == [
        folder.shard(number).name for number in range(SHARDS)
    ]
    for number in range(SHARDS):
        assert folder.shard(number).read_bytes() == make_shard(LESSON, network, number)
