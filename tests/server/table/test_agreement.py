"""Taking moves back, ending by agreement, absence, claiming seats."""

import pytest

from azulejos.errors import AzulejosError
from azulejos.server.table import fair_check, verbs
from azulejos.server.table.replay import make_record
from azulejos.server.table.view import make_view
from tests.server.script import LIVE, Script, check_ranks, people, refused


def fixed(*names: str, **plan: object) -> Script:
    """A script with a fixed seating."""
    return Script(players=len(names), seating="fixed", **plan).sit(*names)  # type: ignore[arg-type]


# ---- Taking back


def test_a_move_is_taken_back_when_everybody_agrees() -> None:
    script = fixed("ann", "bob", "cat")
    before = script.table.position.to_json()
    script.move()
    assert script.do(verbs.offer, "ann", "takeback") == ["offered"]
    assert script.do(verbs.answer, "bob", True) == ["answered"]
    assert script.do(verbs.answer, "cat", True) == ["answered", "taken_back"]
    assert script.table.position.to_json() == before
    assert script.table.turn == 0
    assert script.table.offer is None


def test_one_refusal_declines_an_offer_for_the_rest_of_the_turn() -> None:
    script = fixed("ann", "bob", "cat")
    script.move()
    script.do(verbs.offer, "ann", "takeback")
    assert script.do(verbs.answer, "cat", False) == ["answered"]
    assert script.table.offer is None
    assert refused(script, verbs.answer, "bob", True) == "table.no_offer"
    assert refused(script, verbs.offer, "ann", "takeback") == "table.offer_declined"
    assert refused(script, verbs.offer, "ann", "end") == "table.offer_declined"
    script.move()
    assert script.do(verbs.offer, "ann", "takeback") == ["offered"]


def test_an_offer_can_be_withdrawn() -> None:
    script = fixed("ann", "bob")
    script.move()
    script.do(verbs.offer, "ann", "takeback")
    assert refused(script, verbs.answer, "ann", True) == "table.agreed"
    assert script.do(verbs.answer, "ann", False) == ["answered"]
    assert script.table.offer is None


def test_agreeing_twice_is_refused() -> None:
    script = fixed("ann", "bob", "cat")
    script.move()
    script.do(verbs.offer, "ann", "takeback")
    script.do(verbs.answer, "bob", True)
    assert refused(script, verbs.answer, "bob", True) == "table.agreed"
    assert script.do(verbs.answer, "bob", False) == ["answered"]


def test_bots_agree_and_their_moves_are_taken_back_too() -> None:
    script = fixed("ann", "level1", "level2")
    before = script.table.position.to_json()
    for _ in range(3):
        script.move()
    assert script.do(verbs.offer, "ann", "takeback") == ["offered", "taken_back"]
    assert script.table.position.to_json() == before


def test_a_bot_move_for_a_position_that_was_taken_back_is_stale() -> None:
    script = fixed("ann", "level1")
    script.move()
    version, move = script.table.position_version, script.table.position.legal_moves[0]
    script.do(verbs.offer, "ann", "takeback")
    assert refused(script, verbs.bot_move, move, version) == "table.stale"
    script.move()
    assert refused(script, verbs.bot_move, move, version) == "table.stale"
    assert script.move() == ["moved"]


def test_r3_a_move_for_a_position_that_was_taken_back_is_stale() -> None:
    script = fixed("ann", "bob")
    script.move()
    seen, move = script.table.version, script.table.position.legal_moves[0]
    script.do(verbs.offer, "ann", "takeback")
    script.do(verbs.answer, "bob", True)
    script.move()
    assert refused(script, verbs.move, "bob", move, seen) == "table.stale"


def test_a_person_with_all_seats_takes_the_last_move_back_alone() -> None:
    script = Script().hot_seat("ann")
    script.move()
    script.move()
    before = script.table.position.history[:-1]
    assert script.do(verbs.offer, "ann", "takeback") == ["offered", "taken_back"]
    assert script.table.position.history == before


