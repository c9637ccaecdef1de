"""Every variant of the games that has its own encoding."""

from typing import Any

import pytest

from azulejos.envs import azul_v0, blue_v0

AZUL = [("azul", players, {"wall": wall}) for players in (2, 3, 4) for wall in ("coloured", "gray")]
BLUE = [
    ("blue", players, {"draw": draw, "tiles_per_type": tiles})
    for players in (3, 2)
    for draw in ("open", "blind")
    for tiles in ("18", "13")
]
VARIANTS: list[tuple[str, int, dict[str, Any]]] = [*AZUL, *BLUE]
MODULES: dict[str, Any] = {"azul": azul_v0, "blue": blue_v0}

every_variant = pytest.mark.parametrize(
    ("game", "players", "options"),
    VARIANTS,
    ids=["-".join([game, str(n), *options.values()]) for game, n, options in VARIANTS],
)
