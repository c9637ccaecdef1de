"""What results say: intervals that hold what they promise, Elo, and the sequential test."""

import random

import pytest

from azulejos.match.elo import Sprt, elo_of, mean_interval, share_interval, share_of


@pytest.mark.parametrize("elo", [-400, -10, 0, 35, 200])
def test_elo_and_share_are_each_others_way_back(elo: float) -> None:
    assert elo_of(share_of(elo)) == pytest.approx(elo)


def test_elo_has_no_end_at_the_ends() -> None:
    assert elo_of(1.0) is None
    assert elo_of(0.0) is None
    assert share_of(400) == pytest.approx(10 / 11)


def groups(dice: random.Random, share: float, n: int) -> list[float]:
    """Pairs of games, each won with a chance."""
    return [((dice.random() < share) + (dice.random() < share)) / 2 for _ in range(n)]


@pytest.mark.parametrize("share", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("n", [10, 60])
def test_intervals_hold_the_truth_as_often_as_they_say(share: float, n: int) -> None:
    dice = random.Random(1)
    held = 0
    for _ in range(1000):
        low, high = share_interval(groups(dice, share, n))
        held += low <= share <= high
    assert held >= 925


def test_equal_results_are_not_certain() -> None:
    low, high = share_interval([1.0] * 10)
    assert 0.80 < low < 0.85
    assert high == 1.0
    low, high = share_interval([0.5])
    assert low < 0.1
    assert high > 0.9


def test_intervals_of_means() -> None:
    assert mean_interval([3.0]) is None
    assert mean_interval([2.0, 2.0, 2.0]) == (2.0, 2.0)
    dice = random.Random(2)
    for n in (3, 10, 12, 40):
        samples = [mean_interval([dice.gauss(5, 2) for _ in range(n)]) for _ in range(1000)]
        held = sum(sample is not None and sample[0] <= 5 <= sample[1] for sample in samples)
        assert 930 <= held <= 970


@pytest.mark.parametrize(("elo", "right"), [(-20, "elo0"), (0, "elo0"), (40, "elo1"), (60, "elo1")])
def test_the_sequential_test_is_mostly_right(elo: float, right: str) -> None:
    dice, test, found = random.Random(3), Sprt(0, 40), []
    for _ in range(60):
        shares: list[float] = []
        while (verdict := test.verdict(shares) if shares else None) is None:
            shares += groups(dice, share_of(elo), 20)
        found.append(verdict)
    assert found.count(right) >= 54


def test_a_few_wins_do_not_end_the_test() -> None:
    assert Sprt().verdict([1.0] * 3) is None
    assert Sprt().verdict([1.0] * 30) == "elo1"
    assert Sprt().verdict([0.0] * 30) == "elo0"
