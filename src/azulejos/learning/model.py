"""PyTorch modules for the two parts of a network, value and prior; see `network.py` for the layout.

The first layer's weights of a feature are the sum of its own and of those of its coarse features,
which many features share and which are therefore learned from few positions. The sum is taken when
the weights are exported, so that inference knows no coarse features. The training loop is in
`train.py`.
"""

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from azulejos.learning.features import SparseRows, concatenated_ranges
from azulejos.learning.targets import PriorData, ValueData
from azulejos.network import WIDTH

TYPICAL_ACTIVE = 40  # active features of a perspective, to scale the initial weights
FINE_WEIGHT_DECAY = 0.3  # of a feature's own weights, so that coarse features are preferred

RowNumbers = NDArray[np.int64]  # numbers of positions or decisions


class ValueModel(nn.Module):
    """The value part of a network."""

    def __init__(self, coarse_features: NDArray[np.int32], perspectives: int, players: int):
        """`coarse_features` lists by feature its coarse features, or -1."""
        super().__init__()
        self.coarse_features = torch.tensor(coarse_features).long() + 1
        self.perspectives, self.players = perspectives, players
        scale = math.sqrt(TYPICAL_ACTIVE)
        # features that have coarse ones start with only the weights of those
        has_none = torch.tensor(coarse_features.max(1) < 0)[:, None]
        self.fine = nn.Parameter(has_none * torch.randn(len(coarse_features), WIDTH) / scale)
        coarse = int(coarse_features.max(initial=-1)) + 1
        self.coarse = nn.Parameter(torch.randn(coarse, WIDTH) / scale)
        self.bias = nn.Parameter(torch.zeros(perspectives, WIDTH))
        self.hidden = nn.Linear(perspectives * WIDTH, WIDTH)
        self.head = nn.Linear(WIDTH, 2 * players)
        nn.init.zeros_(self.head.weight)  # start with the handmade evaluation unchanged
        nn.init.zeros_(self.head.bias)

    def feature_weights(self) -> Tensor:
        """The first layer's weights by feature, those of its coarse features added."""
        coarse = torch.cat([torch.zeros(1, WIDTH), self.coarse])  # row 0 stands for "none"
        return self.fine + coarse[self.coarse_features].sum(1)

    def forward(self, features: Tensor) -> Tensor:
        """The outputs by position, given a row of features for each perspective of each."""
        sums = torch.sparse.mm(features, self.feature_weights()).reshape(-1, *self.bias.shape)
        first = torch.relu(sums + self.bias).flatten(1)
        out: Tensor = self.head(torch.relu(self.hidden(first)))
        return out

    def parameter_groups(self) -> list[dict[str, Any]]:
        """The parameters for the optimiser; a feature's own weights decay faster."""
        others = [each for name, each in self.named_parameters() if name != "fine"]
        return [{"params": others}, {"params": [self.fine], "weight_decay": FINE_WEIGHT_DECAY}]

    def export(self) -> NDArray[np.float32]:
        """The weights in the layout of `Network.weights`."""
        last = torch.zeros(WIDTH + 1, WIDTH)
        last[:, : 2 * self.players] = torch.cat([self.head.weight.T, self.head.bias[None]])
        hidden = (self.hidden.weight.T, self.hidden.bias[None])
        parts = (self.feature_weights(), self.bias, *hidden, last)
        weights: NDArray[np.float32] = torch.cat(parts).detach().numpy()
        return weights

    def loss(self, data: ValueData, rows: RowNumbers) -> Tensor:
        """Cross-entropy of the win shares plus mean squared error of the points."""
        feature_rows = (self.perspectives * rows[:, None] + np.arange(self.perspectives)).ravel()
        out = self(sparse_tensor(data.features, feature_rows, len(self.fine)))
        targets = (data.base_logits, data.win_shares, data.points)
        base_logits, win_shares, points = (torch.tensor(part[rows]) for part in targets)
        win_loss = functional.cross_entropy(base_logits + out[:, : self.players], win_shares)
        return win_loss + functional.mse_loss(out[:, self.players :], points)


class PriorModel(nn.Module):
    """The prior part of a network: a move's logit is linear in its features."""

    def __init__(self, start: NDArray[np.float32]):
        super().__init__()
        self.weights = nn.Parameter(torch.tensor(start)[:, None])

    def forward(self, features: Tensor) -> Tensor:
        """The logits by move."""
        logits: Tensor = torch.sparse.mm(features, self.weights)[:, 0]
        return logits

    def parameter_groups(self) -> list[dict[str, Any]]:
        """The parameters for the optimiser."""
        return [{"params": [self.weights]}]

    def loss(self, data: PriorData, rows: RowNumbers) -> Tensor:
        """The mean cross-entropy of the visit shares over decisions."""
        moves, starts = concatenated_ranges(data.ends, rows)
        counts = np.diff(starts, append=len(moves))
        decision = torch.tensor(np.repeat(np.arange(len(rows)), counts))
        column = torch.tensor(np.arange(len(moves)) - np.repeat(starts, counts))
        padding = torch.full((len(rows), int(counts.max())), -torch.inf)
        logits = self(sparse_tensor(data.features, moves, len(self.weights)))
        table = padding.index_put((decision, column), logits)
        negative_logs = -functional.log_softmax(table, 1)[decision, column]
        return (torch.tensor(data.visit_shares[moves]) * negative_logs).sum() / len(rows)

    def export(self) -> NDArray[np.float32]:
        """The weights in the layout of `Network.prior`."""
        weights: NDArray[np.float32] = self.weights[:, 0].detach().numpy()
        return weights


def sparse_tensor(features: SparseRows, rows: RowNumbers, width: int) -> Tensor:
    """The given rows of features as a sparse matrix with `width` columns."""
    indices, amounts, starts = features.take(rows)
    row = np.repeat(np.arange(len(rows)), np.diff(starts, append=len(indices)))
    places = torch.tensor(np.stack([row, indices]))
    shape = (len(rows), width)
    return torch.sparse_coo_tensor(
        places, torch.tensor(amounts), shape, is_coalesced=True, check_invariants=False
    )
