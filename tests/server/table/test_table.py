"""A table is determined by its plan and its events."""

from collections.abc import Callable
from contextlib import suppress

import pytest

from azulejos.errors import AzulejosError
from azulejos.server.table import fair, verbs
from azulejos.server.table.events import KINDS, Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Newcomer, host, moves
from tests.server.script import DAYS, LIVE, Script, contents, stored, variant_script
from tests.walk import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_r8_replaying_the_events_of_a_game_gives_the_same_table(variant: str) -> None:
    script = variant_script(variant, clock=LIVE)
    script.sit(*["ann", "level1", "bob", "level2"][: script.plan.players])
    script.wait(7).finish((5, 2, 9))
    assert script.table.status == "over"
    assert contents(script.replayed()) == contents(script.table)


def everything_happens() -> Script:
    """A script in which every kind of event occurs except `closed`."""
    script = Script(players=3, clock=LIVE).sit("ann", "bob")
    script.do(verbs.leave, "bob")
    script.do(verbs.pledge, "ann", fair.pledge_of("ab" * 32))
    script.do(verbs.mark_away, "ann")
    script.do(verbs.mark_back, "ann")
    script.sit("bob", "cat")
    script.do(verbs.reveal, "ann", "ab" * 32, script.plan.commitment)
    first, second, third = (seat.person for seat in script.table.seats)
    script.do(moves.hint, first, "look", script.table.position_version)
    script.move()
    script.do(verbs.offer, first, "takeback")
    script.do(verbs.answer, second, True)
    script.do(verbs.answer, third, True)
    script.do(verbs.mark_away, first)
    script.wait(30).do(verbs.claim, second, 0)
    script.do(verbs.resume, down_until=script.now)
    script.do(verbs.return_to_seat, first)
    script.do(verbs.resign, first)
    script.move()
    script.wait(1000).do(verbs.time_out)
    script.do(verbs.rematch, second, "N3xtN3xtN3xt")
    script.do(host.annul)
    script.do(host.announce_name, first, first)
    return script


def test_every_kind_of_event_can_be_replayed() -> None:
    script = everything_happens()
    elsewhere = {"closed", "declined", "deserted", "vacation", "hurried"}
    assert {event.kind for event in script.events} == KINDS - elsewhere
    assert contents(script.replayed()) == contents(script.table)
    for cut in range(len(script.events)):
        half = Table(script.plan, script.seed, script.events[:cut])
        for event in script.events[cut:]:
            half.apply(event)
        assert contents(half) == contents(script.table)


def test_a_closed_table_can_be_replayed() -> None:
    script = Script().sit("ann")
    assert script.do(verbs.leave, "ann") == ["left", "closed"]
    assert script.replayed().status == "closed"


def test_a_declined_challenge_can_be_replayed() -> None:
    script = Script(invited="bob").sit("ann")
    assert script.do(verbs.decline, "bob") == ["declined"]
    assert script.replayed().status == "closed"


def test_a_game_with_a_vacation_that_was_left_can_be_replayed() -> None:
    script = Script(clock=DAYS, seating="fixed").sit("ann", "bob")
    script.do(verbs.take_vacation, "ann", script.now, script.now + 7 * 86_400)
    script.do(verbs.mark_away, "ann")
    script.wait(10 * 86_400).do(verbs.claim_win, "bob", 0)
    assert contents(script.replayed()) == contents(script.table)


def test_versions_count_the_events() -> None:
    script = everything_happens()
    assert [event.version for event in script.events] == [*range(1, len(script.events) + 1)]
    assert script.table.version == len(script.events)


@pytest.mark.parametrize("order", [[2, 1], [1, 1], [1, 3]])
def test_r4_events_with_a_gap_or_twice_are_not_applied(order: list[int]) -> None:
    events = Script().sit("ann", "bob").events
    with pytest.raises(ValueError, match="event"):
        Table(Script().plan, Script().seed, [events[version - 1] for version in order])


def test_an_event_of_an_unknown_kind_is_not_applied() -> None:
    table = Script().table
    with pytest.raises(ValueError, match="unknown kind of event: seat"):
        table.apply(Event(1, 0.0, "seat"))
    assert table.version == 0


def test_verbs_do_not_change_the_table() -> None:
    """A decision that is refused or not stored has no effect."""
    script = everything_happens()
    for cut in range(len(script.events)):
        table = Table(script.plan, script.seed, script.events[:cut])
        before = contents(table.copy())
        for person in ("ann", "bob", "cat", "nobody"):
            try_everything(table, person, script.now)
        assert contents(table) == before


def try_everything(table: Table, person: str, now: float) -> None:
    moves = table.position.legal_moves or ["1B1"]
    attempts: list[Callable[[], object]] = [
        lambda: verbs.join(table, Newcomer(person, person), now, 2),
        lambda: verbs.leave(table, person, now),
        lambda: verbs.move(table, person, moves[0], table.version, now),
        lambda: verbs.move(table, person, "9Z9", table.version, now),
        lambda: verbs.bot_move(table, moves[0], table.position_version, now),
        lambda: verbs.resign(table, person, now),
        lambda: verbs.time_out(table, now),
        lambda: verbs.offer(table, person, "takeback", now),
        lambda: verbs.offer(table, person, "end", now),
        lambda: verbs.answer(table, person, True, now),
        lambda: verbs.answer(table, person, False, now),
        lambda: verbs.mark_away(table, person, now),
        lambda: verbs.mark_back(table, person, now),
        lambda: verbs.claim(table, person, 1, now),
        lambda: verbs.return_to_seat(table, person, now),
        lambda: verbs.resume(table, now, now),
        lambda: verbs.rematch(table, person, "An0ther", now),
    ]
    for attempt in attempts:
        with suppress(AzulejosError, verbs.Repeated):
            attempt()


def test_a_copy_is_independent() -> None:
    script = Script().sit("ann", "bob")
    copy, before = script.table.copy(), contents(script.table)
    decision = verbs.move(copy, script.person, copy.position.legal_moves[0], 4, script.now)
    for event in decision.events:
        copy.apply(stored(event))
    assert contents(script.table) == before
    assert copy.version == before["version"] + 1


def test_r13_times_of_events_never_go_backwards() -> None:
    script = Script(clock=LIVE).sit("ann", "bob")
    script.wait(-3600).move()
    script.wait(5).move()
    times = [event.at for event in script.events]
    assert times == sorted(times)


def test_r15_a_clock_with_days_is_the_same_after_a_replay() -> None:
    script = Script(clock=DAYS).sit("ann", "bob")
    script.wait(4321.5).move()
    assert script.replayed().clock.deadline() == script.now + 2 * 86_400
