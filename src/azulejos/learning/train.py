"""Training, with PyTorch: a network from the rows of self-play.

The value learns what `targets.py` tells of positions, from nothing: its rows are many, and what
they were before holds them back. The prior learns the shares of visits of decisions and goes on
from an earlier one. Both go on from their last epoch if they were stopped, and are kept as they
were when they were least off what was held out.
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

from azulejos.game import Json
from azulejos.games import find_game
from azulejos.learning.curve import Curve, picture
from azulejos.learning.features import Decisions
from azulejos.learning.model import Prior, Rows, Value
from azulejos.learning.selfplay import Lesson
from azulejos.learning.selfplay_game import Noted
from azulejos.learning.shards import join, write_json, write_whole
from azulejos.learning.targets import Positions, outcome_share, report
from azulejos.network import Network, make_network, save
from azulejos.work import Watch, look_on

THREADS = 1  # of PyTorch: where cores are shared, a second one waits more than it helps
HELD = 16  # a part of the shards, one in so many, is held out


@dataclass(frozen=True)
class Pace:
    """How one part of a network is trained."""

    epochs: int
    batch: int  # rows at a time
    rate: float  # of learning, the highest of a cycle
    decay: float  # of weights


@dataclass(frozen=True)
class Course:
    """How a network is trained; a part that is not trained stays as it was."""

    value: Pace | None = Pace(8, 1024, 4e-3, 1e-2)
    prior: Pace | None = Pace(4, 128, 1e-2, 1e-3)
    seed: int = 1


@dataclass(frozen=True)
class Trained:
    """A network and how it came about."""

    network: Network
    curves: dict[str, Curve]  # by part
    summary: Json


class Fitting:
    """The training of one part on all rows but the last so many, which are held out."""

    def __init__(self, model: Value | Prior, data: Any, held: int, pace: Pace, seed: int):
        self.model, self.data, self.pace, self.seed = model, data, pace, seed
        self.learned, self.held = np.split(np.arange(len(data)), [len(data) - held])
        steps = pace.epochs * math.ceil(len(self.learned) / pace.batch)
        self.optimiser = torch.optim.AdamW(model.groups(), pace.rate, weight_decay=pace.decay)
        self.cycle = OneCycleLR(self.optimiser, pace.rate, total_steps=max(2, steps))
        self.curve, self.best = Curve(), deepcopy(model.state_dict())

    def run(self, checkpoint: Path, terms: str) -> Iterator[int]:
        """Train, from where the checkpoint left it if that was on the same terms; the epochs."""
        self.resume(checkpoint, terms)
        for epoch in range(self.pace.epochs):
            if epoch >= len(self.curve.learned):
                order = np.random.default_rng([self.seed, epoch]).permutation(self.learned)
                self.curve.learned.append(self.go_through(order, learns=True))
                self.curve.held.append(self.go_through(self.held, learns=False))
                if self.curve.held[-1] == min(self.curve.held):
                    self.best = deepcopy(self.model.state_dict())
                self.keep(checkpoint, terms)
            yield epoch

    def go_through(self, order: Rows, learns: bool) -> float:
        """Go through rows in an order; how far off the model was."""
        total = 0.0
        with torch.set_grad_enabled(learns):
            for start in range(0, len(order), self.pace.batch):
                chosen = order[start : start + self.pace.batch]
                wrong = self.model.loss(self.data, chosen)
                total += wrong.item() * len(chosen)
                if learns:
                    self.optimiser.zero_grad()
                    wrong.backward()  # type: ignore[no-untyped-call]
                    self.optimiser.step()
                    self.cycle.step()
        return total / max(1, len(order))

    def finish(self) -> Value | Prior:
        """The model as it was when it was least off what was held out."""
        self.model.load_state_dict(self.best)
        return self.model

    @property
    def parts(self) -> dict[str, Any]:
        return {"model": self.model, "optimiser": self.optimiser, "cycle": self.cycle}

    def resume(self, checkpoint: Path, terms: str) -> None:
        """Put everything where it was left."""
        kept = torch.load(checkpoint, weights_only=True) if checkpoint.exists() else {}
        if kept.get("terms") == terms:
            for name, part in self.parts.items():
                part.load_state_dict(kept[name])
            self.curve, self.best = Curve(kept["learned"], kept["held"]), kept["best"]

    def keep(self, checkpoint: Path, terms: str) -> None:
        """Write down where everything is."""
        file, states = BytesIO(), {name: part.state_dict() for name, part in self.parts.items()}
        torch.save(states | asdict(self.curve) | {"terms": terms, "best": self.best}, file)
        write_whole(checkpoint, file.getvalue())


def checkpoint_of(out: Path, part: str) -> Path:
    """Where the training of a part is kept until it is finished."""
    return out.with_name(f"{out.name}.{part}")


class Training:
    """A network from shards; the last of them are held out to see what it is worth."""

    def __init__(self, lesson: Lesson, shards: list[Noted], start: Network, course: Course):
        torch.set_num_threads(THREADS)
        torch.manual_seed(course.seed)
        self.game, self.start, self.course = find_game(lesson.game), start, course
        self.rows, held = join(shards), shards[-max(1, len(shards) // HELD) :]
        self.held = self.count_held([len(part.states) for part in held], len(self.rows.states))
        share = outcome_share(self.game, lesson.players, lesson.options)
        self.positions = Positions(self.rows, lesson.players, share)
        self.fittings: dict[str, Fitting] = {}
        if course.value:
            evaluator, players = self.game.evaluator, lesson.players
            value = Value(evaluator.coarse_features(), evaluator.perspectives(players), players)
            self.add("value", value, self.positions, self.held, course.value)
        if course.prior:
            decisions = Decisions(self.rows, start.prior)
            kept = self.count_held([len(part.decisions) for part in held], len(decisions))
            self.add("prior", Prior(start.prior), decisions, kept, course.prior)

    def count_held(self, sizes: list[int], total: int) -> int:
        """How many rows are held out: those of some shards, or a part of the only one."""
        return sum(sizes) if sum(sizes) < total else total // HELD

    def add(self, name: str, model: Value | Prior, data: Any, held: int, pace: Pace) -> None:
        """Train a part, if there is anything to learn it from."""
        if len(data):
            self.fittings[name] = Fitting(model, data, held, pace, self.course.seed)

    @property
    def length(self) -> int:
        """All epochs."""
        return sum(fitting.pace.epochs for fitting in self.fittings.values())

    @property
    def terms(self) -> str:
        """What must be equal to go on where a training was left."""
        digest = hashlib.sha256(self.rows.searched.tobytes() + self.rows.visits.tobytes())
        return json.dumps([asdict(self.course), self.start.digest, digest.hexdigest()])

    def run(self, out: Path, words: Mapping[str, str], watch: Watch = look_on) -> Trained:
        """Train to the end, and write the network, its summary and a picture of its curves."""
        out.parent.mkdir(parents=True, exist_ok=True)
        with closing(self.epochs(out)) as epochs:
            for _ in watch(range(self.length), words["title"]):
                next(epochs)
        trained = self.finish()
        write_whole(out.with_suffix(".svg"), picture(trained.curves, words).encode())
        write_json(out.with_suffix(".json"), trained.summary)
        save(trained.network, out)
        for name in self.fittings:
            checkpoint_of(out, name).unlink(missing_ok=True)
        return trained

    def epochs(self, out: Path) -> Generator[int]:
        """Train each part, and keep where it is in a file of its own."""
        for name, fitting in self.fittings.items():
            yield from fitting.run(checkpoint_of(out, name), self.terms)

    def finish(self) -> Trained:
        """What came of it."""
        models = {name: fitting.finish() for name, fitting in self.fittings.items()}
        value, prior = models.get("value"), models.get("prior")
        rows = value.to_rows() if isinstance(value, Value) else self.start.weights
        weights = prior.to_numbers() if isinstance(prior, Prior) else self.start.prior
        network = make_network(rows, weights)
        kept = np.arange(len(self.positions) - self.held, len(self.positions))
        told = report(network, self.positions, kept)
        curves = {name: fitting.curve for name, fitting in self.fittings.items()}
        return Trained(network, curves, self.summary(network, curves) | {"held_out": told})

    def summary(self, network: Network, curves: dict[str, Curve]) -> Json:
        """How the network came about."""
        return {
            "network": network.digest,
            "start": self.start.digest,
            "positions": len(self.rows.states),
            "decisions": len(self.rows.decisions),
            "course": asdict(self.course),
            "losses": {name: asdict(curve) for name, curve in curves.items()},
        }