def test_r17_nothing_is_taken_back_across_a_deal() -> None:
    script = fixed("ann", "bob")
    assert refused(script, verbs.offer, "ann", "takeback") == "table.no_takeback"
    assert refused(script, verbs.offer, "bob", "takeback") == "table.no_takeback"
    while script.table.deals == 1:
        script.move()
    for person in ("ann", "bob"):
        assert refused(script, verbs.offer, person, "takeback") == "table.no_takeback"
        assert not make_view(script.table, person, script.now).can_take_back
    mover = script.person
    script.move()
    other = "bob" if mover == "ann" else "ann"
    assert script.do(verbs.offer, mover, "takeback") == ["offered"]
    script.do(verbs.answer, other, False)
    assert refused(script, verbs.offer, other, "takeback") == "table.no_takeback"


def test_r17_nothing_is_taken_back_across_a_draw() -> None:
    script = Script("blue", 2, options={"draw": "blind"}).sit("ann", "bob")
    for _ in range(6):
        script.move()
        for person in ("ann", "bob"):
            assert refused(script, verbs.offer, person, "takeback") == "table.no_takeback"


def test_an_open_game_without_deals_goes_back_move_by_move() -> None:
    script = Script("blue", 2, options={"draw": "open"}, seating="fixed").hot_seat("ann")
    for _ in range(5):
        script.move()
    for left in range(4, -1, -1):
        script.do(verbs.offer, "ann", "takeback")
        assert len(script.table.position.history) == left
    assert refused(script, verbs.offer, "ann", "takeback") == "table.no_takeback"


def test_nothing_is_taken_back_in_a_rated_game() -> None:
    script = fixed("ann", "bob", is_rated=True)
    script.move()
    assert refused(script, verbs.offer, "ann", "takeback") == "table.rated_takeback"
    assert not make_view(script.table, "ann", script.now).can_take_back


def test_r19_deals_can_be_checked_after_moves_were_taken_back() -> None:
    script = Script(players=3).hot_seat("ann")
    turns = 0
    while script.table.status == "playing":
        script.move(turns)
        turns += 1
        if turns % 3 == 0:
            try:
                script.do(verbs.offer, "ann", "takeback")
            except AzulejosError:
                continue
    taken = sum(event.kind == "taken_back" for event in script.events)
    assert taken > 5
    assert fair_check.check(make_record(script.table)).deals == script.table.deals


# ---- Ending by agreement


def test_u31_everybody_may_agree_to_end_without_a_result() -> None:
    script = fixed("ann", "bob", "cat", is_rated=True)
    script.do(verbs.offer, "bob", "end")
    script.do(verbs.answer, "ann", True)
    assert script.do(verbs.answer, "cat", True) == ["answered", "finished"]
    assert script.table.finish
    assert script.table.finish.reason == "agreed"
    assert script.table.finish.ranks == (1, 1, 1)


def test_a_seat_that_is_out_stays_last_when_the_others_agree_to_end() -> None:
    script = fixed("ann", "bob", "cat")
    script.do(verbs.resign, "ann")
    script.do(verbs.offer, "bob", "end")
    assert script.do(verbs.answer, "cat", True) == ["answered", "finished"]
    assert script.table.finish
    assert script.table.finish.ranks == (3, 1, 1)
    check_ranks(script.table)


def test_a_seat_that_is_out_neither_offers_nor_answers() -> None:
    script = fixed("ann", "bob", "cat")
    script.move()
    script.do(verbs.resign, "ann")
    assert refused(script, verbs.offer, "ann", "end") == "table.out"
    script.do(verbs.offer, "bob", "end")
    assert refused(script, verbs.answer, "ann", False) == "table.out"
    assert refused(script, verbs.claim, "ann", 1) == "table.out"
    assert refused(script, verbs.return_to_seat, "ann") == "table.no_return"


