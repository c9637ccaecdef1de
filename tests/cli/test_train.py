"""`azulejos train`: writes a network with summary and plot, validates one, gives clear errors."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from azulejos.games import find_game
from azulejos.learning.selfplay import SelfplayPlan, fill_folder, make_shard, make_shards
from azulejos.learning.shards import ShardFolder
from azulejos.network import load
from tests.cli.command import azulejos, call, refused
from tests.learning.plans import BLUE, QUICK

PLAN = SelfplayPlan("azul", 2, settings=QUICK, shard_games=12)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> ShardFolder:
    """A folder with two shards."""
    folder = PLAN.folder(tmp_path_factory.mktemp("shards"), 0)
    fill_folder(folder, 2, PLAN, PLAN.network(None), make_shards)
    return folder


def test_the_command_writes_a_network_its_summary_and_a_plot(
    folder: ShardFolder, tmp_path: Path
) -> None:
    out = tmp_path / "networks" / "a.net"
    process = azulejos("train", str(folder.path), "--out", str(out), "--epochs", "2", "--json")
    assert (process.returncode, process.stderr) == (0, "")
    summary = json.loads(process.stdout)
    assert summary == json.loads(out.with_suffix(".json").read_text())
    assert summary["network"] == load(out).digest
    value, prior = summary["losses"]["value"], summary["losses"]["prior"]
    assert len(value["validation"]) == len(prior["training"]) == 2
    assert summary["validation"]["positions"] > 0
    plot = ElementTree.fromstring(out.with_suffix(".svg").read_text())
    assert len(list(plot.iter("{http://www.w3.org/2000/svg}polyline"))) == 4
    arguments = (str(folder.path), "--network", str(out), "--parts", "prior", "--epochs", "1")
    second_out = str(tmp_path / "b.net")
    printed = call("train", *arguments, "--out", second_out, language="pt-BR").stdout
    assert "intuição" in printed
    first, second = load(out), load(Path(second_out))
    assert np.array_equal(first.weights, second.weights)
    assert not np.array_equal(first.prior, second.prior)


def test_a_network_is_validated_by_games(folder: ShardFolder) -> None:
    files = set(folder.path.iterdir())
    result = json.loads(call("train", str(folder.path), "--validate", "--json").stdout)
    played = sum(int(samples.is_played.sum()) for samples in folder.read(find_game("azul")))
    assert result["positions"] == played == sum(stage["n"] for stage in result["points"])
    assert sum(decile["n"] for decile in result["deciles"]) == 2 * played  # both seats
    assert f"{played} positions" in call("train", str(folder.path), "--validate").stdout
    assert set(folder.path.iterdir()) == files


def test_folders_without_samples_are_refused(tmp_path: Path) -> None:
    folder = PLAN.folder(tmp_path, 0)
    folder.open(PLAN.terms(PLAN.network(None)))
    train = ("train", str(folder.path), "--out", str(tmp_path / "a.net"))
    refused(call(*train), "learning.folder")
    folder.write(0, b"not a shard")
    refused(call(*train), "learning.shard")
    folder.write(0, make_shard(BLUE, BLUE.network(None), 0))
    refused(call(*train), "learning.shard")
    (folder.path / "terms.json").write_text("[]")
    refused(call(*train), "learning.folder")
    refused(call("train", str(tmp_path), "--out", str(tmp_path / "a.net")), "cli.file")


def test_without_pytorch_the_error_says_what_to_install(
    folder: ShardFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "azulejos.learning.train", raising=False)
    process = call("train", str(folder.path), "--out", str(tmp_path / "a.net"))
    refused(process, "cli.extra")
    assert "pip install '.[train]'" in process.stderr
