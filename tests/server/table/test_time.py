"""Clocks at a table: time-outs, downtimes, clocks with days."""

import pytest

from azulejos.server.table import verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.events import Event
from tests.server.script import DAYS, LIVE, Script, people, refused


def test_r13_a_move_event_has_the_credited_delay() -> None:
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


def test_a_move_after_the_deadline_is_refused_even_before_the_time_out() -> None:
    script = Script(clock=LIVE).sit("ann", "bob").wait(300.5)
    move, version = script.table.position.legal_moves[0], script.table.version
    assert refused(script, verbs.move, script.person, move, version) == "table.time_up"
    assert script.move(lag_s=0.7) == ["moved"]


def test_with_more_seats_a_stand_in_plays_on_after_a_time_out() -> None:
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


def test_older_games_in_which_a_bot_had_to_be_compiled_are_replayed() -> None:
    script = Script(seating="fixed", clock=LIVE).sit("level8", "ann").wait(100)
    table, at = script.table, script.now
    move = {"seat": 0, "move": table.position.legal_moves[0], "lag_s": 0.0, "ready_at": at}
    table.apply(Event(table.version + 1, at, "hurried", {"seat": 1}))
    table.apply(Event(table.version + 1, at + 2, "moved", move))
    assert table.clock.left(0, at + 2) == LIVE.bank_s - 2 + LIVE.increment_s


def test_r6_after_a_downtime_clocks_wait_for_a_grace() -> None:
    script = Script(clock=LIVE).sit("ann", "bob").wait(299)
    seat = script.table.turn or 0
    script.wait(1000)
    assert script.do(verbs.resume, down_until=script.now) == ["resumed"]
    assert script.table.clock.left(seat, script.now) == 300
    script.wait(10 + 300)
    assert script.do(verbs.time_out) == []
    assert script.wait(1).do(verbs.time_out) == ["timed_out", "finished"]


def test_r6_the_grace_is_for_everybody() -> None:
    """Also for those whose turn begins within it, and after a second downtime within it."""
    script = Script(clock=LIVE).sit("ann", "bob").wait(1000)
    script.do(verbs.resume, down_until=script.now)
    end = script.now + 10
    script.wait(2).move()
    assert script.table.clock.since == end
    assert script.do(verbs.resume, down_until=script.now - 2) == []
    assert script.do(verbs.resume, down_until=script.now) == ["resumed"]
    assert script.table.clock.since == end + 2
    script.wait(20).move()
    assert script.table.clock.since == script.now
    assert script.do(verbs.resume, down_until=script.now - 1) == []


def test_r6_absence_during_a_downtime_does_not_count() -> None:
    script = Script().sit("ann", "bob")
    away, other = people(script)
    script.do(verbs.mark_away, away)
    assert script.wait(1000).do(verbs.resume, down_until=script.now) == ["resumed"]
    assert refused(script.wait(120), verbs.claim, other, 0) == "table.claim_early"
    assert script.wait(10).do(verbs.claim, other, 0) == ["claimed"]


def test_r15_clocks_with_days_are_not_restarted() -> None:
    script = Script(clock=DAYS).sit("ann", "bob")
    assert script.wait(1000).do(verbs.resume, down_until=script.now) == []


def test_a_table_without_a_clock_resumes_without_an_event() -> None:
    script = Script().sit("ann", "bob")
    assert script.do(verbs.resume, down_until=script.now) == []
    assert Script(clock=LIVE).sit("ann").do(verbs.resume, down_until=script.now) == []


def test_taking_a_move_back_earns_no_increment() -> None:
    script = Script(clock=ClockPlan("live", 300.0, 60.0)).sit("ann", "bob")
    first, second = people(script)
    script.wait(10).move()
    script.wait(10).do(verbs.offer, first, "takeback")
    script.do(verbs.answer, second, True)
    assert script.table.turn == 0
    assert script.table.clock.banks == (350, 290)
