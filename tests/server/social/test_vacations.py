"""Vacations: slow games wait, others do not; the days of a year are counted."""

import pytest

from azulejos.server.table import verbs
from azulejos.server.timing import TIMING
from azulejos.wire.social import VACATION_DAYS
from tests.server.running import FOR_TWO, Browser, Running, code, create, look, me, ok
from tests.server.script import DAYS as SLOW
from tests.server.script import LIVE, START, Script, refused

DAY_S = 86_400.0


@pytest.fixture
def slow() -> Script:
    """A game with two days for a turn, in which it is ann's turn since half a day."""
    script = Script(seating="fixed", clock=SLOW).sit("ann", "bob")
    return script.wait(DAY_S / 2)


def vacation(script: Script, days: float, person: str = "ann") -> list[str]:
    start, until = script.now, script.now + days * DAY_S
    return script.do(verbs.take_vacation, person, start, until)


def left_days(script: Script, seat: int = 0) -> float:
    left = script.table.clock.left(seat, script.now)
    assert left is not None
    return left / DAY_S


def test_a_clock_stands_still_during_a_vacation_and_runs_on_after_it(slow: Script) -> None:
    assert vacation(slow, 7) == ["vacation"]
    assert left_days(slow.wait(7 * DAY_S)) == pytest.approx(1.5)
    assert slow.wait(1.4 * DAY_S).do(verbs.time_out) == []
    assert slow.wait(0.2 * DAY_S).do(verbs.time_out) == ["timed_out", "finished"]


def test_coming_back_early_starts_the_clock(slow: Script) -> None:
    start = slow.now
    vacation(slow, 7)
    slow.wait(2 * DAY_S).do(verbs.take_vacation, "ann", start, slow.now)
    assert left_days(slow) == pytest.approx(1.5)
    assert left_days(slow.wait(DAY_S)) == pytest.approx(0.5)


def test_a_turn_that_begins_during_a_vacation_waits_for_its_end(slow: Script) -> None:
    vacation(slow, 7, "bob")
    slow.move()
    assert slow.person == "bob"
    assert left_days(slow.wait(7 * DAY_S), 1) == pytest.approx(2)
    assert left_days(slow.wait(DAY_S), 1) == pytest.approx(1)


def test_a_game_that_learns_of_a_vacation_late_charges_nothing_of_it(slow: Script) -> None:
    start, until = START + DAY_S, START + 8 * DAY_S
    slow.wait(2 * DAY_S).do(verbs.take_vacation, "ann", start, until)
    assert left_days(slow.wait(5.5 * DAY_S)) == pytest.approx(1)


def test_nobody_claims_the_seat_of_somebody_on_vacation(slow: Script) -> None:
    slow.do(verbs.mark_away, "ann")
    vacation(slow, 7)
    assert refused(slow.wait(6 * DAY_S), verbs.claim_win, "bob", 0) == "table.vacation"


def test_live_games_do_not_wait() -> None:
    assert vacation(Script(clock=LIVE).sit("ann", "bob"), 7) == []


# ---- On a server


def take(client: Browser, days: float) -> dict[str, float]:
    found: dict[str, float] = ok(client.put("/api/v1/vacation", json={"days": days}))
    return found


def test_slow_games_are_told_and_days_are_counted(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "leave_s", 3600.0)
    ana, bia = running.guest(), running.guest()
    clock = {"kind": "days", "days": 1}
    table = create(ana, FOR_TWO, clock=clock)["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    assert ok(ana.get("/api/v1/vacation")) == {"until": None, "days_left": VACATION_DAYS}
    taken = take(ana, 10)
    assert taken["days_left"] == pytest.approx(VACATION_DAYS - 10, abs=0.01)
    seats = {seat["person"]: seat["vacation_until"] for seat in look(bia, table)["seats"]}
    assert seats == {me(ana): taken["until"], me(bia): None}
    assert take(ana, VACATION_DAYS - 1)["days_left"] == pytest.approx(1, abs=0.01)
    back = ok(ana.delete("/api/v1/vacation"))
    assert back["until"] is None
    assert back["days_left"] == pytest.approx(VACATION_DAYS, abs=0.01)
    assert {seat["vacation_until"] for seat in look(bia, table)["seats"]} == {None}
    take(ana, 29)
    ok(ana.delete("/api/v1/vacation"))
    refused = bia.put("/api/v1/vacation", json={"days": VACATION_DAYS + 1})
    assert refused.status_code == 422
    monkeypatch.setattr("azulejos.server.social.vacations.VACATION_DAYS", 5)
    assert code(bia.put("/api/v1/vacation", json={"days": 6})) == (409, "people.no_vacation")
