"""Tables of numbers written as text, so that fitted weights can be read and compared."""

import numpy as np
from numpy.typing import NDArray


def numbers(text: str, *shape: int) -> NDArray[np.float64]:
    """An array from numbers written as text; what follows a # is a comment."""
    rows = [line.split("#")[0] for line in text.splitlines()]
    return np.array(" ".join(rows).split(), np.float64).reshape(shape)
