"""Environments for learning programs: PettingZoo, Gymnasium, OpenSpiel, and arrays of games.

They have no rules: they encode what `Game.encoding` shows and play what it names. The extra
`azulejos[envs]` installs what they need. `docs/environments.md` has the tables and the guide.

- `aec`: games as environments of PettingZoo's agent-environment cycle (AEC): all seats are agents.
- `azul_v0`: Azul for PettingZoo: `azul_v0.env(players=2, wall="coloured")`.
- `blue_v0`: BLUE for PettingZoo: `blue_v0.env(players=3, draw="open")`.
- `episode`: one game in progress, for the environments of one game: play actions, observe, draw.
- `picture`: a drawing as an array of pixels.
- `single`: a game as an environment of Gymnasium: one agent against named players or a function.
- `spiel`: the games as Python games of OpenSpiel, registered as `azulejos_<game>`.
- `variant`: a game with its seats and options, the sizes of its arrays, and its rewards.
- `vector`: thousands of games in lockstep on arrays, for training.
"""

import gymnasium

from azulejos.envs import aec
from azulejos.envs.single import SingleEnv
from azulejos.envs.variant import Variant
from azulejos.envs.vector import VectorEnv
from azulejos.games import GAMES

__all__ = ["SingleEnv", "Variant", "VectorEnv"]

for _game in GAMES.values():
    if _game.encoding is not None:
        aec.register(_game.name, _game.encoding.VERSION)
        gymnasium.register(
            f"azulejos/{_game.name.capitalize()}-v{_game.encoding.VERSION}",
            entry_point="azulejos.envs.single:SingleEnv",
            vector_entry_point="azulejos.envs.vector:VectorEnv",
            kwargs={"game": _game.name},
        )
