"""Training: it learns, goes on where it was stopped, and says what PyTorch says when compiled."""

import json
import sys
from pathlib import Path
from subprocess import run
from xml.etree import ElementTree

import numpy as np
import pytest
import torch

from azulejos import batch
from azulejos.games import find_game
from azulejos.learning.model import Value, matrix
from azulejos.learning.selfplay import Lesson, fill, make_shard, make_shards
from azulejos.learning.selfplay_game import Effort, Noted
from azulejos.learning.shards import from_bytes
from azulejos.learning.targets import Positions, calibration, mean_by, points_errors
from azulejos.learning.train import Course, Pace, Training
from azulejos.network import Network, load
from azulejos.text import phrases
from tests.cli.test_cli import azulejos

QUICK = Effort(8, 16, deep_share=0.3, deal_nodes=8)
LESSON = Lesson("azul", 2, effort=QUICK, shard_games=12)
COURSE = Course(Pace(3, 64, 2e-3, 1e-2), Pace(3, 32, 1e-2, 1e-3))
WORDS = phrases("net.curve.")


@pytest.fixture(scope="module")
def shards() -> list[Noted]:
    network, game = LESSON.network(None), find_game("azul")
    return [from_bytes(make_shard(LESSON, network, number), game) for number in range(3)]


def test_what_is_off_gets_less(shards: list[Noted], tmp_path: Path) -> None:
    training = Training(LESSON, shards, LESSON.network(None), COURSE)
    before = {
        name: fitting.go_through(fitting.learned, learns=False)
        for name, fitting in training.fittings.items()
    }
    trained = training.run(tmp_path / "a.net", WORDS)
    for name, curve in trained.curves.items():
        assert len(curve.learned) == len(curve.held) == 3
        assert curve.learned[-1] < curve.learned[0] < before[name] + 0.5
        assert curve.learned[-1] < before[name]
    assert trained.summary["positions"] == sum(len(part.states) for part in shards)
    assert load(tmp_path / "a.net").digest == trained.network.digest == trained.summary["network"]


def test_a_training_goes_on_where_it_was_stopped(shards: list[Noted], tmp_path: Path) -> None:
    start = LESSON.network(None)
    whole = Training(LESSON, shards, start, COURSE).run(tmp_path / "whole.net", WORDS)
    for epochs in (2, 4):  # in the value, and in the prior
        stopped = Training(LESSON, shards, start, COURSE).epochs(tmp_path / "parts.net")
        for _ in range(epochs):
            next(stopped)
        stopped.close()
    again = Training(LESSON, shards, start, COURSE)
    gone_on = again.run(tmp_path / "parts.net", WORDS)
    assert gone_on.network.digest == whole.network.digest
    assert gone_on.curves == whole.curves
    assert sorted(path.suffix for path in tmp_path.glob("parts*")) == [".json", ".net", ".svg"]


def test_a_checkpoint_of_something_else_is_not_gone_on_from(
    shards: list[Noted], tmp_path: Path
) -> None:
    start, out = LESSON.network(None), tmp_path / "a.net"
    other = Training(LESSON, shards[:2], start, COURSE).epochs(out)
    next(other)
    other.close()
    trained = Training(LESSON, shards, start, COURSE).run(out, WORDS)
    fresh = Training(LESSON, shards, start, COURSE).run(tmp_path / "b.net", WORDS)
    assert trained.network.digest == fresh.network.digest


@pytest.mark.parametrize(
    "lesson",
    [
        Lesson("azul", 3, effort=QUICK, shard_games=2),
        Lesson("blue", 2, {"draw": "blind"}, QUICK, shard_games=1),
    ],
    ids=lambda lesson: lesson.kind,
)
def test_a_network_says_compiled_what_was_trained(lesson: Lesson) -> None:
    game, players = find_game(lesson.game), lesson.players
    rows = from_bytes(make_shard(lesson, lesson.network(None), 0), game)
    positions = Positions(rows, players, 0.5)
    torch.manual_seed(1)
    aspects = game.evaluator.perspectives(players)
    value = Value(game.evaluator.coarse_features(), aspects, players)
    with torch.no_grad():
        for weights in value.parameters():
            weights.add_(0.1 * torch.randn_like(weights))
        network = Network(value.to_rows(), lesson.network(None).prior)
        inputs = matrix(positions.inputs, np.arange(aspects * len(positions)), len(value.rows))
        out = value(inputs).numpy()
    said, hand = (np.zeros((len(positions), 2, batch.SEATS)) for _ in range(2))
    batch.value(positions.states, network.weights, said)
    batch.value(positions.states, network.weights[:0], hand)
    logits = positions.logits + out[:, :players]
    shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    assert positions.by_role(said)[:, 0] == pytest.approx(shares, abs=1e-4)
    points = positions.by_role(hand)[:, 1] + 20 * out[:, players:]
    assert positions.by_role(said)[:, 1] == pytest.approx(points, abs=1e-3)


