"""Training, with PyTorch: a network from the rows of self-play.

The value learns what `targets.py` tells of positions, the prior the shares of visits of decisions.
Both go on from an earlier network if there is one, and from their last epoch if they were stopped.
Inputs are trained together with coarser ones of their kin, which are then added in.
"""

import hashlib
import json
import math
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.lr_scheduler import OneCycleLR

from azulejos.catalog import find_game
from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.net.curve import Curve, picture
from azulejos.net.rows import Folder, join, write_json, write_whole
from azulejos.net.selfplay import Lesson
from azulejos.net.targets import Positions, make_honest, outcome_share, report
from azulejos.networks import HEAD, WIDTH, Network, make_network, save
from azulejos.search.inputs import Decisions, Lists
from azulejos.search.practice import Noted
from azulejos.text import Text
from azulejos.work import Watch, look_on

THREADS = 1  # of PyTorch: where cores are shared, a second one waits more than it helps
ACTIVE = 60  # inputs of a state that are active at once, about: for the size of first weights
FINE_DECAY = 0.3  # of the rows of single inputs
HELD = 16  # a part of the shards, one in so many, is held out

Rows = NDArray[np.int64]  # numbers of positions or decisions


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

    value: Pace | None = Pace(6, 512, 2e-3, 1e-2)
    prior: Pace | None = Pace(4, 128, 1e-2, 1e-3)
    seed: int = 1


@dataclass(frozen=True)
class Trained:
    """A network and how it came about."""

    network: Network
    curves: dict[str, Curve]  # by part
    summary: Json


# ---- What is trained


class Value(nn.Module):
    """The value of `networks.py` in the form that is trained."""

    def __init__(self, kin: NDArray[np.int32], players: int):
        super().__init__()
        self.kin, self.players = torch.tensor(kin).long() + 1, players
        self.rows = nn.Parameter(torch.zeros(len(kin), WIDTH))
        coarse = int(kin.max(initial=-1)) + 1
        self.coarse = nn.Parameter(torch.randn(coarse, WIDTH) / math.sqrt(ACTIVE))
        self.bias = nn.Parameter(torch.zeros(WIDTH))
        self.middle, self.out = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 2 * players)

    def all_rows(self) -> Tensor:
        """The rows of all inputs, those of their kin added."""
        known = torch.cat([torch.zeros(1, WIDTH), self.coarse])  # of no kin, then of each
        return self.rows + known[self.kin].sum(1)

    def forward(self, numbers: Tensor, amounts: Tensor, begins: Tensor) -> Tensor:
        rows = self.all_rows()
        first = functional.embedding_bag(
            numbers, rows, begins, mode="sum", per_sample_weights=amounts
        )
        out: Tensor = self.out(torch.relu(self.middle(torch.relu(first + self.bias))))
        return out

    def groups(self) -> list[dict[str, Any]]:
        """The weights; single inputs are held back, so that what they share is learned first."""
        others = [each for name, each in self.named_parameters() if name != "rows"]
        return [{"params": others}, {"params": [self.rows], "weight_decay": FINE_DECAY}]

    def start_from(self, rows: NDArray[np.float32]) -> None:
        """Go on from what another network knows."""
        inputs, head = torch.tensor(rows[:-HEAD]), torch.tensor(rows[-HEAD:])
        with torch.no_grad():
            self.rows.copy_(inputs[:-1])
            self.bias.copy_(inputs[-1])
            self.middle.weight.copy_(head[:WIDTH].T)
            self.middle.bias.copy_(head[WIDTH])
            self.out.weight.copy_(head[WIDTH + 1 : -1, : 2 * self.players].T)
            self.out.bias.copy_(head[-1, : 2 * self.players])

    def to_rows(self) -> NDArray[np.float32]:
        """As a network keeps it."""
        last = torch.zeros(WIDTH + 1, WIDTH)
        last[:, : 2 * self.players] = torch.cat([self.out.weight.T, self.out.bias[None]])
        parts = (self.all_rows(), self.bias[None], self.middle.weight.T, self.middle.bias[None])
        rows: NDArray[np.float32] = torch.cat([*parts, last]).detach().numpy()
        return rows

    def loss(self, positions: Positions, chosen: Rows) -> Tensor:
        """How far off it is: the surprise at the shares of the win, and the squares of points."""
        out = self(*pick(positions.inputs, chosen))
        shares, points = (
            torch.tensor(part[chosen]) for part in (positions.shares, positions.points)
        )
        wrong = functional.cross_entropy(out[:, : self.players], shares)
        return wrong + functional.mse_loss(out[:, self.players :], points)


