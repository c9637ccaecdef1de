"""Networks: their files, and that compiled inference agrees with matrix products."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos.compiled.jit import jit
from azulejos.contract import verbs
from azulejos.contract.evaluation import LOGIT_SCALE
from azulejos.contract.game import Game
from azulejos.contract.verbs import game_of
from azulejos.games import GAMES
from azulejos.network import (
    MAX_ACTIVE,
    POINTS,
    SCRATCH_FLOATS,
    WIDTH,
    Network,
    accumulate,
    apply_head,
    from_bytes,
    head_rows,
    load,
    make_network,
    save,
    to_bytes,
)
from azulejos.position import Position
from azulejos.search.networks import check_network, handmade_network
from tests.walk import VARIANTS, Script, opening, walk

FEATURES = 50
MAX_BYTES = 1_000_000  # of a network file


def network(
    features: int = FEATURES, prior: int = 9, seed: int = 1, perspectives: int = 1
) -> Network:
    """A random network."""
    random, rows = np.random.default_rng(seed), features + head_rows(perspectives)
    return make_network(random.normal(0, 0.3, (rows, WIDTH)), random.normal(size=prior))


# ---- Files


def test_a_network_is_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    made = network()
    save(made, tmp_path / "a.net")
    again = load(tmp_path / "a.net")
    assert (again.weights == made.weights).all()
    assert (again.prior == made.prior).all()
    assert again.digest == made.digest != network(seed=2).digest
    assert [file.name for file in tmp_path.iterdir()] == ["a.net"]


def shipped_files(each: Game) -> list[Path]:
    """The network files of a game."""
    return [] if each.networks is None else list(each.networks.glob("*.net"))


def test_every_shipped_network_fits_a_variant_of_its_game() -> None:
    """And is small: the installed package stays at a few megabytes."""
    found = set()
    for variant, number in itertools.product(VARIANTS, range(2)):
        states = opening(variant, Script(options=(number,))).states
        each = game_of(states)
        assert each.networks is not None
        path = each.networks / f"{each.evaluator.network_name(states[0])}.net"
        if path.exists():
            check_network(load(path), states, path)
            found.add(path)
            assert path.stat().st_size <= MAX_BYTES
    assert found == {file for each in GAMES.values() for file in shipped_files(each)}


def test_a_file_of_a_later_format_is_refused() -> None:
    head, weights = to_bytes(network()).split(b"\n", 1)
    later = json.dumps(json.loads(head) | {"format": 99}).encode()
    with pytest.raises(ValueError, match="99"):
        from_bytes(later + b"\n" + weights)


# ---- Inference


def by_matrices(
    made: Network, perspectives: list[dict[int, float]], players: int
) -> NDArray[np.float64]:
    """The outputs by matrix products; a perspective is the amounts of its features."""
    units = np.zeros(0)
    for n, perspective in enumerate(perspectives):
        active = np.zeros(FEATURES + len(perspectives))
        active[list(perspective)] = list(perspective.values())
        active[FEATURES + n] = 1.0
        units = np.append(units, np.maximum(0, active @ made.weights[: len(active)]))
    first = FEATURES + len(perspectives)
    units = np.maximum(0, np.append(units, 1) @ made.weights[first : first + len(units) + 1])
    out = np.append(units, 1) @ made.weights[-WIDTH - 1 :]
    return np.array([np.exp(out[:players]), POINTS * out[players : 2 * players]])


@pytest.mark.parametrize("perspectives", [1, 2, 3, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_handmade_value_is_corrected_as_the_matrices_say(
    players: int, perspectives: int
) -> None:
    made, random = network(perspectives=perspectives), np.random.default_rng(players)
    for _ in range(20):
        indices, floats = np.zeros(MAX_ACTIVE, np.int32), np.zeros(SCRATCH_FLOATS, np.float32)
        seen = []
        for perspective in range(perspectives):
            indices[:12] = random.choice(FEATURES, 12, replace=False)
            floats[:12] = random.uniform(-1, 2, 12)
            seen.append(dict(zip(indices[:12].tolist(), floats[:12].tolist(), strict=True)))
            accumulate(made.weights, indices, floats, 12, perspective, perspectives)
        handmade, first = random.uniform(0.1, 1, (2, 4)), int(random.integers(players))
        out = handmade.copy()
        apply_head(made.weights, indices, floats, perspectives, first, players, out)
        outputs = by_matrices(made, seen, players)
        seats = (first + np.arange(players)) % players  # by role
        shares = handmade[0, seats] * outputs[0]
        assert out[0, seats] == pytest.approx(shares / shares.sum(), rel=1e-3)
        assert out[1, seats] == pytest.approx(handmade[1, seats] + outputs[1], rel=1e-3, abs=1e-3)


# ---- The features of the games


@jit
def value_of_first(states: Any, weights: Any, scratch: Any, out: Any) -> None:
    verbs.value(states[0], weights, scratch, out)


@jit
def list_features(states: Any, perspective: Any, indices: Any, amounts: Any) -> int:
    return verbs.features(states[0], perspective, indices, amounts)


@jit
def list_priors(
    states: Any,
    prior: Any,
    scratch: Any,
    moves: Any,
    logits: Any,
    indices: Any,
    amounts: Any,
    counts: Any,
) -> int:
    s = states[0]
    verbs.prepare(s, prior, scratch)
    n = verbs.prior(s, scratch, moves, logits)
    for i in range(n):
        counts[i] = verbs.move_features(s, np.int64(moves[i]), indices[i], amounts[i])
    return n


def is_quiet(position: Position) -> bool:
    return position.needs_deal if position.game.name == "azul" else not position.is_over


@pytest.mark.parametrize("options", [(0,), (1,)], ids=["default options", "other options"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_logit_is_the_weighted_sum_of_the_features(
    variant: str, options: tuple[int, ...]
) -> None:
    """With the handmade weights and with random ones."""
    random = np.random.default_rng(1)
    for position in walk(variant, Script(choices=(3, 1, 8, 5), entropy=7, options=options)):
        if position.turn is None:
            continue
        kind = game_of(position.states)
        most, room = kind.rules.MAX_MOVES, kind.evaluator.MAX_MOVE_FEATURES
        handmade = handmade_network(position.states).prior
        moves, logits = np.zeros(most, np.int16), np.zeros(most, np.int32)
        indices, amounts = np.zeros((most, room), np.int32), np.zeros((most, room), np.float32)
        counts, scratch = np.zeros(most, np.int64), np.zeros(kind.evaluator.SCRATCH_SIZE, np.int32)
        for prior in (handmade, random.normal(size=len(handmade)).astype(np.float32)):
            listed = (moves, logits, indices, amounts, counts)
            n = list_priors(position.states, prior, scratch, *listed)
            for i in range(n):
                own = slice(counts[i])
                total = float(prior[indices[i, own]] @ amounts[i, own])
                assert total == pytest.approx(logits[i] / LOGIT_SCALE, abs=0.03)


@pytest.mark.parametrize("options", [(0,), (1,)], ids=["default options", "other options"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_features_are_in_bounds_and_a_network_uses_them(
    variant: str, options: tuple[int, ...]
) -> None:
    script = Script(choices=(3, 1, 8, 5), entropy=7, options=options)
    positions = [position.copy() for position in walk(variant, script) if is_quiet(position)]
    game, players = positions[0].game, positions[0].players
    number, perspectives = (
        len(game.evaluator.coarse_features()),
        game.evaluator.perspectives(players),
    )
    made = network(number, perspectives=perspectives)
    outputs = []
    for position, perspective in itertools.product(positions, range(perspectives)):
        indices, amounts = np.full(MAX_ACTIVE, -1, np.int32), np.zeros(MAX_ACTIVE, np.float32)
        n = list_features(position.states, perspective, indices, amounts)
        assert 0 < n < MAX_ACTIVE
        assert indices[:n].min() >= 0
        assert indices[:n].max() < number
    for position in positions:
        out, scratch = np.zeros((2, 4)), np.zeros(game.evaluator.SCRATCH_SIZE, np.int32)
        value_of_first(position.states, made.weights, scratch, out)
        assert out[0, :players].sum() == pytest.approx(1)
        outputs.append(tuple(out.ravel()))
    assert len(set(outputs)) > 0.9 * len(outputs)


@pytest.mark.parametrize("variant", VARIANTS)
def test_coarse_features_are_shared(variant: str) -> None:
    coarse = VARIANTS[variant].evaluator.coarse_features()
    assert coarse.min() >= -1
    assert len(np.unique(coarse)) < len(coarse)
