"""A game as an environment of Gymnasium: one agent against named players or a function.

    >>> import gymnasium, azulejos.envs
    >>> env = gymnasium.make("azulejos/Azul-v0", opponent="greedy")
    >>> observation, info = env.reset(seed=1)
    >>> observation["observation"].shape
    (163,)

An opponent is a name that `find_player` knows, or a function that takes the observation of its
seat and returns an action: the same form as the agent's, so an agent can play against itself.
"""

from collections.abc import Callable
from typing import Any

import gymnasium
from numpy.typing import NDArray

from azulejos.arguments import check_integer
from azulejos.envs.episode import RENDER_MODES, Episode
from azulejos.envs.variant import LegalDiscrete, Reward, Variant
from azulejos.search.players import Player, find_player
from azulejos.search.settings import Limit

ILLEGAL_REWARD = -1.0  # of an action that the mask excludes
Observed = dict[str, NDArray[Any]]
Opponent = str | Callable[[Observed], int]


class SingleEnv(gymnasium.Env):
    """One seat is the agent's; all others are the opponent's."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponent: Opponent = "level3",
        seat: int | None = None,
        players: int = 0,
        reward: str = "win",
        when: str = "end",
        nodes: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ):
        """Without a seat, each game has a random one. `nodes` limits the search of a player."""
        self.variant = Variant(game, players, **options)
        self.render_mode = render_mode
        self.episode = Episode(self.variant, Reward(reward, when), render_mode)
        self.opponent = find_player(opponent) if isinstance(opponent, str) else opponent
        self.limit = None if nodes is None else Limit(nodes=nodes)
        self.fixed_seat = seat if seat is None else check_integer("seat", seat)
        self.seat = 0  # of the agent in this game
        self.observation_space = self.variant.observation_space()
        self.action_space = LegalDiscrete(self.variant.actions, self.episode.mask)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin a game, up to the agent's first decision."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(self.variant.players))
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat % self.variant.players
        self.episode.reset(int(self.np_random.integers(1 << 62)))
        self._answer()
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Play the agent's action, and the opponent's until the agent decides again.

        An action that is not legal ends the game with the reward `ILLEGAL_REWARD`.
        """
        if not self.episode.mask[check_integer("action", action)]:
            return self._observed(), ILLEGAL_REWARD, True, False, self._info() | {"illegal": True}
        reward = float(self.episode.play(action)[self.seat]) + self._answer()
        return self._observed(), reward, self.episode.actor < 0, False, self._info()

    def _answer(self) -> float:
        """Let the opponent play; return what the agent gains by it."""
        reward = 0.0
        while self.episode.actor not in (self.seat, -2):
            reward += float(self.episode.play(self._opponent_action())[self.seat])
        return reward

    def _opponent_action(self) -> int:
        seat, opponent = self.episode.actor, self.opponent
        if isinstance(opponent, Player):
            entropy = int(self.np_random.integers(1 << 62))
            choice = opponent.choose(self.episode.position(), self.limit, entropy)
            return self.episode.find_action(choice.move)
        mask = self.episode.mask.copy()
        return int(opponent({"observation": self.episode.observe(seat), "action_mask": mask}))

    def _observed(self) -> Observed:
        observation = self.episode.observe(self.seat)
        return {"observation": observation, "action_mask": self.episode.mask.copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask.copy(), "seat": self.seat}

    def render(self) -> Any:
        """The position in the render mode."""
        return None if self.render_mode is None else self.episode.render()