class Prior(nn.Module):
    """The prior of `networks.py` in the form that is trained."""

    def __init__(self, start: NDArray[np.float32]):
        super().__init__()
        self.weights = nn.Parameter(torch.tensor(start)[:, None])

    def forward(self, numbers: Tensor, amounts: Tensor, begins: Tensor) -> Tensor:
        weights = self.weights
        return functional.embedding_bag(
            numbers, weights, begins, mode="sum", per_sample_weights=amounts
        )[:, 0]

    def groups(self) -> list[dict[str, Any]]:
        """The weights."""
        return [{"params": [self.weights]}]

    def loss(self, decisions: Decisions, chosen: Rows) -> Tensor:
        """The surprise at the shares of visits."""
        starts = np.concatenate([[0], decisions.ends])[chosen]
        counts = decisions.ends[chosen] - starts
        begins = np.cumsum(counts) - counts
        moves = np.arange(counts.sum()) + np.repeat(starts - begins, counts)
        which = torch.tensor(np.repeat(np.arange(len(chosen)), counts))
        place = torch.tensor(np.arange(len(moves)) - np.repeat(begins, counts))
        table = torch.full((len(chosen), int(counts.max())), -torch.inf)
        logits = table.index_put((which, place), self(*pick(decisions.inputs, moves)))
        surprise = -functional.log_softmax(logits, 1)[which, place]
        return (torch.tensor(decisions.shares[moves]) * surprise).sum() / len(chosen)

    def to_numbers(self) -> NDArray[np.float32]:
        """As a network keeps it."""
        numbers: NDArray[np.float32] = self.weights[:, 0].detach().numpy()
        return numbers


def pick(lists: Lists, chosen: Rows) -> tuple[Tensor, ...]:
    """The inputs of some things as PyTorch wants them."""
    return tuple(torch.tensor(part) for part in lists.pick(chosen))


# ---- Training


class Fitting:
    """The training of one part on all rows but the last so many, which are held out."""

    def __init__(self, model: Value | Prior, data: Any, held: int, pace: Pace, seed: int):
        self.model, self.data, self.pace, self.seed = model, data, pace, seed
        self.learned, self.held = np.split(np.arange(len(data)), [len(data) - held])
        steps = pace.epochs * math.ceil(len(self.learned) / pace.batch)
        self.optimiser = torch.optim.AdamW(model.groups(), pace.rate, weight_decay=pace.decay)
        self.cycle = OneCycleLR(self.optimiser, pace.rate, total_steps=max(2, steps))
        self.curve = Curve()

    def run(self, checkpoint: Path, terms: str) -> Iterator[int]:
        """Train, from where the checkpoint left it if that was on the same terms; the epochs."""
        self.resume(checkpoint, terms)
        for epoch in range(self.pace.epochs):
            if epoch >= len(self.curve.learned):
                order = np.random.default_rng([self.seed, epoch]).permutation(self.learned)
                self.curve.learned.append(self.go_through(order, learns=True))
                self.curve.held.append(self.go_through(self.held, learns=False))
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

    @property
    def parts(self) -> dict[str, Any]:
        return {"model": self.model, "optimiser": self.optimiser, "cycle": self.cycle}

    def resume(self, checkpoint: Path, terms: str) -> None:
        """Put everything where it was left."""
        kept = torch.load(checkpoint, weights_only=True) if checkpoint.exists() else {}
        if kept.get("terms") == terms:
            for name, part in self.parts.items():
                part.load_state_dict(kept[name])
            self.curve = Curve(kept["learned"], kept["held"])

    def keep(self, checkpoint: Path, terms: str) -> None:
        """Write down where everything is."""
        file, states = BytesIO(), {name: part.state_dict() for name, part in self.parts.items()}
        torch.save(states | asdict(self.curve) | {"terms": terms}, file)
        write_whole(checkpoint, file.getvalue())


def read_shards(lesson: Lesson, folders: list[Folder]) -> list[Noted]:
    """The rows in some folders."""
    game = find_game(lesson.game)
    shards = [rows for folder in folders for rows in folder.read(game)]
    if not shards:
        raise AzulejosError(Text("net.folder", {"folder": folders[0].path}))
    return shards


def checkpoint_of(out: Path, part: str) -> Path:
    """Where the training of a part is kept until it is finished."""
    return out.with_name(f"{out.name}.{part}")


class Training:
    """A network from shards; the last of them are held out to see what it is worth."""

    def __init__(self, lesson: Lesson, shards: list[Noted], start: Network, course: Course):
        torch.set_num_threads(THREADS)
        torch.manual_seed(course.seed)
        self.game, self.start, self.course = find_game(lesson.game), start, course
        self.rows, kept = join(shards), join(shards[-max(1, len(shards) // HELD) :])
        self.held = len(kept.states)
        share = outcome_share(self.game, lesson.players, lesson.options)
        self.positions = Positions(self.rows, lesson.players, share)
        self.fittings: dict[str, Fitting] = {}
        if course.value:
            value = self.value(lesson.players)
            self.add("value", value, self.positions, len(kept.states), course.value)
        if course.prior:
            decisions = Decisions(self.rows, start.prior)
            self.add("prior", Prior(start.prior), decisions, len(kept.decisions), course.prior)

    def add(self, name: str, model: Value | Prior, data: Any, held: int, pace: Pace) -> None:
        if len(data) > held:
            self.fittings[name] = Fitting(model, data, held, pace, self.course.seed)

    def value(self, players: int) -> Value:
        """The value to begin with."""
        kin = self.game.mind.kinship(players)
        value = Value(kin, players)
        if len(self.start.rows):
            value.start_from(self.start.rows)
        return value

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
        models = {name: fitting.model for name, fitting in self.fittings.items()}
        value, prior = models.get("value"), models.get("prior")
        rows = value.to_rows() if isinstance(value, Value) else self.start.rows
        weights = prior.to_numbers() if isinstance(prior, Prior) else self.start.prior
        network = make_network(rows, weights)
        kept = np.arange(len(self.positions) - self.held, len(self.positions))
        if value:
            network = make_honest(network, self.positions, kept)
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
