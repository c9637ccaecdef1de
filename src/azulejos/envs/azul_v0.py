"""Azul for PettingZoo: `azul_v0.env(players=2, wall="coloured")`; see `aec.py`.

Version history: v0, the first encoding.
"""

from azulejos.envs.aec import constructors

env, raw_env, parallel_env = constructors(__name__)
