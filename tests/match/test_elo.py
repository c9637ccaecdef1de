"""Statistics of matches: confidence intervals, Elo, the sequential test, ratings of a pool."""

import random

import pytest

from azulejos.match.elo import (
    Played,
    Sprt,
    elo_difference,
    expected_share,
    fit_ratings,
    mean_interval,
    share_interval,
)


@pytest.mark.parametrize("elo", [-400, -10, 0, 35, 200])
def test_elo_and_share_are_inverse_functions(elo: float) -> None:
    assert elo_difference(expected_share(elo)) == pytest.approx(elo)


def test_elo_is_infinite_for_none_or_all_of_the_wins() -> None:
    assert elo_difference(1.0) is None
    assert elo_difference(0.0) is None
    assert expected_share(400) == pytest.approx(10 / 11)


def groups(dice: random.Random, share: float, n: int) -> list[float]:
    """Mean results of pairs of games, each won with probability `share`."""
    return [((dice.random() < share) + (dice.random() < share)) / 2 for _ in range(n)]


@pytest.mark.parametrize("share", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("n", [10, 60])
def test_intervals_of_shares_hold_the_true_share_in_95_percent(share: float, n: int) -> None:
    dice = random.Random(1)
    covered = 0
    for _ in range(1000):
        low, high = share_interval(groups(dice, share, n))
        covered += low <= share <= high
    assert covered >= 925


def test_few_equal_results_give_wide_intervals() -> None:
    low, high = share_interval([1.0] * 10)
    assert 0.80 < low < 0.85
    assert high == 1.0
    low, high = share_interval([0.5])
    assert low < 0.1
    assert high > 0.9


def test_intervals_of_means_hold_the_true_mean_in_95_percent() -> None:
    assert mean_interval([3.0]) is None
    assert mean_interval([2.0, 2.0, 2.0]) == (2.0, 2.0)
    dice = random.Random(2)
    for n in (3, 10, 12, 40):
        samples = [mean_interval([dice.gauss(5, 2) for _ in range(n)]) for _ in range(1000)]
        covered = sum(sample is not None and sample[0] <= 5 <= sample[1] for sample in samples)
        assert 930 <= covered <= 970


@pytest.mark.parametrize(("elo", "right"), [(-20, "elo0"), (0, "elo0"), (40, "elo1"), (60, "elo1")])
def test_the_sequential_test_is_mostly_right(elo: float, right: str) -> None:
    dice, test, found = random.Random(3), Sprt(0, 40), []
    for _ in range(60):
        shares: list[float] = []
        while (accepted := test.accepted(shares) if shares else None) is None:
            shares += groups(dice, expected_share(elo), 20)
        found.append(accepted)
    assert found.count(right) >= 54


def test_a_few_wins_do_not_end_the_sequential_test() -> None:
    assert Sprt().accepted([1.0] * 3) is None
    assert Sprt().accepted([1.0] * 30) == "elo1"
    assert Sprt().accepted([0.0] * 30) == "elo0"


def test_ratings_of_a_pool_predict_its_results() -> None:
    true = {"a": 1000.0, "b": 1130.0, "c": 1300.0, "d": 1650.0}
    pairs = [("b", "a"), ("c", "b"), ("c", "a"), ("d", "c"), ("a", "d")]
    results = [Played(x, y, 10_000, expected_share(true[x] - true[y])) for x, y in pairs]
    assert fit_ratings(results, {"a": 1000.0}) == pytest.approx(true, abs=1)


def test_fixed_ratings_stay_and_a_player_who_won_every_game_has_a_rating() -> None:
    results = [Played("new", "a", 20, 1.0), Played("new", "b", 20, 0.5)]
    found = fit_ratings(results, {"a": 1000.0, "b": 1200.0})
    assert (found["a"], found["b"]) == (1000, 1200)
    assert 1200 < found["new"] < 1600
