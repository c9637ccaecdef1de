"""Network features of many states and moves as sparse rows, for training.

Which features there are is defined by each game's evaluator.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.jit import kernel
from azulejos.compiled.types import float32, int16, int32, int64, state
from azulejos.contract import verbs
from azulejos.contract.rules import States
from azulejos.contract.verbs import game_of
from azulejos.learning.selfplay_game import Samples
from azulejos.network import MAX_ACTIVE

CHUNK = 1 << 20  # feature values that are listed by one compiled call

Part = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]  # indices, amounts, length of each row


class SparseRows:
    """Rows of features, concatenated: indices and amounts of the active ones, the end of each row.

    This is the layout of a CSR matrix.
    """

    def __init__(self, parts: list[Part]):
        none = (np.zeros(0, np.int32), np.zeros(0, np.float32), np.zeros(0, np.int64))
        self.indices, self.amounts, lengths = map(np.concatenate, zip(none, *parts, strict=True))
        self.ends = np.cumsum(lengths)

    def __len__(self) -> int:
        return len(self.ends)

    def take(self, rows: NDArray[np.int64]) -> Part:
        """Indices and amounts of the given rows, concatenated, and where each row starts."""
        elements, starts = concatenated_ranges(self.ends, rows)
        return self.indices[elements], self.amounts[elements], starts


def concatenated_ranges(
    ends: NDArray[np.int64], rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Element numbers of the given rows, concatenated, and where each row starts among them.

    `ends` holds the end of every row.
    """
    old_starts = np.concatenate([[0], ends])[rows]
    lengths = ends[rows] - old_starts
    starts = np.cumsum(lengths) - lengths
    return np.arange(lengths.sum()) + np.repeat(old_starts - starts, lengths), starts


# ---- Positions


def position_features(states: States, players: int) -> SparseRows:
    """The features of quiet states: a row for each perspective of each state."""
    perspectives, parts, done = game_of(states).evaluator.perspectives(players), [], 0
    while done < len(states):
        indices, amounts = np.empty(CHUNK, np.int32), np.empty(CHUNK, np.float32)
        lengths = np.zeros((len(states) - done, perspectives), np.int64)
        n, used = list_position_features(states[done:], indices, amounts, lengths)
        parts.append((indices[:used].copy(), amounts[:used].copy(), lengths[:n].ravel()))
        done += n
    return SparseRows(parts)


@kernel(state["n"].const, int32["k"], float32["k"], int64["n", :])
def list_position_features(states: Any, indices: Any, amounts: Any, lengths: Any) -> Any:
    """Write the features of as many states as fit; return the numbers of states and of features.

    lengths[i, perspective] is the length of each row.
    """
    used = 0
    perspectives = lengths.shape[1]
    for i in range(len(states)):
        if used + perspectives * MAX_ACTIVE > len(indices):
            return i, used
        for perspective in range(perspectives):
            n = verbs.features(states[i], perspective, indices[used:], amounts[used:])
            lengths[i, perspective] = n
            used += n
    return len(states), used


@kernel(state["n"].const, int64["n"])
def first_perspectives(states: Any, out: Any) -> None:
    """Write the first seat, in the network's order, of each quiet state."""
    for i in range(len(states)):
        out[i] = verbs.first_perspective(states[i])


# ---- Moves of decisions


def move_features(
    samples: Samples, prior: NDArray[np.float32]
) -> tuple[SparseRows, NDArray[np.float32], NDArray[np.int64]]:
    """Features and visit shares of the moves that the prior lists, and where each decision ends."""
    evaluator, parts, done = game_of(samples.decisions).evaluator, [], 0
    shares, counts = [np.zeros(0, np.float32)], np.zeros(len(samples.decisions), np.int64)
    ends = samples.decision_ends.astype(np.int64)
    starts = np.concatenate([[0], ends])[:-1]
    scratch = np.zeros(evaluator.SCRATCH_SIZE, np.int32)
    while done < len(counts):
        indices, amounts = np.empty(CHUNK, np.int32), np.empty(CHUNK, np.float32)
        lengths, chunk_shares = np.zeros(CHUNK, np.int64), np.zeros(CHUNK, np.float32)
        n, moves, used = list_move_features(
            samples.decisions[done:],
            starts[done:],
            ends[done:],
            samples.moves,
            samples.visits,
            prior,
            scratch,
            indices,
            amounts,
            lengths,
            chunk_shares,
            counts[done:],
        )
        parts.append((indices[:used].copy(), amounts[:used].copy(), lengths[:moves].copy()))
        shares.append(chunk_shares[:moves].copy())
        done += n
    return SparseRows(parts), np.concatenate(shares), np.cumsum(counts)


@kernel(
    state["n"].const,
    int64["n"].const,
    int64["n"].const,
    int16["v"].const,
    int32["v"].const,
    float32[:].const,
    int32["SCRATCH_SIZE"],
    int32["k"],
    float32["k"],
    int64["m"],
    float32["m"],
    int64["n"],
)
def list_move_features(
    states: Any,
    starts: Any,
    ends: Any,
    visited: Any,
    visits: Any,
    prior: Any,
    scratch: Any,
    indices: Any,
    amounts: Any,
    lengths: Any,
    shares: Any,
    counts: Any,
) -> Any:
    """Write features and visit shares of the moves of as many decisions as fit; return the numbers
    of decisions, moves and features.

    visited[starts[i] : ends[i]] are the visited moves of states[i]. lengths and shares are by
    move, counts (of moves) by decision.
    """
    max_moves, max_features = verbs.max_moves(states), verbs.max_move_features(states)
    moves, logits = np.empty(max_moves, np.int16), np.empty(max_moves, np.int32)
    visits_of = np.zeros(1 << 16, np.int32)  # by move
    listed, used = 0, 0
    for i in range(len(states)):
        is_full = used + max_moves * max_features > len(indices)
        if is_full or listed + max_moves > len(lengths):
            return i, listed, used
        total = 0
        for k in range(starts[i], ends[i]):
            visits_of[visited[k]] = visits[k]
            total += visits[k]
        verbs.prepare(states[i], prior, scratch)
        n = verbs.prior(states[i], scratch, moves, logits)
        for k in range(n):
            move = np.int64(moves[k])
            count = verbs.move_features(states[i], move, indices[used:], amounts[used:])
            lengths[listed], shares[listed] = count, visits_of[move] / total
            used += count
            listed += 1
        counts[i] = n
        for k in range(starts[i], ends[i]):
            visits_of[visited[k]] = 0
    return len(states), listed, used