@pytest.mark.parametrize("leaver", ["ann", "bob", "cat"])
def test_an_offer_ends_when_a_seat_goes_out(leaver: str) -> None:
    script = fixed("ann", "bob", "cat")
    script.move()
    script.do(verbs.offer, "ann", "end")
    script.do(verbs.answer, "bob", True)
    script.do(verbs.resign, leaver)
    assert script.table.offer is None
    asker = "bob" if leaver == "ann" else "ann"
    assert script.do(verbs.offer, asker, "end") == ["offered"]


def test_an_offer_ends_with_the_next_move_and_there_is_one_at_a_time() -> None:
    script = fixed("ann", "bob")
    script.do(verbs.offer, "bob", "end")
    assert refused(script, verbs.offer, "ann", "end") == "table.offer_open"
    script.move()
    assert script.table.offer is None
    assert refused(script, verbs.answer, "ann", True) == "table.no_offer"


def test_people_without_a_seat_neither_offer_nor_answer() -> None:
    script = fixed("ann", "bob")
    script.do(verbs.offer, "bob", "end")
    assert refused(script, verbs.offer, "eve", "end") == "table.not_seated"
    assert refused(script, verbs.answer, "eve", False) == "table.not_seated"
    assert refused(script, verbs.claim, "eve", 0) == "table.not_seated"


# ---- Leaving and coming back


def test_r14_a_seat_can_be_claimed_when_its_person_was_away_long_enough() -> None:
    script = fixed("ann", "bob", clock=LIVE)
    assert refused(script, verbs.claim, "bob", 0) == "table.not_away"
    assert script.do(verbs.mark_away, "ann") == ["away"]
    assert script.do(verbs.mark_away, "ann") == []
    assert refused(script.wait(29.5), verbs.claim, "bob", 0) == "table.claim_early"
    assert script.wait(0.5).do(verbs.claim, "bob", 0) == ["claimed"]
    assert script.table.bot_turn == verbs.STAND_IN
    assert refused(script, verbs.claim, "bob", 0) == "table.no_claim"


def test_r14_coming_back_in_time_keeps_the_seat() -> None:
    script = fixed("ann", "bob", clock=LIVE)
    script.do(verbs.mark_away, "ann")
    assert script.wait(29).do(verbs.mark_back, "ann") == ["back"]
    assert refused(script.wait(100), verbs.claim, "bob", 0) == "table.not_away"


@pytest.mark.parametrize("seat", [-1, 1, 2, 7])
def test_only_seats_of_other_people_are_claimed(seat: int) -> None:
    script = fixed("ann", "bob", "level1")
    script.do(verbs.mark_away, "ann")
    assert refused(script.wait(1000), verbs.claim, "bob", seat) == "table.no_claim"


def test_r14_of_two_the_one_who_stays_may_claim_the_win() -> None:
    script = fixed("ann", "bob", clock=LIVE)
    assert refused(script, verbs.claim_win, "bob", 0) == "table.not_away"
    script.do(verbs.mark_away, "ann")
    assert refused(script.wait(29.5), verbs.claim_win, "bob", 0) == "table.claim_early"
    assert refused(script, verbs.claim_win, "ann", 0) == "table.no_claim"
    assert script.wait(0.5).do(verbs.claim_win, "bob", 0) == ["deserted", "finished"]
    assert script.table.finish
    assert script.table.finish.reason == "deserted"
    assert script.table.finish.ranks == (2, 1)
    assert [seat.has_left for seat in script.table.seats] == [True, False]


def test_of_three_nobody_claims_the_win() -> None:
    script = fixed("ann", "bob", "cat")
    script.do(verbs.mark_away, "ann")
    assert refused(script.wait(120), verbs.claim_win, "bob", 0) == "table.no_win"


def test_whoever_returns_or_resigns_has_not_left() -> None:
    script = fixed("ann", "bob", clock=LIVE)
    script.do(verbs.mark_away, "ann")
    script.wait(30).do(verbs.claim, "bob", 0)
    assert script.table.seats[0].has_left
    script.do(verbs.return_to_seat, "ann")
    script.do(verbs.resign, "ann")
    assert not any(seat.has_left for seat in script.table.seats)


