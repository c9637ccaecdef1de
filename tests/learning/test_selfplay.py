"""Self-play: what samples hold, and that shards are the same whichever process makes them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos import batch
from azulejos.compiled.rng import make_rng
from azulejos.contract.rules import CHANCE
from azulejos.errors import AzulejosError
from azulejos.games import find_game
from azulejos.learning.selfplay import (
    SelfplayPlan,
    fill_folder,
    make_shard,
    make_shards,
    parse_plan,
)
from azulejos.learning.selfplay_game import Samples, draw_varied_seats
from azulejos.learning.shards import from_bytes, join, to_bytes
from tests.learning.plans import AZUL, BLUE, QUICK, make_samples

PLANS = [
    AZUL,
    SelfplayPlan("azul", 3, {"wall": "gray"}, QUICK, shard_games=2),
    BLUE,
    SelfplayPlan("blue", 2, {"draw": "blind"}, QUICK, shard_games=2),
    SelfplayPlan("azul", 4, {}, QUICK._replace(varied_share=0.7), shard_games=2),
    SelfplayPlan("blue", 2, {}, QUICK._replace(varied_share=0.7), shard_games=2),
]


@pytest.fixture(scope="module", params=PLANS, ids=lambda plan: plan.variant)
def played(request: pytest.FixtureRequest) -> tuple[SelfplayPlan, Samples]:
    return request.param, make_samples(request.param)


def test_value_samples_hold_outcomes_and_search_values(
    played: tuple[SelfplayPlan, Samples],
) -> None:
    plan, samples = played
    seats = slice(0, plan.players)
    assert len(samples.states) >= 3 * plan.shard_games
    assert samples.outcomes[:, 0, seats].sum(1) == pytest.approx(1)
    assert samples.search_values[:, 0, seats].sum(1) == pytest.approx(1, abs=1e-4)
    assert not samples.outcomes[:, :, plan.players :].any()
    assert len(np.unique(samples.outcomes[:, 1], axis=0)) <= plan.shard_games
    errors = np.abs(samples.search_values[:, 1] - samples.outcomes[:, 1])
    assert errors.mean() < 25  # search values are points of the same size as outcomes


def test_samples_are_taken_before_deals_in_games_of_rounds(
    played: tuple[SelfplayPlan, Samples],
) -> None:
    plan, samples = played
    has_rounds = plan.game == "azul"
    is_before_deal = samples.states["actor"] == CHANCE
    if has_rounds:
        assert is_before_deal.all()
        assert not samples.is_played.all()  # some are off-line
        assert samples.stages.min() >= 1
    else:
        assert is_before_deal.any() == ("blind" in plan.variant)
        assert not is_before_deal.all()
        assert samples.is_played.all()
        assert samples.stages.min() >= 0


def test_prior_samples_hold_the_visits_of_legal_moves(played: tuple[SelfplayPlan, Samples]) -> None:
    plan, samples = played
    game = find_game(plan.game)
    assert len(samples.decisions) > 0
    moves = np.zeros((len(samples.decisions), game.rules.MAX_MOVES), np.int16)
    counts = np.zeros(len(samples.decisions), np.int64)
    batch.legal_moves(samples.decisions, moves, counts)
    starts = [0, *samples.decision_ends]
    for i, (start, end) in enumerate(zip(starts, samples.decision_ends, strict=False)):
        visited = samples.moves[start:end]
        assert len(set(visited)) == len(visited) > 0
        assert set(visited) <= set(moves[i, : counts[i]])
        assert samples.visits[start:end].sum() == QUICK.deep_nodes - 1  # all but the root's own


def test_seats_are_played_in_other_ways_as_often_as_asked_for() -> None:
    settings, rng = QUICK._replace(nodes=80, varied_share=0.25), make_rng(1)
    drawn = [draw_varied_seats(3, settings, rng) for _ in range(2_000)]
    nodes, is_handmade = (np.array(part) for part in zip(*drawn, strict=True))
    assert not nodes[:, 3:].any()  # there are three seats
    is_varied = nodes[:, :3] > 0
    assert is_varied.mean() == pytest.approx(0.25, abs=0.02)
    assert set(nodes[:, :3][is_varied]) == {5, 10, 20, 40, 80, 160, 320}
    assert is_handmade[:, :3][is_varied].mean() == pytest.approx(0.5, abs=0.05)
    assert not is_handmade[:, :3][~is_varied].any()
    before = rng.copy()
    assert not draw_varied_seats(3, QUICK, rng)[0].any()
    assert (rng == before).all()  # games without such seats are the same as ever


def test_other_ways_of_playing_lead_to_other_games() -> None:
    plain = make_samples(BLUE)
    varied = make_samples(replace(BLUE, settings=QUICK._replace(varied_share=1.0)))
    assert plain.outcomes.tobytes() != varied.outcomes.tobytes()


def test_a_shard_is_the_same_in_any_number_of_processes() -> None:
    network = AZUL.network(None)
    alone = dict(make_shards(AZUL, network, [0, 1, 2, 3]))
    assert dict(make_shards(AZUL, network, [3, 2, 1, 0], jobs=2)) == alone
    assert len(set(alone.values())) == 4


def test_samples_are_written_joined_and_read() -> None:
    parts = [make_samples(AZUL), make_samples(AZUL, 1)]
    joined = join(parts)
    again = from_bytes(to_bytes(joined), find_game("azul"))
    for one, other in zip(joined, again, strict=True):
        assert one.dtype == other.dtype
        assert one.tobytes() == other.tobytes()
    first = len(parts[0].decisions)
    assert joined.decision_ends[first] == parts[0].decision_ends[-1] + parts[1].decision_ends[0]


def test_existing_shards_are_not_made_again(tmp_path: Path) -> None:
    network, folder = AZUL.network(None), AZUL.folder(tmp_path, 0)
    made: list[int] = []

    def make(*arguments: Any) -> Any:
        for number, data in make_shards(*arguments):
            made.append(number)
            yield number, data

    assert fill_folder(folder, 2, AZUL, network, make) == 2
    assert fill_folder(folder, 3, AZUL, network, make) == 1
    assert made == [0, 1, 2]
    assert parse_plan(folder.terms) == AZUL
    assert folder.shard_file(2).read_bytes() == make_shard(AZUL, network, 2)
    assert len(folder.read(find_game("azul"))) == 3


def test_shards_of_another_game_are_refused(tmp_path: Path) -> None:
    folder = AZUL.folder(tmp_path, 0)
    folder.open(AZUL.terms(AZUL.network(None)))
    for data in (b"not a shard", to_bytes(make_samples(BLUE))):
        folder.write(0, data)
        with pytest.raises(AzulejosError) as error:
            folder.read(find_game("azul"))
        assert error.value.code == "learning.shard"
