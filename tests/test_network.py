"""Networks: their file, and that compiled reading, plain reading and the matrices agree."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos import game
from azulejos.compiled.jit import jit
from azulejos.game import LOGIT_SCALE, game_of
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
from azulejos.search.networks import PACKAGE, check_network, handmade_network
from tests.walk import VARIANTS, Script, opening, walk

INPUTS = 50
MAX_BYTES = 1_000_000  # of a file of a network


def network(inputs: int = INPUTS, prior: int = 9, seed: int = 1, perspectives: int = 1) -> Network:
    """Any network."""
    dice, rows = np.random.default_rng(seed), inputs + head_rows(perspectives)
    return make_network(dice.normal(0, 0.3, (rows, WIDTH)), dice.normal(size=prior))


# ---- Files


def test_a_network_is_the_same_after_its_file(tmp_path: Path) -> None:
    made = network()
    save(made, tmp_path / "a.net")
    again = load(tmp_path / "a.net")
    assert (again.weights == made.weights).all()
    assert (again.prior == made.prior).all()
    assert again.digest == made.digest != network(seed=2).digest
    assert [file.name for file in tmp_path.iterdir()] == ["a.net"]


def test_every_network_that_came_with_a_game_is_for_a_kind_of_it() -> None:
    """And small: what is installed stays a few megabytes."""
    found = set()
    for variant, number in itertools.product(VARIANTS, range(2)):
        states = opening(variant, Script(options=(number,))).states
        each = game_of(states)
        path = PACKAGE / each.name / "networks" / f"{each.evaluator.network_name(states[0])}.net"
        if path.exists():
            check_network(load(path), states, path)
            found.add(path)
            assert path.stat().st_size <= MAX_BYTES
    assert found == set(PACKAGE.glob("*/networks/*.net"))


def test_a_file_of_a_later_format_is_refused() -> None:
    head, numbers = to_bytes(network()).split(b"\n", 1)
    later = json.dumps(json.loads(head) | {"format": 99}).encode()
    with pytest.raises(ValueError, match="99"):
        from_bytes(later + b"\n" + numbers)


# ---- Reading


def by_matrices(
    made: Network, perspectives: list[dict[int, float]], players: int
) -> NDArray[np.float64]:
    """The same in the words of linear algebra, each perspective as the amounts of its inputs."""
    units = np.zeros(0)
    for n, perspective in enumerate(perspectives):
        active = np.zeros(INPUTS + len(perspectives))
        active[list(perspective)] = list(perspective.values())
        active[INPUTS + n] = 1.0
        units = np.append(units, np.maximum(0, active @ made.weights[: len(active)]))
    first = INPUTS + len(perspectives)
    units = np.maximum(0, np.append(units, 1) @ made.weights[first : first + len(units) + 1])
    out = np.append(units, 1) @ made.weights[-WIDTH - 1 :]
    return np.array([np.exp(out[:players]), POINTS * out[players : 2 * players]])


@pytest.mark.parametrize("perspectives", [1, 2, 3, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_known_by_hand_is_corrected_as_the_matrices_say(
    players: int, perspectives: int
) -> None:
    made, dice = network(perspectives=perspectives), np.random.default_rng(players)
    for _ in range(20):
        numbers, floats = np.zeros(MAX_ACTIVE, np.int32), np.zeros(SCRATCH_FLOATS, np.float32)
        seen = []
        for perspective in range(perspectives):
            numbers[:12] = dice.choice(INPUTS, 12, replace=False)
            floats[:12] = dice.uniform(-1, 2, 12)
            seen.append(dict(zip(numbers[:12].tolist(), floats[:12].tolist(), strict=True)))
            accumulate(made.weights, numbers, floats, 12, perspective, perspectives)
        hand, first = dice.uniform(0.1, 1, (2, 4)), int(dice.integers(players))
        out = hand.copy()
        apply_head(made.weights, numbers, floats, perspectives, first, players, out)
        said = by_matrices(made, seen, players)
        seats = (first + np.arange(players)) % players  # by role
        shares = hand[0, seats] * said[0]
        assert out[0, seats] == pytest.approx(shares / shares.sum(), rel=1e-3)
        assert out[1, seats] == pytest.approx(hand[1, seats] + said[1], rel=1e-3, abs=1e-3)


# ---- What the games tell networks


@jit
def estimate_first(states: Any, rows: Any, notes: Any, out: Any) -> None:
    game.value(states[0], rows, notes, out)


@jit
def list_inputs(states: Any, perspective: Any, numbers: Any, amounts: Any) -> int:
    return game.features(states[0], perspective, numbers, amounts)


@jit
def look_and_list(
    states: Any,
    prior: Any,
    notes: Any,
    moves: Any,
    logits: Any,
    numbers: Any,
    amounts: Any,
    counts: Any,
) -> int:
    s = states[0]
    game.prepare(s, prior, notes)
    n = game.prior(s, notes, moves, logits)
    for i in range(n):
        counts[i] = game.move_features(s, np.int64(moves[i]), numbers[i], amounts[i])
    return n


def is_quiet(position: Position) -> bool:
    return position.needs_deal if position.game.name == "azul" else not position.is_over


@pytest.mark.parametrize("options", [(0,), (1,)], ids=["default options", "other options"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_logit_is_the_sum_of_what_its_inputs_count(
    variant: str, options: tuple[int, ...]
) -> None:
    """With the prior by hand and with any other."""
    dice = np.random.default_rng(1)
    for position in walk(variant, Script(choices=(3, 1, 8, 5), entropy=7, options=options)):
        if position.turn is None:
            continue
        kind = game_of(position.states)
        most, room = kind.rules.MAX_MOVES, kind.evaluator.MAX_MOVE_FEATURES
        hand = handmade_network(position.states).prior
        moves, logits = np.zeros(most, np.int16), np.zeros(most, np.int32)
        numbers, amounts = np.zeros((most, room), np.int32), np.zeros((most, room), np.float32)
        counts, notes = np.zeros(most, np.int64), np.zeros(kind.evaluator.SCRATCH_SIZE, np.int32)
        for prior in (hand, dice.normal(size=len(hand)).astype(np.float32)):
            listed = (moves, logits, numbers, amounts, counts)
            n = look_and_list(position.states, prior, notes, *listed)
            for i in range(n):
                own = slice(counts[i])
                total = float(prior[numbers[i, own]] @ amounts[i, own])
                assert total == pytest.approx(logits[i] / LOGIT_SCALE, abs=0.03)


@pytest.mark.parametrize("options", [(0,), (1,)], ids=["default options", "other options"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_inputs_are_in_bounds_and_a_network_estimates_by_them(
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
    said = []
    for position, perspective in itertools.product(positions, range(perspectives)):
        numbers, amounts = np.full(MAX_ACTIVE, -1, np.int32), np.zeros(MAX_ACTIVE, np.float32)
        n = list_inputs(position.states, perspective, numbers, amounts)
        assert 0 < n < MAX_ACTIVE
        assert numbers[:n].min() >= 0
        assert numbers[:n].max() < number
    for position in positions:
        out, notes = np.zeros((2, 4)), np.zeros(game.evaluator.SCRATCH_SIZE, np.int32)
        estimate_first(position.states, made.weights, notes, out)
        assert out[0, :players].sum() == pytest.approx(1)
        said.append(tuple(out.ravel()))
    assert len(set(said)) > 0.9 * len(said)


@pytest.mark.parametrize("variant", VARIANTS)
def test_kin_are_numbered_from_0_and_shared(variant: str) -> None:
    kin = VARIANTS[variant].evaluator.coarse_features()
    assert kin.min() >= -1
    assert len(np.unique(kin)) < len(kin)
