"""The exponential function with the same bits on every machine: the C library's differs in the last
one between systems, and WebAssembly has none.
"""

from typing import Any

import numpy as np

from azulejos.compiled.jit import kernel

LOWEST, HIGHEST = -708.0, 709.0  # between them results have all their bits
LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # their sum is ln 2
BIAS = 1023  # of the exponent in a float, which stands above the lowest 52 bits
MIDDLE = BIAS + 0.5  # added before a number is cut off, it rounds, also what is negative


@kernel(float)
def exp(x: Any) -> Any:
    """e to the power of x: at most one unit in the last place from the C library's between LOWEST
    and HIGHEST, 0 below and infinite above.
    """
    x = float(x)
    if x < LOWEST:
        return 0.0
    if not x <= HIGHEST:
        return x + np.inf  # NaN stays NaN
    biased = int(x * LOG2_E + MIDDLE)
    twos = float(biased - BIAS)
    r = x - twos * LN2_HIGH - twos * LN2_LOW  # at most half of ln 2, up or down
    # Taylor's series from the third term on, in parts that a processor computes side by side
    r2 = r * r
    r4 = r2 * r2
    a = 1 / 2 + r * (1 / 6) + r2 * (1 / 24 + r * (1 / 120))
    b = 1 / 720 + r * (1 / 5040) + r2 * (1 / 40320 + r * (1 / 362880))
    c = 1 / 3628800 + r * (1 / 39916800) + r2 * (1 / 479001600 + r * (1 / 6227020800))
    return (1.0 + (r + r2 * (a + r4 * (b + r4 * c)))) * np.int64(biased << 52).view(np.float64)
