"""Training: losses go down, and an interrupted training continues with the same result."""

from pathlib import Path

import pytest

from azulejos.learning.selfplay import SelfplayPlan
from azulejos.learning.selfplay_game import Samples
from azulejos.learning.train import Schedule, Training, TrainingPlan, TrainingResult
from azulejos.network import load
from azulejos.text import phrases

TRAINING = TrainingPlan(Schedule(3, 64, 2e-3, 1e-2), Schedule(3, 32, 1e-2, 1e-3))
WORDS = phrases("learning.curve.")


def make_training(plan: SelfplayPlan, shards: list[Samples]) -> Training:
    return Training(plan, shards, plan.network(None), TRAINING)


@pytest.fixture(scope="module")
def trained(
    plan: SelfplayPlan, shards: list[Samples], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, TrainingResult]:
    """A training without interruption: its file and its result."""
    out = tmp_path_factory.mktemp("trained") / "a.net"
    return out, make_training(plan, shards).run(out, WORDS)


def test_training_reduces_the_losses(
    plan: SelfplayPlan, shards: list[Samples], trained: tuple[Path, TrainingResult]
) -> None:
    untrained = make_training(plan, shards).trainers
    for part, curve in trained[1].curves.items():
        before = untrained[part].run_epoch(untrained[part].training_rows, updates=False)
        assert len(curve.training) == len(curve.validation) == 3
        assert curve.training[-1] < curve.training[0]
        assert curve.training[-1] < before


def test_the_network_is_written_as_the_summary_says(
    shards: list[Samples], trained: tuple[Path, TrainingResult]
) -> None:
    out, result = trained
    assert result.summary["positions"] == sum(len(part.states) for part in shards)
    assert load(out).digest == result.network.digest == result.summary["network"]


def test_an_interrupted_training_continues(
    plan: SelfplayPlan,
    shards: list[Samples],
    trained: tuple[Path, TrainingResult],
    tmp_path: Path,
) -> None:
    out = tmp_path / "parts.net"
    for epochs in (2, 4):  # interrupted once in the value and once in the prior
        interrupted = make_training(plan, shards).epochs(out)
        for _ in range(epochs):
            next(interrupted)
        interrupted.close()
    result = make_training(plan, shards).run(out, WORDS)
    assert result.network.digest == trained[1].network.digest
    assert result.curves == trained[1].curves
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".net", ".svg"]


def test_a_checkpoint_of_another_training_is_ignored(
    plan: SelfplayPlan,
    shards: list[Samples],
    trained: tuple[Path, TrainingResult],
    tmp_path: Path,
) -> None:
    out = tmp_path / "a.net"
    other = make_training(plan, shards[:2]).epochs(out)
    next(other)
    other.close()
    assert list(tmp_path.iterdir())  # the checkpoint
    result = make_training(plan, shards).run(out, WORDS)
    assert result.network.digest == trained[1].network.digest
