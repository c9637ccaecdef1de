"""R6, R7, R13, R15: the clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.server.table.clock import DAY_S, Clock, ClockPlan
from tests.server.script import DAYS, LIVE, NONE, START


def clock_of(plan: ClockPlan, seat: int | None = 0) -> Clock:
    return Clock.start(plan, 3).turn_to(seat, START)


def test_only_the_clock_of_the_seat_to_move_runs() -> None:
    clock = clock_of(LIVE)
    assert [clock.left(seat, START + 10) for seat in range(3)] == [290, 300, 300]


def test_a_move_is_charged_and_earns_the_increment() -> None:
    clock = clock_of(LIVE).move_on(1, START + 10, 0.0)
    assert clock.banks == (295, 300, 300)
    assert (clock.seat, clock.since) == (1, START + 10)


def test_only_moves_earn_the_increment() -> None:
    assert clock_of(LIVE).turn_to(0, START + 10).banks == (290, 300, 300)


def test_r13_lag_is_credited_up_to_a_second_and_recorded() -> None:
    clock = clock_of(LIVE).move_on(1, START + 10, 0.4)
    assert clock.banks[0] == pytest.approx(295.4)
    assert clock.lags[0] == pytest.approx(0.4)
    clock = clock_of(LIVE).move_on(1, START + 10, 25.0)
    assert (clock.banks[0], clock.lags[0]) == (296, 1)


def test_r13_the_credit_of_many_moves_has_a_quota_that_refills_slowly() -> None:
    clock, at, credits = clock_of(LIVE), START, list[float]()
    for _ in range(8):
        at += 5
        credits.append(clock.credit(at, 60.0))
        clock = clock.move_on(0, at, credits[-1])
    assert credits == [1, 1, 1, 0.75, 0.25, 0.25, 0.25, 0.25]
    for _ in range(20):
        at += 5
        clock = clock.move_on(0, at, 0.0)
    assert clock.quotas == (3, 3, 3)


@pytest.mark.parametrize(("ran", "lag"), [(0.3, 25.0), (0.0, 1.0), (-5.0, 1.0), (10.0, -3.0)])
def test_r13_credit_never_adds_time(ran: float, lag: float) -> None:
    clock = clock_of(LIVE).move_on(1, START + ran, lag)
    assert clock.banks[0] <= LIVE.bank_s + LIVE.increment_s
    assert clock.lags[0] >= 0


def test_r13_time_that_runs_backwards_is_not_charged() -> None:
    assert clock_of(LIVE).left(0, START - 60) == 300


def test_a_live_clock_is_up_after_the_deadline_and_the_maximal_lag() -> None:
    clock = clock_of(LIVE)
    assert clock.deadline() == START + 300
    assert not clock.is_up(START + 300.9)
    assert clock.is_up(START + 301)
    assert clock.left(0, START + 900) == 0


def test_r13_a_delayed_move_counts_if_it_was_sent_in_time() -> None:
    clock = clock_of(LIVE)
    assert clock.is_up(START + 300.5, lag_s=0.0)
    assert not clock.is_up(START + 300.5, lag_s=0.8)
    assert clock.is_up(START + 302.0, lag_s=60.0)


def test_days_are_for_each_turn() -> None:
    clock = clock_of(DAYS).move_on(1, START + DAY_S, 0.0).move_on(0, START + 1.5 * DAY_S, 0.0)
    assert clock.left(0, START + 1.5 * DAY_S) == 2 * DAY_S
    assert clock.deadline() == START + 3.5 * DAY_S
    assert clock.is_up(START + 3.5 * DAY_S)
    assert not clock.is_up(START + 3.5 * DAY_S - 0.01)


def test_without_a_clock_nothing_is_ever_up() -> None:
    clock = clock_of(NONE)
    assert clock.left(0, START + 1e9) is None
    assert clock.deadline() is None
    assert not clock.is_up(START + 1e9)
    assert clock.move_on(1, START + 5, 0.5).banks == (0, 0, 0)


def test_no_clock_runs_without_a_seat_to_move() -> None:
    clock = clock_of(LIVE, None)
    assert clock.deadline() is None
    assert clock.turn_to(1, START + 50).banks == (300, 300, 300)


def test_r6_r7_a_downtime_is_not_charged() -> None:
    clock = clock_of(LIVE).restart(START + 500)
    assert clock.left(0, START + 480) == 300
    assert clock.left(0, START + 510) == 290


def test_r15_a_clock_with_days_runs_on_over_restarts() -> None:
    assert clock_of(DAYS).restart(START + 500) == clock_of(DAYS)


def test_r33_a_clock_with_days_is_not_up_before_people_can_move_again() -> None:
    clock = clock_of(DAYS).restart(START + 3 * DAY_S)
    assert clock.deadline() == START + 3 * DAY_S
    assert not clock.is_up(START + 3 * DAY_S - 1)


@pytest.mark.parametrize(
    ("plan", "seconds"),
    [
        (NONE, 120),
        (LIVE, 30),
        (ClockPlan("live", bank_s=600.0), 60),
        (DAYS, 2 * DAY_S),
    ],
)
def test_r14_how_long_a_seat_must_be_away(plan: ClockPlan, seconds: float) -> None:
    assert plan.claim_s == seconds


steps = st.tuples(st.floats(-5, 400), st.floats(-2, 90), st.integers(0, 2), st.booleans())


@given(st.sampled_from([NONE, LIVE, DAYS]), st.lists(steps, max_size=20))
def test_time_left_is_never_negative_nor_more_than_was_given(
    plan: ClockPlan, turns: list[tuple[float, float, int, bool]]
) -> None:
    """For any times, lags and order of turns."""
    clock, now = clock_of(plan), START
    most = list(clock.banks)
    for seconds, lag, seat, is_move in turns:
        now += seconds
        if is_move and clock.seat is not None:
            most[clock.seat] += plan.increment_s
        clock = clock.move_on(seat, now, lag) if is_move else clock.turn_to(seat, now, lag)
        assert all(0 <= bank <= top for bank, top in zip(clock.banks, most, strict=True))
        assert all(lag >= 0 for lag in clock.lags)
