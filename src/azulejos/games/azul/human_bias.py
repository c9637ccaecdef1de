"""How people look at Azul: what they overlook, and what some prefer, as changes of the weights of a
prior. `evaluator/prior.py` describes the features.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from azulejos.contract.teaching import Change
from azulejos.games.azul.evaluator.prior import (
    AS_MANY,
    COLOUR,
    COLUMN,
    COUNTS,
    DENY,
    FALLS,
    FILL,
    LATE,
    LINE,
    MARKER,
    MAX_GROUPS,
    OTHERS,
    PASS_BY,
    PUSH,
    ROUNDS,
    ROW,
    SIZES,
    TILING,
    TO_FLOOR,
)
from azulejos.games.azul.state import COLOURS, FLOOR_SPACES, LETTERS, ROWS

Prior = NDArray[np.float32]
FAVOURITES = "BW"  # of who collects colours


def _blind(*sections: tuple[int, int]) -> Change:
    """The change that gives no weight to sections of features."""

    def change(prior: Prior) -> None:
        for start, end in sections:
            prior[start:end] = 0

    return change


OVERSIGHTS: Mapping[str, Change] = {
    "floor": _blind((TO_FLOOR, MARKER), (FALLS, TILING)),  # what falls, and what it costs
    "others": _blind((DENY, PASS_BY), (PUSH, AS_MANY), (OTHERS, DENY)),  # what others need or get
    "bonus": _blind((COLOUR, ROW)),  # columns and colours
    "end": _blind((ROW, LINE)),  # rows that end the game
    "supply": _blind((PASS_BY, LATE), (AS_MANY, OTHERS)),  # what is left for later
}


# ---- Styles, in logits


def _section(prior: Prior, start: int, *shape: int) -> Prior:
    """The weights that begin at `start`, as a table."""
    return prior[start : start + int(np.prod(shape))].reshape(shape)


def _columns(prior: Prior) -> None:
    """Tiles for columns that stand already, the fuller the better, and the long lines for it."""
    _section(prior, COLUMN, ROUNDS, 2, COUNTS)[:] += (0, 0.4, 0.9, 1.8, 3.0, 0)
    _section(prior, FILL, ROUNDS, ROWS, ROWS)[:, 3:] += 0.7


def _colours(prior: Prior) -> None:
    """Tiles of two colours, for every line."""
    for letter in FAVOURITES:
        _section(prior, LINE, COLOURS, ROWS + 1)[LETTERS.index(letter), :ROWS] += 1.5


def _tidy(prior: Prior) -> None:
    """Nothing may fall, not even the marker."""
    over = np.arange(SIZES)
    falls = _section(prior, FALLS, FLOOR_SPACES + 1, 2, SIZES)
    falls[:] -= 1.2 * over
    falls[:, 1] -= 0.8
    _section(prior, TO_FLOOR, SIZES)[:] -= 1.0


def _spoil(prior: Prior) -> None:
    """Weights of tiles that another seat's started line needs."""
    _section(prior, DENY, SIZES, SIZES)[1:] += 2.0


def _hurry(prior: Prior) -> None:
    """Rows that are nearly complete."""
    _section(prior, ROW, ROUNDS, 2, COUNTS)[:] += 0.8 * np.arange(COUNTS)


def _gather(prior: Prior) -> None:
    """Many tiles at once."""
    _section(prior, OTHERS, SIZES, SIZES)[:] += 1.2 * np.arange(SIZES)


def _begin(prior: Prior) -> None:
    """The marker, to begin the next round."""
    _section(prior, MARKER, MAX_GROUPS)[:] += 2.5


STYLES: Mapping[str, Change] = {
    "tidy": _tidy,
    "columns": _columns,
    "hurry": _hurry,
    "colours": _colours,
    "gather": _gather,
    "spoil": _spoil,
    "begin": _begin,
}
CHARACTERS: Mapping[str, str] = {
    "tome": "tidy",
    "amalia": "columns",
    "ze": "hurry",
    "ines": "colours",
    "duarte": "gather",
    "graca": "spoil",
    "rosa": "begin",
}
