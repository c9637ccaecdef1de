"""Resigning, and rematches."""

import pytest

from azulejos.errors import AzulejosError
from azulejos.server.ratings.rated_results import why_uncounted
from azulejos.server.table import verbs
from azulejos.server.table.verbs import Repeated, Stale, TableRefusal
from azulejos.server.table.view import make_view
from tests.server.script import LIVE, Script, check_ranks, contents, people, refused


def test_resigning_ends_a_game_of_two() -> None:
    for loser in range(2):
        script = Script(is_rated=True).sit("ann", "bob")
        assert script.do(verbs.resign, people(script)[loser]) == ["resigned", "finished"]
        assert script.table.finish
        assert script.table.finish.ranks[loser] == 2
        assert script.table.finish.shares[1 - loser] == 1


def test_a_game_can_be_aborted_until_a_person_has_moved() -> None:
    script = Script(is_rated=True).sit("ann", "bob")
    assert refused(script, verbs.abort, "eve") == "table.not_seated"
    assert script.do(verbs.abort, people(script)[1]) == ["finished"]
    assert script.table.finish
    assert (script.table.finish.reason, script.table.finish.ranks) == ("aborted", (1, 1))
    assert why_uncounted(script.table) == "no_result"
    assert refused(script, verbs.abort, "ann") == "table.not_playing"
    script = Script().sit("ann", "bob")
    assert make_view(script.table, "ann", script.now).can_abort
    assert not make_view(script.table, "eve", script.now).can_abort
    script.move()
    assert refused(script, verbs.abort, "ann") == "table.no_abort"
    assert not make_view(script.table, "ann", script.now).can_abort


def test_moves_of_bots_do_not_prevent_an_abort() -> None:
    script = Script(players=3, seating="fixed").sit("level1", "level1", "ann")
    script.move()
    script.move()
    assert script.do(verbs.abort, "ann") == ["finished"]


def test_resigning_against_bots_only_ends_the_game() -> None:
    script = Script(players=4, seating="fixed").sit("level1", "ann", "level2", "level3")
    assert script.do(verbs.resign, "ann") == ["resigned", "finished"]
    assert script.table.finish
    assert script.table.finish.ranks == (1, 4, 1, 1)
    assert sum(script.table.finish.shares) == pytest.approx(1)


def test_with_more_seats_a_stand_in_plays_on_and_the_seat_is_last() -> None:
    for seed in range(1, 9):
        script = Script(players=3, seed=seed).sit("ann", "bob", "cat")
        assert script.do(verbs.resign, "ann") == ["resigned"]
        assert refused(script, verbs.resign, "ann") == "table.out"
        script.finish((seed, 3, 1))
        check_ranks(script.table)
        assert script.table.finish
        assert script.table.finish.ranks[people(script).index("ann")] == 3


def test_a_seat_that_is_out_has_no_share_of_a_game_that_its_stand_in_won() -> None:
    for seed in range(1, 30):
        script = Script(players=3, seed=seed).sit("ann", "bob", "cat")
        script.do(verbs.resign, "ann")
        script.finish((seed, 5, 2))
        outcome = script.table.position.outcome
        assert outcome
        check_ranks(script.table)
        if people(script).index("ann") in outcome.winners:
            return
    raise AssertionError("no stand-in has won")


def test_when_only_one_is_left_the_game_ends() -> None:
    script = Script(players=4).sit("ann", "bob", "cat", "dan")
    assert script.do(verbs.resign, "ann") == ["resigned"]
    assert script.do(verbs.resign, "bob") == ["resigned"]
    assert script.do(verbs.resign, "cat") == ["resigned", "finished"]
    check_ranks(script.table)


def test_a_person_with_several_seats_resigns_the_one_to_move() -> None:
    script = Script(players=3).hot_seat("ann")
    assert script.do(verbs.resign, "ann") == ["resigned"]
    assert script.table.out == {0}
    script.move()
    assert script.do(verbs.resign, "ann") == ["resigned", "finished"]
    assert script.table.out == {0, 1}
    assert script.table.finish
    assert script.table.finish.ranks == (2, 2, 1)


def test_a_person_with_several_seats_may_name_the_one_to_resign() -> None:
    script = Script(players=4, seating="fixed").sit("ann", "bob")
    script.hot_seat("ann")
    assert refused(script, verbs.resign, "ann", seat=1) == "table.not_your_seat"
    assert refused(script, verbs.resign, "ann", seat=9) == "table.not_your_seat"
    assert script.do(verbs.resign, "ann", seat=2) == ["resigned"]
    assert script.table.out == {2}
    assert refused(script, verbs.resign, "ann", seat=2) == "table.not_your_seat"
    assert script.move() == ["moved"]


def test_only_people_who_play_can_resign() -> None:
    script = Script().sit("ann")
    assert refused(script, verbs.resign, "ann") == "table.not_playing"
    assert refused(script.sit("bob"), verbs.resign, "eve") == "table.not_seated"


# ---- What comes after


def test_the_first_request_decides_the_table_of_the_rematch() -> None:
    script = Script().sit("ann", "bob")
    assert refused(script, verbs.rematch, "ann", "N3xt") == "table.not_over"
    script.finish()
    assert refused(script, verbs.rematch, "eve", "N3xt") == "table.not_seated"
    assert script.do(verbs.rematch, "ann", "N3xt") == ["rematched"]
    with pytest.raises(Repeated):
        script.do(verbs.rematch, "bob", "An0ther")
    assert script.table.rematch == "N3xt"


def test_a_finished_table_accepts_no_other_verbs() -> None:
    script = Script(clock=LIVE).sit("ann", "bob")
    script.do(verbs.mark_away, "ann")
    script.finish().wait(10_000)
    before = contents(script.table.copy())
    for verb in (verbs.mark_away, verbs.mark_back):
        assert script.do(verb, "ann") == []
        assert script.do(verb, "bob") == []
    assert script.do(verbs.time_out) == []
    assert script.do(verbs.resume, down_until=script.now) == []
    assert refused(script, verbs.resign, "ann") == "table.not_playing"
    assert refused(script, verbs.offer, "ann", "end") == "table.not_playing"
    assert refused(script, verbs.claim, "bob", 0) == "table.not_playing"
    assert contents(script.table) == before


def test_refusals_are_azulejos_errors() -> None:
    """Catching `AzulejosError` catches every refusal; a repeated move is not a refusal."""
    assert issubclass(Stale, TableRefusal)
    assert issubclass(TableRefusal, AzulejosError)
    assert not issubclass(Repeated, AzulejosError)
