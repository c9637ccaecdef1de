"""Views: what each viewer sees of a table."""

import json

import pytest

from azulejos.record_reader import read_records
from azulejos.server.table import verbs
from azulejos.server.table.replay import make_record, make_replay
from azulejos.server.table.view import event_fields, make_summary, make_view
from azulejos.text import Text
from azulejos.wire.fields import sentence
from azulejos.wire.messages import Update
from azulejos.wire.views import EventView, Summary, View
from tests.server.script import LIVE, NONE, Script, variant_script
from tests.walk import VARIANTS


def view_of(script: Script, person: str) -> View:
    return make_view(script.table, person, script.now)


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_the_person_to_move_gets_the_legal_moves(variant: str) -> None:
    script = variant_script(variant)
    people = ["ann", "bob", "cat", "dan"][: script.plan.players]
    script.sit(*people)
    for choice in range(12):
        for person in (*people, "eve", ""):
            legal = script.table.position.legal_moves if person == script.person else []
            assert view_of(script, person).moves == legal
        script.move(choice)


def test_a_view_has_the_position_and_the_plan() -> None:
    script = Script(players=3, edition="azul-mini", options={"wall": "gray"}, is_public=True)
    script.sit("ann", "bob", "cat").move(3)
    view = view_of(script, "bob")
    assert view.position == script.table.position.view()
    assert (view.table, view.version, view.ply) == (script.plan.id, script.table.version, 2)
    assert (view.edition, view.options, view.is_public) == ("azul-mini", {"wall": "gray"}, True)
    assert view.turn == script.table.turn
    assert view.you == script.table.seats_of("bob")
    assert [seat.is_you for seat in view.seats].index(True) == view.you[0]
    assert view_of(script, "").you == []


def test_a_view_survives_json() -> None:
    script = Script(clock=LIVE).sit("ann", "level3").wait(3)
    view = view_of(script, "ann")
    update = Update(table=view.table, version=view.version, events=[], view=view)
    assert Update.model_validate_json(update.model_dump_json()) == update


def test_an_open_table_shows_its_places_and_no_moves() -> None:
    script = Script(players=3).sit("ann", "level2")
    view = view_of(script, "ann")
    assert (view.status, view.turn, view.moves, view.ply) == ("open", None, [], 0)
    assert [seat.is_open for seat in view.seats] == [False, False, True]
    assert [seat.bot for seat in view.seats] == ["", "level2", ""]


def test_r13_the_running_clock_is_shown_as_the_server_counts_it() -> None:
    script = Script(clock=LIVE, seating="fixed").sit("ann", "bob").wait(40)
    view = view_of(script, "")
    assert [seat.left_s for seat in view.seats] == [260, 300]
    assert (view.clock.runs_for, view.clock.runs_from) == (0, script.now - 40)
    script.move(lag_s=0.5)
    view = view_of(script, "bob")
    assert [seat.left_s for seat in view.seats] == [265.5, 300]
    assert [seat.lag_s for seat in view.seats] == [0.5, 0]
    script.finish()
    assert view_of(script, "").clock.runs_for is None


def test_without_a_clock_none_is_shown() -> None:
    view = view_of(Script(clock=NONE).sit("ann", "bob").wait(40), "ann")
    assert [seat.left_s for seat in view.seats] == [None, None]
    assert (view.clock.runs_for, view.clock.runs_from) == (None, None)


def test_r14_a_view_shows_absence_and_when_the_seat_can_be_claimed() -> None:
    script = Script(clock=LIVE, seating="fixed").sit("ann", "bob")
    script.do(verbs.mark_away, "ann")
    seat = view_of(script, "bob").seats[0]
    assert (seat.is_away, seat.claim_at) == (True, script.now + 30)
    script.wait(30).do(verbs.claim, "bob", 0)
    seat = view_of(script, "bob").seats[0]
    assert (seat.claim_at, seat.stand_in, seat.can_return) == (None, verbs.STAND_IN, True)
    assert view_of(script, "ann").moves == []
    script.do(verbs.return_to_seat, "ann")
    assert view_of(script, "ann").moves


def test_no_seat_can_be_claimed_before_the_start_or_after_the_end() -> None:
    script = Script().sit("ann")
    script.do(verbs.mark_away, "ann")
    assert view_of(script, "bob").seats[0].claim_at is None
    script.sit("bob").finish()
    assert {seat.claim_at for seat in view_of(script, "bob").seats} == {None}


