"""The parts of a network in the form that PyTorch trains, see `networks.py` for what they mean.

Inputs are trained together with coarser ones of their kin, which are then added in: what many
inputs share is learned from few positions. How training goes is in `train.py`.
"""

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from azulejos.learning.features import Decisions, Lists
from azulejos.learning.targets import Positions
from azulejos.network import WIDTH

ACTIVE = 40  # inputs of an aspect that are active at once, about: for the size of first weights
FINE_DECAY = 0.3  # of the rows of single inputs

Rows = NDArray[np.int64]  # numbers of positions or decisions


class Value(nn.Module):
    """The value of `networks.py` in the form that is trained."""

    def __init__(self, kin: NDArray[np.int32], aspects: int, players: int):
        super().__init__()
        self.kin, self.aspects, self.players = torch.tensor(kin).long() + 1, aspects, players
        alone = torch.tensor(kin.max(1) < 0)[:, None]  # the others begin as their kin do
        self.rows = nn.Parameter(alone * torch.randn(len(kin), WIDTH) / math.sqrt(ACTIVE))
        coarse = int(kin.max(initial=-1)) + 1
        self.coarse = nn.Parameter(torch.randn(coarse, WIDTH) / math.sqrt(ACTIVE))
        self.bias = nn.Parameter(torch.zeros(aspects, WIDTH))
        self.middle, self.out = nn.Linear(aspects * WIDTH, WIDTH), nn.Linear(WIDTH, 2 * players)
        nn.init.zeros_(self.out.weight)  # nothing is corrected yet
        nn.init.zeros_(self.out.bias)

    def all_rows(self) -> Tensor:
        """The rows of all inputs, those of their kin added."""
        known = torch.cat([torch.zeros(1, WIDTH), self.coarse])  # of no kin, then of each
        return self.rows + known[self.kin].sum(1)

    def forward(self, inputs: Tensor) -> Tensor:
        """What comes out, given the inputs of all aspects of each position."""
        seen = torch.sparse.mm(inputs, self.all_rows()).reshape(-1, *self.bias.shape)
        first = torch.relu(seen + self.bias).flatten(1)
        out: Tensor = self.out(torch.relu(self.middle(first)))
        return out

    def groups(self) -> list[dict[str, Any]]:
        """The weights; single inputs are held back, so that what they share is learned first."""
        others = [each for name, each in self.named_parameters() if name != "rows"]
        return [{"params": others}, {"params": [self.rows], "weight_decay": FINE_DECAY}]

    def to_rows(self) -> NDArray[np.float32]:
        """As a network keeps it."""
        last = torch.zeros(WIDTH + 1, WIDTH)
        last[:, : 2 * self.players] = torch.cat([self.out.weight.T, self.out.bias[None]])
        parts = (self.all_rows(), self.bias, self.middle.weight.T, self.middle.bias[None])
        rows: NDArray[np.float32] = torch.cat([*parts, last]).detach().numpy()
        return rows

    def loss(self, positions: Positions, chosen: Rows) -> Tensor:
        """How far off it is: the surprise at the shares of the win, and the squares of points."""
        aspects = (self.aspects * chosen[:, None] + np.arange(self.aspects)).ravel()
        out = self(matrix(positions.inputs, aspects, len(self.rows)))
        data = (positions.logits, positions.shares, positions.points)
        logits, shares, points = (torch.tensor(part[chosen]) for part in data)
        wrong = functional.cross_entropy(logits + out[:, : self.players], shares)
        return wrong + functional.mse_loss(out[:, self.players :], points)


class Prior(nn.Module):
    """The prior of `networks.py` in the form that is trained."""

    def __init__(self, start: NDArray[np.float32]):
        super().__init__()
        self.weights = nn.Parameter(torch.tensor(start)[:, None])

    def forward(self, inputs: Tensor) -> Tensor:
        logits: Tensor = torch.sparse.mm(inputs, self.weights)[:, 0]
        return logits

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
        logits = table.index_put(
            (which, place), self(matrix(decisions.inputs, moves, len(self.weights)))
        )
        surprise = -functional.log_softmax(logits, 1)[which, place]
        return (torch.tensor(decisions.shares[moves]) * surprise).sum() / len(chosen)

    def to_numbers(self) -> NDArray[np.float32]:
        """As a network keeps it."""
        numbers: NDArray[np.float32] = self.weights[:, 0].detach().numpy()
        return numbers


def matrix(lists: Lists, chosen: Rows, width: int) -> Tensor:
    """The inputs of some things, a row for each, as a matrix that is mostly empty."""
    numbers, amounts, begins = lists.pick(chosen)
    which = np.repeat(np.arange(len(chosen)), np.diff(begins, append=len(numbers)))
    places = torch.tensor(np.stack([which, numbers]))
    shape = (len(chosen), width)
    return torch.sparse_coo_tensor(
        places, torch.tensor(amounts), shape, is_coalesced=True, check_invariants=False
    )
