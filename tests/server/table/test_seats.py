"""Joining a table, and leaving it before the start."""

from typing import Any

import pytest

from azulejos.server.table import verbs
from azulejos.server.table.verbs import Newcomer
from tests.server.script import LIVE, Script, people, refused


def test_a_game_starts_when_the_last_place_is_taken() -> None:
    script = Script(players=3).sit("ann", "level3")
    assert script.table.turn is None
    kinds = script.do(verbs.join, Newcomer("bob", "bob"))
    assert kinds == ["joined", "started", "dealt"]
    assert script.table.turn == 0
    assert sorted(people(script)) == ["", "ann", "bob"]


def test_a_fixed_seating_keeps_the_places() -> None:
    script = Script(players=4, seating="fixed").sit("ann", "bob", "cat", "dan")
    assert people(script) == ["ann", "bob", "cat", "dan"]


def test_a_drawn_seating_varies_with_the_seed() -> None:
    first = {people(Script(seed=n).sit("ann", "bob"))[0] for n in range(20)}
    assert first == {"ann", "bob"}


def test_a_place_can_be_chosen() -> None:
    script = Script(players=3, seating="fixed").sit("ann", place=2)
    assert refused(script, verbs.join, Newcomer("bob", "bob"), place=2) == "table.no_place"
    assert refused(script, verbs.join, Newcomer("bob", "bob"), place=3) == "table.no_place"
    assert refused(script, verbs.join, Newcomer("bob", "bob"), place=-1) == "table.no_place"
    assert people(script.sit("bob")) == ["bob", "", "ann"]


def test_a_repeated_join_without_a_place_is_refused() -> None:
    script = Script().sit("ann")
    assert refused(script, verbs.join, Newcomer("ann", "ann")) == "table.seated"


def test_one_person_may_have_several_seats_of_a_casual_game() -> None:
    script = Script(players=3).hot_seat("ann")
    assert people(script) == ["ann", "ann", "ann"]
    assert script.finish().table.status == "over"


def test_one_person_has_one_seat_of_a_rated_game() -> None:
    script = Script(is_rated=True).sit("ann")
    assert refused(script, verbs.join, Newcomer("ann", "ann"), place=1) == "table.seated"


def test_built_in_bots_join_rated_games_of_two_if_they_are_measured_and_a_clock_runs() -> None:
    plain, measured = (
        Newcomer("level3", bot="level3"),
        Newcomer("level3", bot="level3", rating=1300),
    )
    clocked: dict[str, Any] = {"is_rated": True, "clock": LIVE}
    for script in (Script(is_rated=True), Script(players=3, **clocked)):
        assert refused(script, verbs.join, measured) == "table.rated_bots"
    assert refused(Script(**clocked), verbs.join, plain) == "table.rated_bots"
    script = Script(**clocked).sit("ann")
    script.do(verbs.join, measured)
    assert {seat.rating for seat in script.table.seats} == {None, 1300}
    assert refused(script, verbs.offer, "ann", "end") == "table.rated_end"
    assert refused(script, verbs.offer, "ann", "takeback") == "table.rated_takeback"


def test_a_place_of_a_tournament_is_for_its_bot() -> None:
    plan: dict[str, Any] = {"tournament": "t1", "reserved": ["ann", "bot:level3"]}
    script = Script(**plan)
    other = Newcomer("level2", bot="level2")
    assert refused(script, verbs.join, other) == "table.reserved"
    script.do(verbs.join, Newcomer("level3", bot="level3"))
    assert script.table.seats[1].bot == "level3"
    script.sit("ann")
    assert script.table.status == "playing"
    assert script.table.entrants() == {"ann", "bot:level3"}


def test_r21_programs_play_rated_only_where_they_are_accepted() -> None:
    program = Newcomer("hal", "hal", is_program=True)
    assert refused(Script(is_rated=True), verbs.join, program) == "table.no_programs"
    assert Script(is_rated=True, accepts_bots=True).do(verbs.join, program) == ["joined"]
    assert Script().do(verbs.join, program) == ["joined"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 65, "table.long_text"),
        ("x" * 1_000_000, "table.long_text"),
        ("a\0b", "table.odd_text"),
        ("a\nb", "table.odd_text"),
        ("\ud800", "table.odd_text"),
        ("\x1b[2J", "table.odd_text"),
    ],
)
def test_long_or_unprintable_texts_for_fair_deals_are_refused(text: str, code: str) -> None:
    assert refused(Script(), verbs.join, Newcomer("ann", "ann", text=text)) == code


def test_nobody_joins_a_game_that_has_begun() -> None:
    script = Script().sit("ann", "bob")
    assert refused(script, verbs.join, Newcomer("cat", "cat")) == "table.not_open"


def test_leaving_before_the_start_frees_every_seat_of_a_person() -> None:
    script = Script(players=4).sit("ann", "bob")
    script.sit("ann", place=2)
    assert script.do(verbs.leave, "ann") == ["left", "left"]
    assert people(script) == ["", "bob", "", ""]
    assert script.table.status == "open"
    assert script.sit("cat", "ann", "dan").table.status == "playing"


def test_a_table_without_people_is_closed() -> None:
    script = Script(players=3).sit("level1", "ann")
    assert script.do(verbs.leave, "ann") == ["left", "closed"]
    assert refused(script, verbs.join, Newcomer("bob", "bob")) == "table.not_open"
    assert refused(script, verbs.leave, "ann") == "table.not_open"


def test_only_seated_people_can_leave_and_only_before_the_start() -> None:
    script = Script().sit("ann")
    assert refused(script, verbs.leave, "bob") == "table.not_seated"
    assert refused(script, verbs.leave, "") == "table.not_seated"
    assert refused(script.sit("bob"), verbs.leave, "ann") == "table.not_open"
