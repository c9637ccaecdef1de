"""Self-play, matches, reviews and analyses on a Ray cluster of three nodes: as in one process."""

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # before Ray is imported: report nothing to its makers
os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"  # the future default; avoids a warning

import ray
from ray.cluster_utils import Cluster as Nodes

from azulejos import AzulejosError, Position, Record
from azulejos.learning.cluster import Cluster
from azulejos.learning.selfplay import SelfplayPlan, fill_folder, make_shard
from azulejos.learning.selfplay_game import SelfplaySettings
from azulejos.match.match import play_games
from azulejos.match.plan import GameResult, MatchPlan
from azulejos.network import save
from azulejos.search.review import ReviewedEntry, review
from azulejos.search.settings import Limit
from azulejos.server.analysis.analyses import Question, think
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.thinking.remote_analysts import open_remote_analysts
from tests.cli.command import azulejos, call, refused

NODE: dict[str, Any] = {
    "num_cpus": 1,
    "object_store_memory": 80_000_000,
}  # bytes for results: nearly the least allowed
PLAN = SelfplayPlan("azul", 2, settings=SelfplaySettings(20, 40, deal_nodes=10), shard_games=10)
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
    for process in started:  # which Ray kills without waiting for their end
        process.wait(timeout=60)


@pytest.fixture(scope="module")
def cluster(nodes: Nodes) -> Cluster:
    return Cluster(nodes.address)


def without_times(game: GameResult) -> dict[str, Any]:
    """A game result without the times it took."""
    return asdict(game) | {"seconds": None, "slowest": None}


def entry_text(entry: ReviewedEntry) -> str:
    """A reviewed entry as text, without the times it took."""
    text = repr(asdict(entry))
    infos = [each.info for each in (entry.before, entry.after) if each.info]
    for info in infos:
        text = text.replace(repr(info.seconds), "")
    return text


def test_a_match_is_the_same_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "some.net"
    save(PLAN.network(None), file)
    names = (f"best@{file}", "greedy")
    plan = MatchPlan("azul", {}, names, 2, 4, None, 16, 3)
    here = [without_times(game) for game in play_games(plan, plan.schedule)]
    assert [without_times(game) for game in cluster.play_games(plan, plan.schedule)] == here


def test_a_review_is_the_same_on_a_cluster(cluster: Cluster) -> None:
    position = Position("azul")
    for n in range(12):
        if position.needs_deal:
            position.deal(n)
        else:
            position.push(position.legal_moves[n % len(position.legal_moves)])
    record, limit = Record.from_position(position), Limit(nodes=50)
    here = [entry_text(step) for step in review(record, limit)]
    assert [entry_text(step) for step in cluster.review(record, limit)] == here


def test_the_command_uses_a_cluster(nodes: Nodes, cluster: Cluster, tmp_path: Path) -> None:
    quick = ("--nodes", "2", "--settings", "deep_nodes=2", "deal_nodes=2", "off_line_share=0")
    one_shard = ("selfplay", "--games", "50", "--json", *quick, "--out")
    here = call(*one_shard, str(tmp_path / "here"), "--jobs", "1")
    there = azulejos(*one_shard, str(tmp_path / "there"), "--ray", nodes.address)
    files = []
    for process in (here, there):
        assert process.returncode == 0, process.stderr
        result = json.loads(process.stdout)
        assert result["new_games"] == 50
        files.append((Path(result["folder"]) / "shard-00000.npz").read_bytes())
    assert files[0] == files[1]


def test_the_servers_analysts_work_on_a_cluster(nodes: Nodes) -> None:
    start, position = open_remote_analysts(nodes.address), Position("azul")
    position.deal(1)

    async def check() -> None:
        analysts = Analysts(1, start)
        endless = analysts.stream(think, position.to_json(), Question(seconds=600.0, every=0.05))
        async with aclosing(endless):
            assert (await anext(endless))["best"] in position.legal_moves
        question = Question(nodes=60, seconds=600.0)  # the one before was stopped
        found = [info async for info in analysts.stream(think, position.to_json(), question)]
        assert [(info["nodes"], info["is_final"]) for info in found] == [(60, True)]
        with pytest.raises(AzulejosError):
            _ = [info async for info in analysts.stream(think, {"game": "none"}, question)]
        analysts.stop()

    asyncio.run(check())


def test_an_unreachable_cluster_is_refused(tmp_path: Path) -> None:
    refused(call("selfplay", "--out", str(tmp_path), "--ray", "127.0.0.1:1"), "cluster.none")


def test_no_sample_is_lost_or_duplicated_when_a_node_dies(
    nodes: Nodes, cluster: Cluster, tmp_path: Path
) -> None:
    network, folder = PLAN.network(None), PLAN.folder(tmp_path, 0)
    before: list[str] = []

    def progress(items: Any, title: Any) -> Iterator[int]:
        """Kill a node after the first two shards."""
        for n, _ in enumerate(items):
            yield n
            if n == 1:
                before.extend(path.name for path in folder.path.glob("shard-*"))
                nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)

    assert fill_folder(folder, SHARDS, PLAN, network, cluster.make_shards, progress) == SHARDS
    assert len(before) == 2
    assert sorted(path.name for path in folder.path.glob("shard-*")) == [
        folder.shard_file(number).name for number in range(SHARDS)
    ]
    for number in range(SHARDS):
        assert folder.shard_file(number).read_bytes() == make_shard(PLAN, network, number)
