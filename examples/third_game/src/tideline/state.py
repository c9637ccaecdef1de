"""The state of a game of Tideline, and the facts of the game."""

import numpy as np

from azulejos.compiled.jit import state_dtype

WAVES = ("4", "6", "8")  # T1: choices of the option
SHELLS = 4  # T1: of each value
KINDS = 7  # a wave is kind 0, a shell the kind of its value
LETTERS = "w123456"  # by kind, in deals
MAX_PLAYERS = 4

STATE = state_dtype(
    [
        ("scores", np.int16, MAX_PLAYERS),  # by seat
        ("hand", np.int16),  # sum of the values in the hand of the seat to move
        ("bag", np.int8, KINDS),  # how many of each kind the bag holds
        ("players", np.int8),  # 2 to 4
        ("turn", np.int8),  # the seat whose turn it is, also while a deal is due
        ("actor", np.int8),  # the seat to decide, CHANCE before a draw, NOBODY when over
    ]
)
