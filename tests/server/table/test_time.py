"""What time does to a game at a table: clocks that are up, gaps, days."""

import pytest

from azulejos.server.table import verbs
from azulejos.server.table.clock import ClockPlan
from tests.server.script import DAYS, LIVE, Script, people, refused


def test_r13_the_credit_of_a_move_is_told_as_it_was_given() -> None:
    script = Script(clock=LIVE).sit("ann", "bob").wait(20)
    script.move(lag_s=45.0)
    assert script.events[-1].data["lag_s"] == 1
    script.wait(0.2).move(lag_s=45.0)
    assert script.events[-1].data["lag_s"] == pytest.approx(0.2, abs=0.002)
    script.wait(20).move(lag_s=-3.0)
    assert script.events[-1].data["lag_s"] == 0


def test_a_clock_that_is_up_ends_a_game_of_two() -> None:
    script = Script(clock=LIVE).sit("ann", "bob").wait(300)
    assert script.do(verbs.time_out) == []
    assert script.wait(1).do(verbs.time_out) == ["timed_out", "finished"]
    assert script.table.finish
    assert script.table.finish.reason == "timed_out"
    assert script.table.finish.ranks == (2, 1)
    assert script.table.finish.shares == (0, 1)
    assert script.do(verbs.time_out) == []


def test_a_move_after_the_clock_is_up_is_too_late_though_nobody_noticed_yet() -> None:
    script = Script(clock=LIVE).sit("ann", "bob").wait(300.5)
    move, version = script.table.position.legal_moves[0], script.table.version
    assert refused(script, verbs.move, script.person, move, version) == "table.time_up"
    assert script.move(lag_s=0.7) == ["moved"]


def test_with_more_seats_a_bot_plays_on_for_whoever_is_out_of_time() -> None:
    script = Script(players=3, clock=DAYS).sit("ann", "bob", "cat")
    late = script.table.turn
    assert late is not None
    assert script.wait(2 * 86_400).do(verbs.time_out) == ["timed_out"]
    assert script.table.seats[late].is_out
    assert script.table.bot_turn == verbs.STAND_IN
    assert script.do(verbs.time_out) == []
    script.move()
    assert script.table.clock.left(script.table.turn or 0, script.now) == 2 * 86_400


def test_r12_a_bot_is_never_out_of_time() -> None:
    script = Script(seating="fixed", clock=LIVE).sit("level1", "ann").wait(10_000)
    assert script.do(verbs.time_out) == []
    assert script.move() == ["moved"]
    assert script.table.clock.left(0, script.now) == LIVE.increment_s


def test_r6_after_a_gap_clocks_wait_for_a_grace() -> None:
    script = Script(clock=LIVE).sit("ann", "bob").wait(299)
    seat = script.table.turn or 0
    script.wait(1000)
    assert script.do(verbs.resume, grace_s=10.0) == ["resumed"]
    assert script.table.clock.left(seat, script.now) == 300
    script.wait(10 + 300)
    assert script.do(verbs.time_out) == []
    assert script.wait(1).do(verbs.time_out) == ["timed_out", "finished"]


def test_r6_nobody_is_claimed_because_we_were_down() -> None:
    script = Script().sit("ann", "bob")
    away, other = people(script)
    script.do(verbs.mark_away, away)
    assert script.wait(1000).do(verbs.resume, grace_s=10.0) == ["resumed"]
    assert refused(script.wait(120), verbs.claim, other, 0) == "table.claim_early"
    assert script.wait(10).do(verbs.claim, other, 0) == ["claimed"]


def test_r15_turns_of_days_know_no_gap() -> None:
    script = Script(clock=DAYS).sit("ann", "bob")
    assert script.wait(1000).do(verbs.resume, grace_s=10.0) == []


def test_a_table_without_a_clock_resumes_silently() -> None:
    script = Script().sit("ann", "bob")
    assert script.do(verbs.resume, grace_s=10.0) == []
    assert Script(clock=LIVE).sit("ann").do(verbs.resume, grace_s=10.0) == []


def test_a_take_back_earns_no_increment() -> None:
    script = Script(clock=ClockPlan("live", 300.0, 60.0)).sit("ann", "bob")
    first, second = people(script)
    script.wait(10).move()
    script.wait(10).do(verbs.offer, first, "takeback")
    script.do(verbs.answer, second, True)
    assert script.table.turn == 0
    assert script.table.clock.banks == (350, 290)
