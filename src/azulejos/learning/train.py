"""Training a network with PyTorch from the samples of self-play.

The value is trained from scratch, since its many weights adapt too slowly from those of an earlier
network. The prior continues from an earlier one. After each epoch a checkpoint is
written, from which an interrupted training continues, and the weights with the lowest validation
loss are kept. Which targets are learned is defined in `targets.py`.
"""

import hashlib
import json
import math
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from copy import deepcopy
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.optim.lr_scheduler import OneCycleLR

from azulejos.contract.rules import Json
from azulejos.files import write_atomically
from azulejos.games import find_game
from azulejos.learning.curve import LossCurve, draw_curves
from azulejos.learning.model import PriorModel, RowNumbers, ValueModel
from azulejos.learning.selfplay import SelfplayPlan
from azulejos.learning.selfplay_game import Samples
from azulejos.learning.shards import join, write_json
from azulejos.learning.targets import PriorData, ValueData, outcome_weight
from azulejos.learning.validation import validate
from azulejos.network import Network, make_network, save
from azulejos.progress import Progress, no_progress

THREADS = 1  # of PyTorch: on shared cores a second thread waits more than it helps
VALIDATION_PART = 16  # one in so many shards is used for validation, not for training

Model = ValueModel | PriorModel


@dataclass(frozen=True)
class Schedule:
    """How one part of a network is trained."""

    epochs: int
    batch_size: int  # positions or decisions
    learning_rate: float  # the highest of the one-cycle schedule
    weight_decay: float


@dataclass(frozen=True)
class TrainingPlan:
    """How a network is trained. A part whose schedule is None is copied unchanged."""

    value: Schedule | None = Schedule(8, 1024, 4e-3, 1e-2)
    prior: Schedule | None = Schedule(4, 128, 1e-2, 1e-3)
    seed: int = 1


@dataclass(frozen=True)
class TrainingResult:
    """A trained network, the loss curve of each part, and the summary that is written."""

    network: Network
    curves: dict[str, LossCurve]  # by part: "value", "prior"
    summary: Json


class Trainer:
    """The training of one part; the last `validation` rows of the data are for validation."""

    def __init__(
        self, model: Model, data: Any, validation: int, schedule: Schedule, seed: int
    ) -> None:
        self.model, self.data, self.schedule, self.seed = model, data, schedule, seed
        rows = np.arange(len(data))
        self.training_rows, self.validation_rows = np.split(rows, [len(data) - validation])
        steps = schedule.epochs * math.ceil(len(self.training_rows) / schedule.batch_size)
        rate, decay = schedule.learning_rate, schedule.weight_decay
        self.optimiser = torch.optim.AdamW(model.parameter_groups(), rate, weight_decay=decay)
        self.scheduler = OneCycleLR(self.optimiser, rate, total_steps=max(2, steps))
        self.curve, self.best = LossCurve(), deepcopy(model.state_dict())

    def run(self, checkpoint: Path, terms: str) -> Iterator[int]:
        """Train, and yield the number of each finished epoch.

        Epochs in a checkpoint that was written on the same terms are not repeated.
        """
        self.load_checkpoint(checkpoint, terms)
        for epoch in range(self.schedule.epochs):
            if epoch >= len(self.curve.training):
                order = np.random.default_rng([self.seed, epoch]).permutation(self.training_rows)
                self.curve.training.append(self.run_epoch(order, updates=True))
                self.curve.validation.append(self.run_epoch(self.validation_rows, updates=False))
                if self.curve.validation[-1] == min(self.curve.validation):
                    self.best = deepcopy(self.model.state_dict())
                self.save_checkpoint(checkpoint, terms)
            yield epoch

    def run_epoch(self, order: RowNumbers, updates: bool) -> float:
        """The mean loss over rows in the given order, with or without updating the weights."""
        total, size = 0.0, self.schedule.batch_size
        with torch.set_grad_enabled(updates):
            for start in range(0, len(order), size):
                rows = order[start : start + size]
                loss = self.model.loss(self.data, rows)
                total += loss.item() * len(rows)
                if updates:
                    self.optimiser.zero_grad()
                    loss.backward()  # type: ignore[no-untyped-call]
                    self.optimiser.step()
                    self.scheduler.step()
        return total / max(1, len(order))

    def best_model(self) -> Model:
        """The model with the weights of the lowest validation loss."""
        self.model.load_state_dict(self.best)
        return self.model

    @property
    def parts(self) -> dict[str, Any]:
        """The objects whose state a checkpoint stores."""
        return {"model": self.model, "optimiser": self.optimiser, "scheduler": self.scheduler}

    def load_checkpoint(self, checkpoint: Path, terms: str) -> None:
        """Restore the state of a checkpoint, if there is one that was written on these terms."""
        stored = torch.load(checkpoint, weights_only=True) if checkpoint.exists() else {}
        if stored.get("terms") == terms:
            for name, part in self.parts.items():
                part.load_state_dict(stored[name])
            self.curve = LossCurve(stored["training"], stored["validation"])
            self.best = stored["best"]

    def save_checkpoint(self, checkpoint: Path, terms: str) -> None:
        """Write the state after an epoch."""
        file, states = BytesIO(), {name: part.state_dict() for name, part in self.parts.items()}
        torch.save(states | asdict(self.curve) | {"terms": terms, "best": self.best}, file)
        write_atomically(checkpoint, file.getvalue())


