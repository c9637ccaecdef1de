"""BLUE for PettingZoo: `blue_v0.env(players=3, draw="open")`; see `aec.py`.

Version history: v0, the first encoding.
"""

from azulejos.envs.aec import constructors

env, raw_env, parallel_env = constructors(__name__)