def test_what_search_says_is_moved_by_what_it_is_off(shards: list[Noted]) -> None:
    """A mistake of all searches at a moment does not become one of the network."""
    rows = shards[0]
    wrong = rows._replace(searched=rows.searched + np.array([[[0.0], [7.0]]], np.float32))
    right, moved = (Positions(each, 2, 0.5) for each in (rows, wrong))
    many = np.isin(right.moments, np.flatnonzero(np.bincount(right.moments[right.is_played]) >= 10))
    off = 20 * (moved.points - right.points)[many]
    assert 0 < off.mean() < 7 * 0.7
    assert mean_by(np.array([0, 0, 2]), np.array([1.0, 3.0, 5.0]), 3).tolist() == [2, 0, 5]


@pytest.mark.parametrize(("said", "is_timid"), [(0.55, True), (0.999, False)])
def test_shares_are_drawn_apart_as_far_as_games_tell(
    shards: list[Noted], said: float, is_timid: bool
) -> None:
    """Of searches that are right twice in three times, and say so too timidly or too boldly."""
    rows = shards[0]
    is_right = np.arange(len(rows.states)) % 3 > 0
    winner = np.arange(2) == np.where(is_right, 0, 1)[:, None]
    searched, outcomes = rows.searched.copy(), rows.outcomes.copy()
    searched[:, 0, :2] = said, 1 - said
    outcomes[:, 0, :2] = winner
    together = rows._replace(
        searched=searched,
        outcomes=outcomes,
        is_played=np.ones_like(rows.is_played),
        moments=np.ones_like(rows.moments),
    )
    told = Positions(together, 2, 0.0)
    favourite = np.where(told.seats == 0, told.shares, 0).sum(1)
    assert (favourite > said).all() if is_timid else (favourite < said).all()
    assert (favourite > 0.5).all()


def test_honesty_is_told_by_decile_and_moment() -> None:
    said, came = np.array([0.05, 0.07, 0.61, 1.0]), np.array([0.0, 0.5, 1.0, 1.0])
    deciles = calibration(said, came)
    assert [each["n"] for each in deciles] == [2, 1, 1]
    assert deciles[0]["came"] == 0.25
    errors = points_errors(np.array([[1.0, -1.0], [4.0, 2.0]]), np.array([1, 3]))
    assert [(each["moment"], each["mean"]) for each in errors] == [(1, 0.0), (3, 3.0)]


def test_the_command_writes_a_network_its_summary_and_a_picture(tmp_path: Path) -> None:
    network, folder = LESSON.network(None), LESSON.folder(tmp_path, 0)
    fill(folder, 2, LESSON, network, make_shards)
    out = tmp_path / "nets" / "a.net"
    process = azulejos("train", str(folder.path), "--out", str(out), "--epochs", "2", "--json")
    assert (process.returncode, process.stderr) == (0, "")
    told = json.loads(process.stdout)
    assert told == json.loads(out.with_suffix(".json").read_text())
    assert told["network"] == load(out).digest
    assert len(told["losses"]["value"]["held"]) == len(told["losses"]["prior"]["learned"]) == 2
    assert told["held_out"]["positions"] > 0
    picture = ElementTree.fromstring(out.with_suffix(".svg").read_text())
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}polyline"))) == 4
    prior = (str(folder.path), "--network", str(out), "--parts", "prior", "--epochs", "1")
    words = azulejos("train", *prior, "--out", str(tmp_path / "b.net"), language="pt-BR").stdout
    assert "intuição" in words
    first, second = load(out), load(tmp_path / "b.net")
    assert np.array_equal(first.weights, second.weights)
    assert not np.array_equal(first.prior, second.prior)


def test_a_network_is_judged_by_games(tmp_path: Path) -> None:
    folder = LESSON.folder(tmp_path, 0)
    fill(folder, 2, LESSON, LESSON.network(None), make_shards)
    told = json.loads(azulejos("train", str(folder.path), "--judge", "--json").stdout)
    played = sum(int(rows.is_played.sum()) for rows in folder.read(find_game("azul")))
    assert told["positions"] == played == sum(each["n"] for each in told["points"])
    assert sum(each["n"] for each in told["deciles"]) == 2 * played  # both seats
    assert "positions" in azulejos("train", str(folder.path), "--judge").stdout
    assert not list(tmp_path.glob("*.net"))


def test_without_pytorch_the_command_says_what_to_install(tmp_path: Path) -> None:
    folder = LESSON.folder(tmp_path, 0)
    fill(folder, 1, LESSON, LESSON.network(None), make_shards)
    code = (
        "import sys; sys.modules['torch'] = None; from azulejos.cli import main; sys.exit(main())"
    )
    arguments = ("train", str(folder.path), "--out", str(tmp_path / "a.net"))
    process = run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert process.returncode == 2
    assert process.stderr.endswith("install azulejos[train]. [cli.extra]\n")
