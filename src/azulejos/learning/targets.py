"""What a network is to learn of positions, and how well it did, from the rows of self-play.

A target is how the game ended mixed with what search said. What search said is first put right at
each moment of a game, so that its mistakes are not learned again: points are moved by what they
were off on average, and shares of the win are drawn apart as far as games tell. A search says less
than it knows, since it also counts what came of the moves that it then left alone. Not here:
training itself, see `train.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch
from azulejos.game import Game, Json
from azulejos.learning.features import leaders, position_inputs
from azulejos.learning.selfplay_game import Noted, goes_in_rounds
from azulejos.network import POINTS, WIDTH, Network

OUTCOME_SHARE = 0.4  # of a target where games go in rounds: the rest is what search said
OUTCOME_SHARE_ELSEWHERE = 0.7
BELIEF = 20  # positions of a moment from which on its mean is believed by half
LEAST_SHARE = 1e-6  # of the win, for its logarithm
POWERS = np.geomspace(0.5, 2.0, 33)  # of shares, by which they may be drawn apart
DECILES = 10
LEAST_IN_DECILE = 50  # positions, for its error to count

Floats = NDArray[np.float64]


def outcome_share(game: Game, players: int, options: dict[str, str]) -> float:
    """How much of a target the end of the game is."""
    states = game.new_states()
    batch.setup(states, players, game.choose(players, options))
    return OUTCOME_SHARE if goes_in_rounds(states) else OUTCOME_SHARE_ELSEWHERE


class Positions:
    """Positions with their inputs, and by role the shares of the win that are to be learned, and
    the points beyond those expected by hand.
    """

    def __init__(self, rows: Noted, players: int, share: float):
        self.states, self.is_played = rows.states, rows.is_played
        self.moments = rows.moments.astype(np.int64)
        self.inputs = position_inputs(rows.states, players)
        first, by_hand = np.zeros(len(self), np.int64), np.zeros((len(self), 2, batch.SEATS))
        leaders(rows.states, first)
        batch.value(rows.states, np.zeros((0, WIDTH), np.float32), by_hand)
        self.seats = (first[:, None] + np.arange(players)) % players  # by role
        known = self.by_role(by_hand)
        self.logits = np.log(np.maximum(known[:, 0], LEAST_SHARE)).astype(np.float32)  # by hand
        self.outcomes, searched = self.by_role(rows.outcomes), self.by_role(rows.searched)
        searched[:, 1] += self._bias(searched)[self.moments][:, None]
        searched[:, 0] = drawn_apart(searched[:, 0], self._power(searched)[self.moments])
        mix = np.where(rows.is_played, share, 0.0)[:, None, None]
        mixed = mix * self.outcomes + (1 - mix) * searched
        wins = mixed[:, 0] / mixed[:, 0].sum(1, keepdims=True)
        self.shares = wins.astype(np.float32)
        self.points = ((mixed[:, 1] - known[:, 1]) / POINTS).astype(np.float32)

    def __len__(self) -> int:
        return len(self.states)

    def by_role(self, values: NDArray[Any]) -> Floats:
        """Values by position, row and seat in the order of roles."""
        return np.take_along_axis(values.astype(np.float64), self.seats[:, None, :], 2)

    def _bias(self, searched: Floats) -> Floats:
        """By moment: how many points more than search said there were in the end."""
        played = self.is_played
        more = (self.outcomes[played, 1] - searched[played, 1]).mean(1)
        return mean_by(self.moments[played], more, self._length, BELIEF)

    def _power(self, searched: Floats) -> Floats:
        """By moment: which power of the shares fits best how games ended; 1 where there are few."""
        played = self.is_played
        shares, outcomes = searched[played, 0], self.outcomes[played, 0]
        wrong = np.zeros((len(POWERS), self._length))
        for i, power in enumerate(POWERS):
            logs = np.log(drawn_apart(shares, np.full(len(shares), power)))
            wrong[i] = np.bincount(self.moments[played], -(outcomes * logs).sum(1), self._length)
            wrong[i] += BELIEF * np.log(power) ** 2
        best: Floats = POWERS[wrong.argmin(0)]
        return best

    @property
    def _length(self) -> int:
        """How many moments there are."""
        return int(self.moments.max(initial=0)) + 1


def drawn_apart(shares: Floats, powers: Floats) -> Floats:
    """Shares of the win to some power, by position."""
    raised = np.maximum(shares, LEAST_SHARE) ** powers[:, None]
    drawn: Floats = raised / raised.sum(1, keepdims=True)
    return drawn


def mean_by(groups: NDArray[np.int64], values: Floats, length: int, belief: int = 0) -> Floats:
    """The mean of each group of values, drawn to 0 where there are few."""
    counts = np.bincount(groups, minlength=length) + belief
    sums = np.bincount(groups, values, length).astype(np.float64)
    return sums / np.maximum(1, counts)


# ---- How well it did


def surprise(shares: Floats, outcomes: Floats) -> float:
    """The mean surprise at how games ended."""
    return float(-(outcomes * np.log(np.maximum(shares, LEAST_SHARE))).sum(1).mean())


def estimates(network: Network, positions: Positions, chosen: NDArray[np.int64]) -> Floats:
    """What a network says of some positions, by role."""
    out = np.zeros((len(positions), 2, batch.SEATS))
    batch.value(positions.states, network.weights, out)
    return positions.by_role(out)[chosen]


def report(network: Network, positions: Positions, chosen: NDArray[np.int64]) -> Json:
    """How honest a network is about positions of played games: what it expected, and what came."""
    chosen = chosen[positions.is_played[chosen]]
    if not len(chosen):
        return {"positions": 0, "worst_decile": None, "points": []}
    said, came = estimates(network, positions, chosen), positions.outcomes[chosen]
    deciles = calibration(said[:, 0].ravel(), came[:, 0].ravel())
    errors = [abs(each["said"] - each["came"]) for each in deciles if each["n"] >= LEAST_IN_DECILE]
    return {
        "positions": len(chosen),
        "surprise": surprise(said[:, 0], came[:, 0]),
        "deciles": deciles,
        "worst_decile": max(errors, default=None),
        "points": points_errors(said[:, 1] - came[:, 1], positions.moments[chosen]),
    }


def calibration(said: Floats, came: Floats) -> list[Json]:
    """By tenth of the chances told: their mean, and how often it came so."""
    decile = np.minimum(DECILES - 1, (said * DECILES).astype(np.int64))
    return [
        {"said": float(said[at].mean()), "came": float(came[at].mean()), "n": int(at.sum())}
        for at in (decile == i for i in range(DECILES))
        if at.any()
    ]


def points_errors(errors: Floats, moments: NDArray[np.int64]) -> list[Json]:
    """By moment of the game: how many points too many were expected, and how far off it was."""
    found = []
    for moment in np.unique(moments):
        own = errors[moments == moment]
        far = float(np.sqrt((own**2).mean()))
        found.append({"moment": int(moment), "mean": float(own.mean()), "far": far, "n": len(own)})
    return found
