"""Environments for learning programs: PettingZoo, Gymnasium, OpenSpiel, and arrays of games.

They have no rules: they encode what `Game.encoding` shows and play what it names. The extra
`azulejos[envs]` installs what they need. `docs/environments.md` has the tables and the guide.
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
