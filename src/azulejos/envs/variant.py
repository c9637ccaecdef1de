"""A game with its seats and options, and its rewards: shared by all environments.

>>> from azulejos.games import GAMES
>>> variant = Variant(next(iter(GAMES)), players=2)
>>> variant.size, variant.actions
(163, 325)
"""

from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from azulejos import env_kernels as kernels
from azulejos import kernels as rules
from azulejos import written
from azulejos.arguments import check_integer
from azulejos.contract.encoding import Encoding, Field, Observation, highs, split
from azulejos.contract.game import Game
from azulejos.contract.rules import States
from azulejos.errors import BadArgument
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.record_reader import header_text
from azulejos.search.analysis import check_decision
from azulejos.text import Text

REWARDS = ("win", "points", "margin")  # what a reward counts, in the order of `envs.kernels`
MOMENTS = ("end", "round")  # when it is given: at the end, or whenever scores change


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> int:
    """The number of a choice among named ones."""
    if isinstance(value, str) and value in choices:
        return choices.index(value)
    args = {"name": name, "choices": ", ".join(choices), "given": str(value)[:40]}
    raise BadArgument(Text("argument.choice", args))


def options_of(position: Position) -> dict[str, str]:
    """The options of a position, also of one that was set up, as far as it says them."""
    names = [option.name for option in position.game.options(position.players)]
    said = position.options or position.to_json()
    return {name: header_text(value) for name, value in said.items() if name in names}


class Variant:
    """A game, its number of seats and its options, with the sizes of its arrays."""

    def __init__(self, game: str, players: int = 0, **options: object):
        """Players default to the game's usual number, and options to their first choice."""
        self.game: Game = find_game(game)
        if self.game.encoding is None:
            raise BadArgument(Text("envs.no_encoding", {"game": self.game.name}))
        self.encoding: Encoding = self.game.encoding
        self.players = self.game.check_players(players or self.game.players[0])
        self.chosen = options
        self.options = self.game.choose(self.players, options)  # as numbers
        self.fields: tuple[Field, ...] = self.encoding.fields(self.players, self.options)
        self.highs: Observation = highs(self.fields)
        self.size = len(self.highs)
        self.actions = self.encoding.ACTIONS

    def __deepcopy__(self, memo: object) -> "Variant":
        return self  # nothing in it changes

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game.name, "players": self.players, **self.chosen}

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        self.__init__(**pickled)  # type: ignore[misc]

    @property
    def name(self) -> str:
        """The name of its environments, with the version of the encoding."""
        return f"{self.game.name}_v{self.encoding.VERSION}"

    def new_states(self, n: int = 1) -> States:
        """Opening positions."""
        states = self.game.new_states(n)
        rules.setup(states, self.players, self.options)
        return states

    def split(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The fields of an observation by name, as views."""
        return split(self.fields, observation)

    # ---- Positions of the library, for agents that play outside an environment

    def observe(self, position: Position) -> dict[str, NDArray[Any]]:
        """The observation of the seat that decides in a position, as in an environment."""
        self._check_decision(position)
        observation = np.zeros(self.size, np.uint8)
        mask = np.zeros(self.actions, np.int8)
        kernels.observe_seat(position.states, position.actor, observation)
        kernels.write_mask(position.states, mask)
        return {"observation": observation, "action_mask": mask}

    def move_of(self, position: Position, action: int) -> str:
        """The move that an action stands for in a position; an illegal one is refused."""
        self._check_decision(position)
        actions, moves = np.array([check_integer("action", action)]), np.zeros(1, np.int64)
        if kernels.find_moves(position.states, actions, moves) >= 0:
            raise BadArgument(Text("envs.action", {"action": int(action), "index": 0}))
        return written.move_text(position.states, int(moves[0]))

    def action_of(self, position: Position, move: str) -> int:
        """The action that stands for a legal move in a position."""
        self._check_decision(position)
        played = position.copy()
        played.push(move)  # refuses what is not legal
        moves = np.array([self.game.notation.parse_move(position.states[0], played.history[-1])])
        actions = np.zeros(1, np.int64)
        kernels.find_actions(position.states, moves, actions)
        return int(actions[0])

    def _check_decision(self, position: Position) -> None:
        """Refuse a position in which no seat decides, or with other observations."""
        check_decision(position)
        players = position.players
        if position.game is self.game:
            options = self.game.choose(players, options_of(position))
            if self.encoding.fields(players, options) == self.fields:
                return
        raise BadArgument(Text("envs.position", {"variant": self.name}))

    def observation_space(self) -> spaces.Dict:
        """The space of observations with masks."""
        board = spaces.Box(np.zeros_like(self.highs), self.highs, dtype=np.uint8)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": board, "action_mask": mask})


@dataclass(frozen=True)
class Reward:
    """The quantity that is rewarded, and when.

    `win` is the share of the win, `points` are those of the seat, `margin` its lead over the best
    other seat; at the `end`, or after each `round`: what has changed since the last reward.
    """

    counts: str = "win"
    when: str = "end"
    number: int = field(init=False)  # of `counts`, for compiled code
    is_dense: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", check_choice("reward", self.counts, REWARDS))
        is_dense = bool(check_choice("when", self.when, MOMENTS)) and self.counts != "win"
        object.__setattr__(self, "is_dense", is_dense)


class LegalDiscrete(gymnasium.spaces.Discrete):
    """All actions; a sample without a mask is one of the actions that are legal now."""

    def __init__(self, n: int, mask: NDArray[np.int8]):
        super().__init__(n)
        self.legal = mask  # of the environment, which writes it in place

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)