def test_an_offer_awaits_those_who_have_not_agreed() -> None:
    script = Script(players=4, seating="fixed").sit("ann", "bob", "cat", "level1")
    script.move()
    assert view_of(script, "ann").can_take_back
    assert not view_of(script, "bob").can_take_back
    assert not view_of(script, "").can_take_back
    script.do(verbs.offer, "ann", "takeback")
    awaits = {}
    for person in ("ann", "bob", "cat", "eve", ""):
        offer = view_of(script, person).offer
        assert offer
        assert (offer.what, offer.seat, offer.agreed) == ("takeback", 0, [0, 3])
        awaits[person] = offer.awaits_you
    assert awaits == {"ann": False, "bob": True, "cat": True, "eve": False, "": False}
    assert not view_of(script, "ann").can_take_back


def test_a_takeback_is_accepted_exactly_when_the_view_offers_it() -> None:
    script = Script(players=3).sit("ann", "level1", "bob")
    for choice in range(60):
        for person in ("ann", "bob"):
            try:
                verbs.offer(script.table, person, "takeback", script.now)
                can = True
            except verbs.TableRefusal:
                can = False
            assert view_of(script, person).can_take_back == can
        if script.table.status == "playing":
            script.move(choice)


def test_r16_the_seed_is_shown_only_when_the_game_is_over() -> None:
    script = Script(seed=7**90)
    assert view_of(script, "ann").fair.seed is None
    script.sit("ann", "bob")
    assert view_of(script, "ann").fair.seed is None
    assert "fair_seed" not in make_record(script.table).headers
    script.do(verbs.resign, "ann")
    assert view_of(script, "").fair.seed == script.seed.hex()
    assert make_record(script.table).headers["fair_seed"] == script.seed.hex()


def test_r19_the_commitment_is_shown_before_anybody_sits_down() -> None:
    view = view_of(Script(), "")
    assert view.fair.commitment == Script().plan.commitment
    assert view.status == "open"


def test_the_result_of_a_game_is_shown() -> None:
    script = Script().sit("ann", "bob").finish()
    view = view_of(script, "")
    assert view.finish
    assert view.finish.scores == list(script.table.position.scores)
    assert (view.status, view.turn, view.moves) == ("over", None, [])
    script.do(verbs.rematch, "ann", "N3xtN3xtN3xt")
    assert view_of(script, "bob").rematch == "N3xtN3xtN3xt"


def test_u18_a_move_is_described_step_by_step_as_facts() -> None:
    script = Script().sit("ann", "bob")
    steps = script.table.position.steps(script.table.position.legal_moves[0])
    script.move()
    made = EventView(**event_fields(script.events[-1], steps))
    assert made.steps == [step.to_json() for step in steps]
    assert json.loads(made.model_dump_json())["data"]["move"] == script.events[-1].data["move"]


def test_nested_texts_are_sent_as_codes() -> None:
    made = sentence(Text("move.illegal", {"text": "3B2", "rule": Text("azul.A12")}))
    assert made.args == {"text": "3B2", "rule": {"code": "azul.A12", "args": {}}}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_holds_the_game_and_can_be_read_again(variant: str) -> None:
    script = variant_script(variant)
    people = ["ann", 'b"ob\\', "cat", "dan"][: script.plan.players]
    script.sit(*people).finish((4, 1))
    record = read_records(make_record(script.table).to_text())[0]
    assert record.position() == script.table.position
    assert record.headers["end"] == "played"
    assert [record.headers[f"seat{i}"] for i in range(len(people))] == [
        seat.name for seat in script.table.seats
    ]


def test_a_replay_leaves_out_moves_that_were_taken_back() -> None:
    script = Script(players=3).hot_seat("ann")
    for choice in (5, 8, 2):
        script.move(choice)
    script.do(verbs.offer, "ann", "takeback")
    script.move(1)
    replay = make_replay(script.table, script.events)
    assert [step.text for step in replay.steps] == script.table.position.history
    assert [step.seat for step in replay.steps] == [None, 0, 1, 2]
    assert replay.steps[-1].position == script.table.position.view()


def test_a_summary_has_the_fields_that_lists_show() -> None:
    script = Script(clock=LIVE, seating="fixed").sit("ann", "level1")
    made = Summary(**make_summary(script.table))
    assert [seat.name for seat in made.seats] == ["ann", "level1"]
    assert (made.turn, made.deadline) == (0, script.now + 300)
    script.wait(5).finish()
    made = Summary(**make_summary(script.table))
    assert (made.turn, made.deadline, made.moved_at) == (None, None, script.now)
    assert made.finish
