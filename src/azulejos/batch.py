"""The rules over arrays of states: for researchers who play thousands of games at once.

    >>> import numpy as np
    >>> from azulejos import GAMES, batch
    >>> game = next(iter(GAMES.values()))
    >>> states = game.new_states(1000)
    >>> batch.setup(states, 2, game.choose(2, {}))
    >>> batch.play_out(states, batch.make_rng(1)) > 1000
    True

Every function checks its arguments once and raises `BadArgument` or `IllegalMove` before it
changes anything. States have to come from `setup` and these functions, or from
`Position.states`: contents that the rules could not be given safely are refused, but not every
impossible position is noticed (`Position.status` finds those). The functions behind, without
checks, are in `kernels.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import kernels
from azulejos.arguments import check_rng, type_name
from azulejos.compiled.rng import Rng, make_rng
from azulejos.contract.game import Game
from azulejos.contract.rules import CHANCE, SEATS, States
from azulejos.contract.verbs import find_state_game
from azulejos.errors import BadArgument, IllegalMove
from azulejos.network import WIDTH, head_rows
from azulejos.text import Text

__all__ = [
    "SEATS",
    "draw",
    "legal_mask",
    "legal_moves",
    "make_rng",
    "play",
    "play_out",
    "result",
    "settle",
    "setup",
    "value",
]


# ---- Questions


def legal_moves(states: States, out: NDArray[np.int16], counts: NDArray[np.int64]) -> None:
    """Write the moves of state i to out[i], their number to counts[i]: 0 if no seat decides.

    `out` has at least `rules.MAX_MOVES` columns; what it holds beyond the moves has no meaning.
    """
    game = check_states(states)
    n, width = len(states), game.rules.MAX_MOVES
    check_array("out", out, np.int16, (n, None))
    if out.shape[1] < width:
        raise wrong_shape("out", (n, f"{width} or more"), out)
    check_array("counts", counts, np.int64, (n,))
    check_apart(states=states, out=out, counts=counts)
    check_contents(game, states)
    kernels.legal_moves(states, out, counts)


def legal_mask(states: States, out: NDArray[np.bool_]) -> None:
    """Set out[i, move] for the legal moves of state i, clear it for all others."""
    game = check_states(states)
    check_array("out", out, np.bool_, (len(states), game.rules.ACTION_SPACE))
    check_apart(states=states, out=out)
    check_contents(game, states)
    if len(states):
        kernels.legal_mask(states, out)


def result(states: States, out: NDArray[np.float64]) -> None:
    """Write, by state and seat: out[i, 0] shares of the win if the game ended now, out[i, 1]
    scores.
    """
    game = check_states(states)
    check_array("out", out, np.float64, (len(states), 2, SEATS))
    check_apart(states=states, out=out)
    check_contents(game, states)
    kernels.result(states, out)


def value(states: States, weights: NDArray[np.float32], out: NDArray[np.float64]) -> None:
    """Write, by quiet state and seat: out[i, 0] win shares, out[i, 1] expected final points,
    computed by a network's weights, or by the handmade evaluation if there are none.
    """
    game = check_states(states)
    check_array("weights", weights, np.float32, (None, WIDTH), is_written=False)
    check_array("out", out, np.float64, (len(states), 2, SEATS))
    check_apart(states=states, weights=weights, out=out)
    check_contents(game, states)
    if len(weights):
        features = len(game.evaluator.coarse_features())
        for players in np.unique(states["players"]).tolist():
            head = head_rows(game.evaluator.perspectives(players))
            if len(weights) != features + head:
                raise wrong_shape("weights", (features + head, WIDTH), weights)
    if len(states):
        kernels.value(states, weights, out)


# ---- Changes: of all states or, when something is refused, of none


def setup(states: States, players: int, options: NDArray[np.int64]) -> None:
    """Write the opening position into every state; `options` are those of `Game.choose`."""
    game = check_states(states, is_written=True)
    players = game.check_players(players)
    choices = [len(option.choices) for option in game.options(players)]
    options = check_numbers("options", options, len(choices))
    if any(not 0 <= n < limit for n, limit in zip(options.tolist(), choices, strict=True)):
        args = {"given": str(options.tolist()), "limits": str(choices)}
        raise BadArgument(Text("array.options", args))
    kernels.setup(states, players, options)


def play(states: States, moves: NDArray[Any]) -> None:
    """Play moves[i] in state i; refused if a single one is not legal."""
    game = check_states(states, is_written=True)
    moves = check_numbers("moves", moves, len(states))
    if len(states) == 0:
        return
    i = kernels.find_illegal(states, moves, min(game.players), max(game.players))
    if i >= 0:
        check_contents(game, states[i : i + 1], first=i)
        raise illegal_move(game, states[i], int(moves[i]), i)
    kernels.play(states, moves)


def draw(states: States, rng: Rng, deals: NDArray[np.int64]) -> None:
    """Sample a deal into deals[i] for every state in which one is due; `states` do not change."""
    game = check_states(states)
    check_rng(rng)
    check_array("deals", deals, np.int64, (len(states), game.rules.DEAL_SIZE))
    check_apart(states=states, rng=rng, deals=deals)
    check_contents(game, states, only_deals=True)
    kernels.draw(states, rng, deals)


def settle(states: States, deals: NDArray[np.int64]) -> None:
    """Apply deals[i] in every state in which one is due; refused if a single one of these is not
    possible. Other states, and their rows of `deals`, are left alone.
    """
    game = check_states(states, is_written=True)
    check_array("deals", deals, np.int64, (len(states), game.rules.DEAL_SIZE), is_written=False)
    check_apart(states=states, deals=deals)
    check_contents(game, states, only_deals=True)
    i = find_impossible(game, states, deals)
    if i >= 0:
        clause = game.rules.deal_fault(states[i], deals[i])
        args = {"index": i, "clause": clause, "rule": Text(f"{game.name}.{clause}")}
        raise IllegalMove(Text("batch.deal", args), clause, str(deals[i].tolist()))
    kernels.settle(states, deals)


def play_out(states: States, rng: Rng) -> int:
    """Play every state to its end with random moves; return the number of moves."""
    game = check_states(states, is_written=True)
    check_rng(rng)
    check_apart(states=states, rng=rng)
    check_contents(game, states)
    if len(states) == 0:
        return 0
    played_states, played_rng = states.copy(), rng.copy()
    played = kernels.play_out(played_states, played_rng)
    if played == kernels.NEVER_ENDS:
        raise BadArgument(Text("array.endless"))
    states[:], rng[:] = played_states, played_rng
    return int(played)


# ---- Checks


def check_states(states: object, is_written: bool = False) -> Game:
    """The game of an array of states, if that is what the argument is."""
    if not isinstance(states, np.ndarray) or states.dtype.names is None:
        raise BadArgument(Text("array.states", {"given": type_name(states)}))
    game = find_state_game(states.dtype)
    if game is None:
        raise BadArgument(Text("array.states", {"given": type_name(states)}))
    check_array("states", states, game.state, (None,), is_written)
    if states.__array_interface__["data"][0] % 8:  # compiled code also reads them as 64-bit words
        raise BadArgument(Text("array.layout", {"name": "states"}))
    return game


def check_array(
    name: str, array: object, dtype: Any, shape: tuple[int | None, ...], is_written: bool = True
) -> None:
    """Refuse what is not a plain array of this dtype and shape (None: any length)."""
    if type(array) is not np.ndarray or array.dtype != dtype:
        args = {"name": name, "expected": np.dtype(dtype).name[:40], "given": type_name(array)}
        raise BadArgument(Text("array.type", args))
    fits = [want is None or want == have for want, have in zip(shape, array.shape, strict=False)]
    if array.ndim != len(shape) or not all(fits):
        raise wrong_shape(name, shape, array)
    if not (array.flags.c_contiguous and array.flags.aligned):
        raise BadArgument(Text("array.layout", {"name": name}))
    if is_written and not array.flags.writeable:
        raise BadArgument(Text("array.read_only", {"name": name}))


def check_numbers(name: str, numbers: object, length: int) -> NDArray[np.int64]:
    """An array of integers of any integer dtype as one of int64: one type, compiled once."""
    if type(numbers) is not np.ndarray or numbers.dtype.kind not in "iu":
        args = {"name": name, "expected": "int64", "given": type_name(numbers)}
        raise BadArgument(Text("array.type", args))
    if numbers.shape != (length,):
        raise wrong_shape(name, (length,), numbers)
    return numbers.astype(np.int64)  # a copy, which cannot share memory with what is written


def check_apart(**arrays: NDArray[Any]) -> None:
    """Refuse arrays that share memory: one would be written while another is read."""
    names = list(arrays)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if np.may_share_memory(arrays[one], arrays[other]):
                raise BadArgument(Text("array.shared", {"name": one, "other": other}))


def check_contents(game: Game, states: States, only_deals: bool = False, first: int = 0) -> None:
    """Refuse states whose contents would lead compiled code out of its arrays; `first` is the
    index that a message gives the first of them.
    """
    i = kernels.find_unsafe(states, min(game.players), max(game.players), only_deals)
    if i >= 0:
        raise BadArgument(Text("array.content", {"index": first + i}))


def find_impossible(game: Game, states: States, deals: NDArray[np.int64]) -> int:
    """The index of the first deal that is due and not possible, or -1."""
    if game.checks is not None:
        return int(kernels.find_impossible(states, deals))
    due = np.flatnonzero(states["actor"] == CHANCE).tolist()
    return next((i for i in due if game.rules.deal_fault(states[i], deals[i])), -1)


def wrong_shape(name: str, expected: tuple[object, ...], array: NDArray[Any]) -> BadArgument:
    sizes = ", ".join("any" if size is None else str(size) for size in expected)
    args = {"name": name, "expected": f"({sizes})", "given": str(array.shape)}
    return BadArgument(Text("array.shape", args))


def illegal_move(game: Game, s: Any, move: int, i: int) -> IllegalMove | BadArgument:
    """Why a move cannot be played in a state."""
    if not 0 <= move < game.rules.ACTION_SPACE:
        last = game.rules.ACTION_SPACE - 1
        return BadArgument(Text("batch.move", {"index": i, "move": move, "last": last}))
    clause = game.rules.move_fault(s, move)
    args = {"index": i, "move": move, "clause": clause, "rule": Text(f"{game.name}.{clause}")}
    return IllegalMove(Text("batch.illegal", args), clause, str(move))