@pytest.mark.parametrize("is_away", [True, False])
def test_running_out_of_time_counts_as_leaving_only_while_away(is_away: bool) -> None:
    script = fixed("ann", "bob", clock=LIVE)
    if is_away:
        script.do(verbs.mark_away, "ann")
    script.wait(302).do(verbs.time_out)
    assert script.table.seats[0].has_left == is_away


def test_r14_a_seat_is_taken_back_until_the_bot_has_moved_twice() -> None:
    script = fixed("ann", "bob")
    script.do(verbs.mark_away, "ann")
    script.wait(120).do(verbs.claim, "bob", 0)
    move, version = script.table.position.legal_moves[0], script.table.version
    assert refused(script, verbs.move, "ann", move, version) == "table.stand_in"
    script.move()
    script.move()
    assert script.do(verbs.return_to_seat, "ann") == ["returned"]
    assert script.person == "ann"
    script.do(verbs.mark_away, "ann")
    script.wait(120).do(verbs.claim, "bob", 0)
    for _ in range(4):
        script.move()
    assert refused(script, verbs.return_to_seat, "ann") == "table.no_return"
    assert refused(script, verbs.offer, "ann", "end") == "table.stand_in"
    check_ranks(script.finish().table)


def test_a_stand_ins_move_after_the_person_has_returned_is_stale() -> None:
    script = fixed("ann", "bob")
    script.do(verbs.mark_away, "ann")
    script.wait(120).do(verbs.claim, "bob", 0)
    version, move = script.table.position_version, script.table.position.legal_moves[0]
    script.do(verbs.return_to_seat, "ann")
    assert refused(script, verbs.bot_move, move, version) == "table.stale"
    assert script.move() == ["moved"]


def test_the_clock_runs_on_while_a_person_is_away() -> None:
    """Nobody gains time by disconnecting."""
    script = fixed("ann", "bob", clock=LIVE)
    script.wait(20).do(verbs.mark_away, "ann")
    script.wait(30).do(verbs.claim, "bob", 0)
    script.wait(5).do(verbs.return_to_seat, "ann")
    assert script.table.clock.left(0, script.now) == 245


def test_absence_before_the_start_counts_from_the_start() -> None:
    script = Script(seating="fixed").sit("ann")
    script.do(verbs.mark_away, "ann")
    script.wait(10_000).sit("bob")
    assert refused(script.wait(119), verbs.claim, "bob", 0) == "table.claim_early"
    assert script.wait(1).do(verbs.claim, "bob", 0) == ["claimed"]


def test_a_person_with_several_seats_is_away_from_all_of_them() -> None:
    script = Script(players=3, seating="fixed").sit("ann", "bob")
    script.hot_seat("ann")
    assert script.do(verbs.mark_away, "ann") == ["away", "away"]
    script.wait(120)
    assert script.do(verbs.claim, "bob", 0) == ["claimed"]
    assert script.do(verbs.claim, "bob", 2) == ["claimed"]
    assert script.do(verbs.return_to_seat, "ann") == ["returned", "returned"]


def test_resigning_after_a_claim_is_final() -> None:
    script = fixed("ann", "bob", "cat")
    script.do(verbs.mark_away, "ann")
    script.wait(120).do(verbs.claim, "bob", 0)
    assert script.do(verbs.resign, "ann") == ["resigned"]
    assert refused(script, verbs.return_to_seat, "ann") == "table.no_return"
    check_ranks(script.finish().table)


def test_the_game_ends_when_the_last_deciding_person_resigns() -> None:
    script = fixed("ann", "bob", "cat")
    script.do(verbs.mark_away, "ann")
    script.wait(120).do(verbs.claim, "bob", 0)
    script.do(verbs.resign, "cat")
    assert script.do(verbs.resign, "bob") == ["resigned", "finished"]
    assert people(script)[0] == "ann"
    assert script.table.finish
    assert script.table.finish.ranks == (1, 2, 2)
