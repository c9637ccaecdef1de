"""`azulejos selfplay`: continued where it was interrupted, with clear errors."""

import json
import sys
from pathlib import Path

import pytest

from azulejos.network import save
from tests.cli.command import Finished, azulejos, call, refused
from tests.learning.plans import BLUE

QUICK = (
    "--nodes",
    "2",
    "--settings",
    "deep_nodes=2",
    "deal_nodes=2",
    "deals=1",
    "off_line_share=0",
)


def selfplay(folder: Path, *more: str) -> Finished:
    """Two shards of games with hardly any search."""
    return call("selfplay", "--games", "60", "--out", str(folder), "--jobs", "1", *QUICK, *more)


def test_shards_are_made_once(tmp_path: Path) -> None:
    results = [json.loads(selfplay(tmp_path, "--json").stdout) for _ in range(2)]
    assert [result["games"] for result in results] == [100, 100]  # whole shards
    assert [result["new_games"] for result in results] == [100, 0]
    assert selfplay(tmp_path).stdout.startswith("100 games in ")
    refused(selfplay(tmp_path, "--seed", "2"), "learning.terms")


def test_a_new_process_makes_the_same_shard(tmp_path: Path) -> None:
    files = []
    for run in (call, azulejos):
        root = tmp_path / run.__name__
        process = run("selfplay", "--games", "1", "--out", str(root), "--jobs", "1", *QUICK)
        assert (process.returncode, process.stderr) == (0, "")
        files.append((root / "azul-2" / "gen-000" / "shard-00000.npz").read_bytes())
    assert files[0] == files[1]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--settings", "speed=3"), "learning.setting"),
        (("--settings", "deals=0"), "learning.setting"),
        (("--settings", "deals=many"), "learning.setting"),
        (("--players", "9"), "players.number"),
        (("--option", "wall=pink"), "option.unknown"),
        (("--network", "nowhere.net"), "cli.file"),
        (("--network", __file__), "network.file"),
        (("--games", "0"), "cli.arguments"),
    ],
)
def test_invalid_arguments_are_refused(
    tmp_path: Path, arguments: tuple[str, ...], code: str
) -> None:
    refused(selfplay(tmp_path, *arguments), code)
    assert not list(tmp_path.iterdir())


def test_a_network_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "blue.net"
    save(BLUE.network(None), file)
    refused(selfplay(tmp_path, "--network", str(file)), "network.misfit")


def test_without_ray_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "azulejos.learning.cluster", raising=False)
    process = selfplay(tmp_path, "--ray", "auto")
    refused(process, "cli.extra")
    assert "pip install '.[ray]'" in process.stderr
