"""Games as environments of PettingZoo's agent-environment cycle (AEC): all seats are agents.

`azul_v0.py` and `blue_v0.py` have the constructors; `raw_env` raises an error for an illegal
action, `env` ends the game with a loss for who played it, as PettingZoo's classic games do. Their
wrappers would take three quarters of the time of a step, so `env` does without.
"""

from collections.abc import Callable
from operator import index
from typing import Any, NamedTuple

import numpy as np
import pettingzoo
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import turn_based_aec_to_parallel

from azulejos.arguments import check_integer
from azulejos.envs.episode import RENDER_MODES, Episode
from azulejos.envs.variant import LegalDiscrete, Reward, Variant

ILLEGAL_REWARD = -1.0
Observed = dict[str, NDArray[Any]]


class AgentCycle(AECEnv):  # type: ignore[misc]  # PettingZoo's generics are unbound
    """A game whose seats are the agents `player_0`, `player_1` …

    An observation has the `observation` of the seat's view and its `action_mask`: zeros while
    another seat decides, ones when the game is over, because learning programs normalise by it.
    """

    def __init__(
        self,
        game: str,
        players: int = 0,
        reward: str = "win",
        when: str = "end",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        max_steps: int | None = None,
        illegal_reward: float | None = None,
        **options: object,
    ):
        """`max_cycles` truncates a game when each seat has decided so often, `max_steps` after so
        many decisions of all. With an `illegal_reward`, an illegal action ends the game and is
        rewarded so; else it is refused.
        """
        super().__init__()
        self.variant = Variant(game, players, **options)
        self.episode = Episode(self.variant, Reward(reward, when), render_mode)
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        limits = {"max_cycles": max_cycles, "max_steps": max_steps}
        self.limits = {k: check_integer(k, v) for k, v in limits.items() if v is not None}
        self.metadata = {
            "name": self.variant.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.variant.players)]
        self.agents: list[str] = []  # until `reset`
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_space = self.variant.observation_space()
        self._action_spaces = {
            agent: LegalDiscrete(self.variant.actions, self.episode.mask)
            for agent in self.possible_agents
        }
        self._none = np.zeros(self.variant.actions, np.int8)
        self._all = np.ones(self.variant.actions, np.int8)
        self._none.flags.writeable = self._all.flags.writeable = False  # shared by observations

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed gives the same deals."""
        self.episode.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._decided = dict.fromkeys(self.agents, 0)
        self._select(self.possible_agents[self.episode.actor])

    def _select(self, agent: str) -> None:
        """Make it an agent's turn, with the masks of all."""
        self.agent_selection = agent
        is_over = self.episode.actor < 0
        self._masks = dict.fromkeys(self.agents, self._all if is_over else self._none)
        if not is_over:
            self._masks[agent] = self.episode.mask.copy()
        self.infos = {each: {"action_mask": mask} for each, mask in self._masks.items()}

    def step(self, action: Any) -> None:
        """Play an action of the agent whose turn it is; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self.illegal_reward is not None and not self._is_legal(action):
            self._lose(agent, self.illegal_reward)
            return
        gained = self.episode.play(action).tolist()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, gained, strict=True))
        self._accumulate_rewards()
        self._decided[agent] += 1
        actor = self.episode.actor
        self._select(agent if actor < 0 else self.possible_agents[actor])
        if actor < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        elif self._is_truncated():
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()

    def _is_legal(self, action: Any) -> bool:
        try:
            number = index(action)
        except TypeError:
            return False
        return 0 <= number < self.variant.actions and bool(self.episode.mask[number])

    def _lose(self, agent: str, reward: float) -> None:
        """End the game because of an illegal action of an agent."""
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: reward}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _is_truncated(self) -> bool:
        limits, decided = self.limits, self._decided.values()
        return bool(limits) and (
            min(decided) >= limits.get("max_cycles", np.inf)
            or sum(decided) >= limits.get("max_steps", np.inf)
        )

    def observe(self, agent: str) -> Observed:
        """The observation of an agent, as new arrays."""
        observation = self.episode.observe(self._seats[agent])
        return {"observation": observation, "action_mask": self._masks[agent]}

    def render(self) -> Any:
        """The position in the render mode."""
        return None if self.render_mode is None else self.episode.render()

    def close(self) -> None:
        """Nothing is open."""


class Constructors(NamedTuple):
    """The functions of a module of PettingZoo."""

    env: Callable[..., AgentCycle]
    raw_env: Callable[..., AgentCycle]
    parallel_env: Callable[..., ParallelEnv]


def constructors(module: str) -> Constructors:
    """The constructors of a module that is named after its game and the version of the encoding."""
    game = module.rpartition(".")[2].partition("_v")[0]

    def raw_env(**chosen: Any) -> AgentCycle:
        """The environment alone; see `AgentCycle` for its arguments."""
        return AgentCycle(game, **chosen)

    def env(**chosen: Any) -> AgentCycle:
        """The environment, which ends with a loss at an illegal action."""
        return AgentCycle(game, **{"illegal_reward": ILLEGAL_REWARD, **chosen})

    def parallel_env(max_cycles: int | None = None, **chosen: Any) -> ParallelEnv:
        """The environment by PettingZoo's parallel API: a step is one decision, and only the
        action of the seat that decides is used.
        """
        return turn_based_aec_to_parallel(env(max_steps=max_cycles, **chosen))

    return Constructors(env, raw_env, parallel_env)


def register(game: str, version: int) -> None:
    """Make `pettingzoo.make` know a game, as `azulejos/<game>_v<version>`."""
    name = f"{game}_v{version}"
    made = constructors(name)
    pettingzoo.register("aec", f"azulejos/{name}", made.env)
    pettingzoo.register("parallel", f"azulejos/{name}", made.parallel_env)
