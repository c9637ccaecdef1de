"""What networks see, over arrays of states: the inputs of positions and of the moves of decisions,
for training. What the inputs are is each game's own affair, see its mind.

Lists of lists are kept flat: all their numbers one after another, and the end of each list.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import game
from azulejos.compiled.jit import jit
from azulejos.game import States, game_of
from azulejos.learning.selfplay_game import Noted
from azulejos.network import MAX_ACTIVE

CHUNK = 1 << 20  # inputs that are listed at a time


class Lists:
    """Inputs of many things: which, in what amounts, and where the list of each thing ends."""

    def __init__(self, parts: list[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]):
        none = (np.zeros(0, np.int32), np.zeros(0, np.float32), np.zeros(0, np.int64))
        self.numbers, self.amounts, lengths = map(np.concatenate, zip(none, *parts, strict=True))
        self.ends = np.cumsum(lengths)

    def __len__(self) -> int:
        return len(self.ends)

    def pick(self, chosen: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Numbers and amounts of the chosen things one after another, and where each begins."""
        starts = np.concatenate([[0], self.ends])[chosen]
        lengths = self.ends[chosen] - starts
        begins = np.cumsum(lengths) - lengths
        places = np.arange(lengths.sum()) + np.repeat(starts - begins, lengths)
        return self.numbers[places], self.amounts[places], begins


def position_inputs(states: States, players: int) -> Lists:
    """The inputs of quiet states, a list for each aspect of each."""
    aspects, parts, done = game_of(states).evaluator.perspectives(players), [], 0
    while done < len(states):
        numbers, amounts = np.empty(CHUNK, np.int32), np.empty(CHUNK, np.float32)
        lengths = np.zeros((len(states) - done, aspects), np.int64)
        n, used = list_inputs(states[done:], numbers, amounts, lengths)
        parts.append((numbers[:used].copy(), amounts[:used].copy(), lengths[:n].ravel()))
        done += n
    return Lists(parts)


@jit
def list_inputs(states: Any, numbers: Any, amounts: Any, lengths: Any) -> Any:
    """List the inputs of as many states as there is room for; how many states, and inputs."""
    used = 0
    aspects = lengths.shape[1]
    for i in range(len(states)):
        if used + aspects * MAX_ACTIVE > len(numbers):
            return i, used
        for aspect in range(aspects):
            n = game.features(states[i], aspect, numbers[used:], amounts[used:])
            lengths[i, aspect] = n
            used += n
    return len(states), used


@jit
def leaders(states: Any, out: Any) -> None:
    """The seat that leads, of each quiet state."""
    for i in range(len(states)):
        out[i] = game.first_perspective(states[i])


class Decisions:
    """Decisions to learn a prior from: the inputs of every move that is listed, its share of the
    visits, and where the moves of each decision end.
    """

    def __init__(self, rows: Noted, prior: NDArray[np.float32]):
        evaluator, parts, done = game_of(rows.decisions).evaluator, [], 0
        shares, counts = [np.zeros(0, np.float32)], np.zeros(len(rows.decisions), np.int64)
        starts = np.concatenate([[0], rows.ends])
        notes = np.zeros(evaluator.SCRATCH_SIZE, np.int32)
        while done < len(counts):
            numbers, amounts = np.empty(CHUNK, np.int32), np.empty(CHUNK, np.float32)
            lengths, parted = np.zeros(CHUNK, np.int64), np.zeros(CHUNK, np.float32)
            tried = (rows.decisions[done:], starts[done:], rows.moves, rows.visits)
            out = (numbers, amounts, lengths, parted, counts[done:])
            n, moves, used = list_moves(*tried, prior, notes, evaluator.MAX_MOVE_FEATURES, *out)
            parts.append((numbers[:used].copy(), amounts[:used].copy(), lengths[:moves].copy()))
            shares.append(parted[:moves].copy())
            done += n
        self.inputs, self.shares = Lists(parts), np.concatenate(shares)
        self.ends = np.cumsum(counts)

    def __len__(self) -> int:
        return len(self.ends)


@jit
def list_moves(
    states: Any,
    starts: Any,
    tried: Any,
    visits: Any,
    prior: Any,
    notes: Any,
    most_inputs: Any,
    numbers: Any,
    amounts: Any,
    lengths: Any,
    shares: Any,
    counts: Any,
) -> Any:
    """List the moves of as many decisions as there is room for, their inputs and shares of the
    visits; how many decisions, moves and inputs.
    """
    most = game.max_moves(states[0])
    moves, logits = np.empty(most, np.int16), np.empty(most, np.int32)
    seen = np.zeros(1 << 16, np.int32)  # by move
    listed, used = 0, 0
    for i in range(len(states)):
        if used + most * most_inputs > len(numbers):
            return i, listed, used
        total = 0
        for k in range(starts[i], starts[i + 1]):
            seen[tried[k]] = visits[k]
            total += visits[k]
        game.prepare(states[i], prior, notes)
        n = game.prior(states[i], notes, moves, logits)
        for k in range(n):
            move = np.int64(moves[k])
            count = game.move_features(states[i], move, numbers[used:], amounts[used:])
            lengths[listed], shares[listed] = count, seen[move] / total
            used += count
            listed += 1
        counts[i] = n
        for k in range(starts[i], starts[i + 1]):
            seen[tried[k]] = 0
    return len(states), listed, used
