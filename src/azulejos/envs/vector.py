"""Thousands of games in lockstep on arrays, for training.

    >>> import numpy as np
    >>> from azulejos.games import GAMES
    >>> env = VectorEnv(next(iter(GAMES)), num_envs=64, players=2)
    >>> observations, infos = env.reset(seed=1)
    >>> actions = env.masks.argmax(axis=1)  # the first legal action of each game
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> observations["observation"].shape, rewards.shape
    ((64, 163), (64, 2))

The arrays are written in place at each step by compiled code, and are the same objects for the
life of the environment: `torch.from_numpy(env.observations)` is a view without a copy. Copy what
has to outlive a step.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from azulejos import env_kernels as kernels
from azulejos.arguments import check_integer
from azulejos.batch import check_numbers
from azulejos.compiled.rng import make_rng
from azulejos.envs.variant import Reward, Variant
from azulejos.errors import BadArgument
from azulejos.text import Text

Observations = dict[str, NDArray[Any]]
Infos = dict[str, Any]


class VectorEnv(GymnasiumVectorEnv):
    """Games in lockstep. In each game the seat in `seats` decides, and is the one that observes.

    It follows `gymnasium.vector.VectorEnv` with one difference: rewards have a column for each
    seat. A game that ends begins again in the same step; its last observation is never needed,
    because a finished game is worth nothing more.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 0,
        reward: str = "win",
        when: str = "end",
        **options: object,
    ):
        self.variant = Variant(game, players, **options)
        self.reward = Reward(reward, when)
        self.num_envs = n = check_integer("num_envs", num_envs, least=1)
        self.single_observation_space = self.variant.observation_space()
        self.single_action_space = spaces.Discrete(self.variant.actions)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.observations = np.zeros((n, self.variant.size), np.uint8)
        self.masks = np.zeros((n, self.variant.actions), np.int8)
        self.seats = np.zeros(n, np.int8)  # that decide
        self.rewards = np.zeros((n, self.variant.players), np.float32)
        self.terminations = np.zeros(n, np.bool_)
        self.truncations = np.zeros(n, np.bool_)  # always false: every game ends
        self._states = self.variant.new_states(n)
        self._rngs = np.zeros((n, 1), np.uint64)
        self._worths = np.zeros((n, 2, self.variant.players))
        self._moves = np.zeros(n, np.int64)
        self._first = make_rng()  # the generator from which those of the games are seeded

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin all games. The same seed gives the same deals; without, those go on."""
        if seed is not None:
            self._first = make_rng(check_integer("seed", seed))
        kernels.seed(self._rngs, self._first)
        self._states[:] = self.variant.new_states(self.num_envs)
        self._worths[:] = 0
        kernels.deal_all(self._states, self._rngs)
        kernels.observe(self._states, self.observations, self.masks, self.seats)
        return self._observed(), self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[
        Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action in each game; refused, before anything changes, if one is not legal."""
        actions = check_numbers("actions", actions, self.num_envs)
        i = kernels.find_moves(self._states, actions, self._moves)
        if i >= 0:
            args = {"action": int(actions[i]), "index": i}
            raise BadArgument(Text("envs.action", args))
        kernels.step(
            self._states,
            self._moves,
            self._rngs,
            self.variant.players,
            self.variant.options,
            self.reward.number,
            self.reward.is_dense,
            self._worths,
            self.observations,
            self.masks,
            self.seats,
            self.rewards,
            self.terminations,
        )
        observed, infos = self._observed(), self._infos()
        return observed, self.rewards, self.terminations, self.truncations, infos

    def _observed(self) -> Observations:
        return {"observation": self.observations, "action_mask": self.masks}

    def _infos(self) -> Infos:
        return {"action_mask": self.masks, "seats": self.seats}

    @property
    def states(self) -> NDArray[Any]:
        """A copy of the states, for `azulejos.batch`."""
        return self._states.copy()
