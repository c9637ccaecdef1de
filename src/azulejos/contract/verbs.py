"""The verbs of the contract, for compiled code over any game; from Python use `batch.py`.

A verb takes a state and selects the rules of its game by the state's dtype, in compiled code at
compile time. So search and `batch` are written once and name no game.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from azulejos.compiled.jit import compiles, redirects
from azulejos.compiled.types import state_games
from azulejos.contract import default_parts
from azulejos.contract.encoding import Encoding
from azulejos.contract.game import Game
from azulejos.contract.rules import State

registered: dict[np.dtype[Any], Game] = state_games  # written by `registry.register`


def game_of(s: State) -> Game:
    """The game that a state, or an array of states, belongs to."""
    return registered[s.dtype]


def find_state_game(dtype: np.dtype[Any]) -> Game | None:
    """The game whose states have a dtype, if there is one."""
    return registered.get(dtype)


def _game_of_type(s: Any) -> Game:
    """The game whose states, or arrays of states, have a Numba type."""
    from azulejos.compiled.numba_bridge import dtype_of

    return registered[dtype_of(s)]


def _verb(find: Callable[[Game], Callable[..., Any]]) -> Callable[..., Any]:
    """A verb of the contract: its first argument is a state, whose dtype selects the game.

    In compiled code the game is selected at compile time by the state's Numba type.
    """

    def dispatch(s: State, *rest: Any) -> Any:
        return find(game_of(s))(s, *rest)

    @redirects(dispatch)
    def _find_compiled(s: Any, *rest: Any) -> Any:
        return find(_game_of_type(s))

    return dispatch


def _size(find: Callable[[Game], int]) -> Callable[[State], int]:
    """A constant of a state's game, as a function of a state, or of an array that may be empty."""

    def dispatch(s: State) -> int:
        return find(game_of(s))

    @compiles(dispatch)
    def _compiled(s: Any) -> Any:
        size = find(_game_of_type(s))
        return lambda s: size

    return dispatch


max_moves = _size(lambda game: game.rules.MAX_MOVES)
deal_size = _size(lambda game: game.rules.DEAL_SIZE)
max_move_features = _size(lambda game: game.evaluator.MAX_MOVE_FEATURES)
scratch_size = _size(lambda game: game.evaluator.SCRATCH_SIZE)

setup = _verb(lambda game: game.rules.setup)
legal_moves: Callable[..., int] = _verb(lambda game: game.rules.legal_moves)
play = _verb(lambda game: game.rules.play)
draw = _verb(lambda game: game.rules.draw)
settle = _verb(lambda game: game.rules.settle)
outcomes: Callable[..., int] = _verb(lambda game: game.rules.outcomes)
result = _verb(lambda game: game.rules.result)

write_position = _verb(lambda game: game.notation.write_position)
write_view = _verb(lambda game: game.view)
write_moves = _verb(lambda game: game.notation.write_moves)
write_deal = _verb(lambda game: game.notation.write_deal)
write_steps = _verb(lambda game: game.steps.write_steps)
write_deal_steps = _verb(lambda game: game.steps.write_deal_steps)
write_forecast = _verb(lambda game: game.steps.write_forecast)

prepare = _verb(lambda game: game.evaluator.prepare)
prior: Callable[..., int] = _verb(lambda game: game.evaluator.prior)
rollout = _verb(lambda game: game.evaluator.rollout)
value = _verb(lambda game: game.evaluator.value)
is_solved: Callable[..., bool] = _verb(lambda game: game.evaluator.is_solved)
solve: Callable[..., bool] = _verb(lambda game: game.evaluator.solve)
features: Callable[..., int] = _verb(lambda game: game.evaluator.features)
first_perspective: Callable[..., int] = _verb(lambda game: game.evaluator.first_perspective)
move_features: Callable[..., int] = _verb(lambda game: game.evaluator.move_features)
points_now = _verb(lambda game: game.evaluator.points_now)
remaining: Callable[..., int] = _verb(lambda game: game.evaluator.remaining)


def _encoding(game: Game) -> Encoding:
    assert game.encoding is not None, game.name
    return game.encoding


observe = _verb(lambda game: _encoding(game).observe)
write_mask = _verb(lambda game: _encoding(game).write_mask)
find_move: Callable[..., int] = _verb(lambda game: _encoding(game).find_move)
find_action: Callable[..., int] = _verb(lambda game: _encoding(game).find_action)


def _find_is_sound(game: Game) -> Callable[..., bool]:
    return game.checks.is_sound if game.checks else default_parts.is_sound


is_sound: Callable[..., bool] = _verb(_find_is_sound)
can_deal: Callable[..., bool] = _verb(
    lambda game: game.checks.can_deal  # type: ignore[union-attr]  # asked only if there are checks
)
