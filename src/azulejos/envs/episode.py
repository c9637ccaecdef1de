"""One game in progress, for the environments of one game: play actions, observe, draw.

It draws the deals that fall due by itself. Not here: whose turn means what to a library, see
`aec.py` and `single.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import env_kernels as kernels
from azulejos import written
from azulejos.arguments import check_integer
from azulejos.compiled.rng import make_rng
from azulejos.contract.encoding import Observation
from azulejos.envs.picture import rgb_array
from azulejos.envs.variant import Reward, Variant, check_choice
from azulejos.errors import BadArgument
from azulejos.position import Position
from azulejos.text import Text

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")


class Episode:
    """A game of a variant; `reset` begins it."""

    def __init__(self, variant: Variant, reward: Reward, render_mode: str | None):
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.variant, self.reward, self.render_mode = variant, reward, render_mode
        self.rewards = np.zeros((1, variant.players), np.float32)  # of the last action
        self.mask = np.zeros(variant.actions, np.int8)  # of the actor, written in place
        self._states = variant.new_states()
        self._rngs = make_rng().reshape(1, 1)
        self._worths = np.zeros((1, 2, variant.players))
        self._moves = np.zeros(1, np.int64)
        self._actions = np.zeros(1, np.int64)

    @property
    def actor(self) -> int:
        """The seat that decides, or NOBODY."""
        return int(self._states["actor"][0])

    def reset(self, seed: int | None = None) -> None:
        """Begin a game. The same seed gives the same deals; without, the generator goes on."""
        if seed is not None:
            self._rngs = make_rng(check_integer("seed", seed)).reshape(1, 1)
        self._states = self.variant.new_states()
        self._worths[:] = 0
        kernels.deal_all(self._states, self._rngs)
        kernels.write_mask(self._states, self.mask)

    def play(self, action: object) -> NDArray[np.float32]:
        """Play an action of the actor and return the rewards by seat; an illegal one is refused."""
        self._actions[0] = check_integer("action", action)
        if kernels.find_moves(self._states, self._actions, self._moves) >= 0:
            raise BadArgument(Text("envs.action", {"action": int(self._actions[0]), "index": 0}))
        counts, is_dense = self.reward.number, self.reward.is_dense
        kernels.play_and_reward(
            self._states, self._moves, self._rngs, counts, is_dense, self._worths, self.rewards
        )
        kernels.write_mask(self._states, self.mask)
        gained: NDArray[np.float32] = self.rewards[0]
        return gained

    def observe(self, seat: int) -> Observation:
        """The observation of a seat, as a new array."""
        out = np.empty(self.variant.size, np.uint8)
        kernels.observe_seat(self._states, seat, out)
        return out

    def find_action(self, move: str) -> int:
        """The action of a legal move."""
        number = self.variant.game.notation.parse_move(self._states[0], move)
        self._moves[0] = number
        kernels.find_actions(self._states, self._moves, self._actions)
        return int(self._actions[0])

    def action_text(self, action: int) -> str:
        """The text of a legal action."""
        self._actions[0] = action
        kernels.find_moves(self._states, self._actions, self._moves)
        return written.move_text(self._states, int(self._moves[0]))

    def position(self) -> Position:
        """The position, without its history."""
        return Position.from_states(self._states)

    def render(self) -> Any:
        """The position in the render mode; `human` prints it."""
        position = self.position()
        if self.render_mode == "svg":
            return position.svg()
        if self.render_mode == "rgb_array":
            return rgb_array(position.svg())
        if self.render_mode == "human":
            return print(position.draw())
        return position.draw()
