"""The exponential function of compiled code, against the C library's; no other is built in."""

import math
import os
import subprocess
import sys

import numpy as np
import pytest

from azulejos.compiled.exponential import HIGHEST, LOWEST, exp
from tests.examples import PERCENT

NUMBERS = 1_000 * PERCENT  # of each range
BUILD = """
import math
from azulejos.compiled import jit, numba_bridge
numba_bridge.collect_only()
function = jit.JitFunction(lambda x: {}(x) + 1.0, (float,))
numba_bridge.collect(function, [0.0], "entry")
print(len([*numba_bridge.emit_objects(numba_bridge.own_targets(1), {{"entry"}})]))
"""


def bits(x: float) -> int:
    return int(np.float64(x).view(np.int64))


@pytest.mark.parametrize(
    "ends", [(LOWEST, HIGHEST), (-40.0, 40.0), (-1.0, 1.0), (-1e-9, 1e-9), (-0.35, -0.34)]
)
def test_it_is_within_a_unit_in_the_last_place(ends: tuple[float, float]) -> None:
    for x in np.random.default_rng(7).uniform(*ends, NUMBERS).tolist():
        assert abs(bits(exp(x)) - bits(math.exp(x))) <= 1, x


def test_it_is_so_where_the_power_of_two_changes() -> None:
    for halves in range(-2042, 2045):
        x = halves / 2 * math.log(2)
        for beside in (math.nextafter(x, -math.inf), x, math.nextafter(x, math.inf)):
            assert abs(bits(exp(beside)) - bits(math.exp(beside))) <= 1, beside


def test_what_is_too_large_or_small_or_no_number() -> None:
    assert [exp(x) for x in (0.0, -0.0, 5e-324, -5e-324)] == [1.0] * 4
    assert exp(math.nextafter(LOWEST, -math.inf)) == exp(-math.inf) == 0.0
    assert exp(math.nextafter(HIGHEST, math.inf)) == exp(math.inf) == math.inf
    assert math.isnan(exp(math.nan))


@pytest.mark.parametrize(
    ("function", "reason"),
    [("math.exp", "machines: llvm.exp.f64"), ("math.erf", "machines: erf"), ("math.sqrt", "")],
)
def test_a_function_of_the_system_is_never_built_in(function: str, reason: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BUILD.format(function)],
        env=os.environ | {"AZULEJOS_KERNELS": "jit"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert reason in done.stderr
    assert done.stdout == ("" if reason else "1\n")