def checkpoint_file(out: Path, part: str) -> Path:
    """The checkpoint of a part, beside the network that is being trained."""
    return out.with_name(f"{out.name}.{part}")


class Training:
    """The training of a network from shards, the last of which are used for validation."""

    def __init__(
        self, selfplay: SelfplayPlan, shards: list[Samples], start: Network, plan: TrainingPlan
    ) -> None:
        torch.set_num_threads(THREADS)
        torch.manual_seed(plan.seed)
        self.game, self.start, self.plan = find_game(selfplay.game), start, plan
        self.samples, last = join(shards), shards[-max(1, len(shards) // VALIDATION_PART) :]
        weight = outcome_weight(self.game, selfplay.players, selfplay.options)
        self.value_data = ValueData(self.samples, selfplay.players, weight)
        self.validation = validation_size([len(part.states) for part in last], len(self.value_data))
        self.trainers: dict[str, Trainer] = {}
        if plan.value:
            evaluator, players = self.game.evaluator, selfplay.players
            perspectives = evaluator.perspectives(players)
            model = ValueModel(evaluator.coarse_features(), perspectives, players)
            self.add_trainer("value", model, self.value_data, self.validation, plan.value)
        if plan.prior:
            data = PriorData(self.samples, start.prior)
            size = validation_size([len(part.decisions) for part in last], len(data))
            self.add_trainer("prior", PriorModel(start.prior), data, size, plan.prior)

    def add_trainer(
        self, part: str, model: Model, data: Any, validation: int, schedule: Schedule
    ) -> None:
        """Train a part, if there is any data for it."""
        if len(data):
            self.trainers[part] = Trainer(model, data, validation, schedule, self.plan.seed)

    @property
    def epoch_count(self) -> int:
        """The number of epochs of all parts together."""
        return sum(trainer.schedule.epochs for trainer in self.trainers.values())

    @property
    def terms(self) -> str:
        """The settings that must be equal for a checkpoint to be continued."""
        samples = self.samples
        digest = hashlib.sha256(samples.search_values.tobytes() + samples.visits.tobytes())
        return json.dumps([asdict(self.plan), self.start.digest, digest.hexdigest()])

    def run(
        self, out: Path, words: Mapping[str, str], progress: Progress = no_progress
    ) -> TrainingResult:
        """Train to the end; write the network, and beside it a summary and a plot of its losses."""
        out.parent.mkdir(parents=True, exist_ok=True)
        with closing(self.epochs(out)) as epochs:
            for _ in progress(range(self.epoch_count), words["title"]):
                next(epochs)
        result = self.result()
        write_atomically(out.with_suffix(".svg"), draw_curves(result.curves, words).encode())
        write_json(out.with_suffix(".json"), result.summary)
        save(result.network, out)
        for part in self.trainers:
            checkpoint_file(out, part).unlink(missing_ok=True)
        return result

    def epochs(self, out: Path) -> Generator[int]:
        """Train part after part, with checkpoints beside `out`; yield after each epoch."""
        for part, trainer in self.trainers.items():
            yield from trainer.run(checkpoint_file(out, part), self.terms)

    def result(self) -> TrainingResult:
        """The network of the best weights of each part, its loss curves and its summary."""
        models = {part: trainer.best_model() for part, trainer in self.trainers.items()}
        weights = models["value"].export() if "value" in models else self.start.weights
        prior = models["prior"].export() if "prior" in models else self.start.prior
        network = make_network(weights, prior)
        rows = np.arange(len(self.value_data) - self.validation, len(self.value_data))
        curves = {part: trainer.curve for part, trainer in self.trainers.items()}
        summary = {
            "network": network.digest,
            "start": self.start.digest,
            "positions": len(self.samples.states),
            "decisions": len(self.samples.decisions),
            "plan": asdict(self.plan),
            "losses": {part: asdict(curve) for part, curve in curves.items()},
            "validation": validate(network, self.value_data, rows),
        }
        return TrainingResult(network, curves, summary)


def validation_size(last: list[int], total: int) -> int:
    """The number of rows for validation: all of the last shards, or a part of the only shard."""
    return sum(last) if sum(last) < total else total // VALIDATION_PART
