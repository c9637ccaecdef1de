"""What people may do while they play: moves, giving up, time. Messages in, events out."""

from typing import Any

import pytest

from azulejos.errors import AzulejosError, BadNotation, IllegalMove
from azulejos.server import verbs
from azulejos.server.clock import ClockPlan
from azulejos.server.table import Table
from azulejos.server.verbs import Newcomer, Refused, Repeated, Stale
from tests.server.script import DAYS, LIVE, Script, code_of, contents, variant_script
from tests.walk import VARIANTS


def refused(script: Script, verb: Any, *args: Any, **kwargs: Any) -> str:
    """The code with which something is refused; nothing has changed then."""
    before = contents(script.table.copy())
    with pytest.raises(AzulejosError) as wrong:
        script.do(verb, *args, **kwargs)
    assert contents(script.table) == before
    return code_of(wrong)


def people(script: Script) -> list[str]:
    """Who sits in each seat."""
    return [seat.person for seat in script.table.seats]


# ---- Sitting down


def test_a_game_starts_by_itself_when_the_last_place_is_taken() -> None:
    script = Script(players=3).sit("ann", "level3")
    assert script.table.turn is None
    kinds = script.do(verbs.join, Newcomer("bob", "bob"))
    assert kinds == ["joined", "started", "dealt"]
    assert script.table.turn == 0
    assert sorted(people(script)) == ["", "ann", "bob"]


def test_seats_are_as_people_came_where_that_was_agreed() -> None:
    script = Script(players=4, seating="fixed").sit("ann", "bob", "cat", "dan")
    assert people(script) == ["ann", "bob", "cat", "dan"]


def test_seats_are_drawn_by_lot_otherwise() -> None:
    first = {people(Script(seed=n).sit("ann", "bob"))[0] for n in range(20)}
    assert first == {"ann", "bob"}


def test_a_place_can_be_chosen() -> None:
    script = Script(players=3, seating="fixed").sit("ann", place=2)
    assert refused(script, verbs.join, Newcomer("bob", "bob"), place=2) == "table.no_place"
    assert refused(script, verbs.join, Newcomer("bob", "bob"), place=3) == "table.no_place"
    assert refused(script, verbs.join, Newcomer("bob", "bob"), place=-1) == "table.no_place"
    assert people(script.sit("bob")) == ["bob", "", "ann"]


def test_asking_twice_is_not_sitting_down_twice() -> None:
    script = Script().sit("ann")
    assert refused(script, verbs.join, Newcomer("ann", "ann")) == "table.seated"


def test_one_person_may_have_several_seats_of_a_casual_game() -> None:
    script = Script(players=3).hot_seat("ann")
    assert people(script) == ["ann", "ann", "ann"]
    assert script.finish().table.status == "over"


def test_one_person_has_one_seat_of_a_rated_game() -> None:
    script = Script(is_rated=True).sit("ann")
    assert refused(script, verbs.join, Newcomer("ann", "ann"), place=1) == "table.seated"


def test_bots_of_the_house_play_no_rated_games() -> None:
    bot = Newcomer("level3", bot="level3")
    assert refused(Script(is_rated=True), verbs.join, bot) == "table.rated_bots"


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
def test_texts_for_fair_deals_can_be_written(text: str, code: str) -> None:
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


def test_a_table_that_no_person_is_left_at_is_closed() -> None:
    script = Script(players=3).sit("level1", "ann")
    assert script.do(verbs.leave, "ann") == ["left", "closed"]
    assert refused(script, verbs.join, Newcomer("bob", "bob")) == "table.not_open"
    assert refused(script, verbs.leave, "ann") == "table.not_open"


def test_leaving_is_for_those_who_sit_there_and_before_the_start() -> None:
    script = Script().sit("ann")
    assert refused(script, verbs.leave, "bob") == "table.not_seated"
    assert refused(script, verbs.leave, "") == "table.not_seated"
    assert refused(script.sit("bob"), verbs.leave, "ann") == "table.not_open"


# ---- Moves


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_ends_once_and_by_the_rules(variant: str) -> None:
    script = variant_script(variant)
    script.sit(*["ann", "bob", "cat", "dan"][: script.plan.players]).finish((1, 8, 3))
    finish, outcome = script.table.finish, script.table.position.outcome
    assert [event.kind for event in script.events].count("finished") == 1
    assert finish
    assert outcome
    assert (finish.reason, finish.shares, finish.scores) == (
        "played",
        outcome.shares,
        outcome.scores,
    )
    assert {seat for seat, rank in enumerate(finish.ranks) if rank == 1} == set(outcome.winners)


def test_r2_the_same_id_is_one_move_and_the_same_answer() -> None:
    script = Script().sit("ann", "bob")
    person, version = script.person, script.table.version
    script.move(2, client_id="one")
    move, answers = script.events[-1].data["move"], set()
    for _ in range(50):
        with pytest.raises(Repeated) as again:
            verbs.move(script.table, person, move, version, script.now, client_id="one")
        answers.add(again.value.version)
        if script.table.turn is not None:
            script.move()
    assert answers == {version + 1}


def test_r2_an_id_is_known_after_a_restart_too() -> None:
    script = Script().sit("ann", "bob")
    person, version = script.person, script.table.version
    script.move(client_id="one")
    move = script.events[-1].data["move"]
    with pytest.raises(Repeated):
        verbs.move(script.replayed(), person, move, version, script.now, client_id="one")


def test_r2_another_move_under_the_same_id_is_not_taken_for_it() -> None:
    script = Script().hot_seat("ann")
    script.move(0, client_id="one")
    other = script.table.position.legal_moves[1]
    kwargs = {"version": script.table.version, "client_id": "one"}
    assert refused(script, verbs.move, "ann", other, **kwargs) == "table.id_used"


def test_r2_nobody_takes_the_ids_of_others() -> None:
    """Neither another person's nor those of bots, or somebody could keep them from moving."""
    script = Script(seating="fixed").sit("ann", "bob")
    script.move(client_id="1")
    assert script.move(client_id="1") == ["moved"]
    script = Script(seating="fixed").sit("ann", "level1")
    script.move(client_id=f"bot:{script.table.version + 1}")
    assert script.table.bot_turn
    assert script.move() == ["moved"]


def test_r2_a_bot_moves_once_for_a_version() -> None:
    script = Script(seating="fixed").sit("level1", "ann")
    version, move = script.table.position_version, script.table.position.legal_moves[0]
    script.do(verbs.bot_move, move, version)
    with pytest.raises(Repeated) as again:
        script.do(verbs.bot_move, move, version)
    assert again.value.version == version + 1


@pytest.mark.parametrize("wrong", [-1, 1, 1000])
def test_r3_a_move_on_another_version_is_stale(wrong: int) -> None:
    script = Script().sit("ann", "bob")
    version = script.table.version + wrong
    with pytest.raises(Stale) as stale:
        script.move(version=version)
    assert code_of(stale) == "table.stale"
    assert stale.value.text.args == {"version": version, "now": script.table.position_version}


def test_r3_what_does_not_change_the_position_makes_no_move_stale() -> None:
    script = Script().sit("ann", "bob")
    seen = script.table.version
    other = next(person for person in people(script) if person != script.person)
    script.do(verbs.go_away, other)
    script.do(verbs.offer, other, "end")
    assert script.move(version=seen) == ["moved"]


def test_r3_of_many_who_race_one_is_accepted() -> None:
    """All decide on the table as it was; the first that is stored makes the others stale."""
    script = Script().hot_seat("ann")
    version, moves = script.table.version, script.table.position.legal_moves
    accepted, stale = 0, 0
    for n in range(100):
        try:
            args = ("ann", moves[n % len(moves)], version)
            script.do(verbs.move, *args, client_id=f"client-{n}")
            accepted += 1
        except Stale:
            stale += 1
    assert (accepted, stale) == (1, 99)


def test_r20_only_whoever_is_to_decide_moves() -> None:
    script = Script().sit("ann", "bob")
    move, version = script.table.position.legal_moves[0], script.table.version
    other = next(person for person in people(script) if person != script.person)
    assert refused(script, verbs.move, other, move, version) == "table.not_your_turn"
    assert refused(script, verbs.move, "eve", move, version) == "table.not_seated"
    assert refused(script, verbs.move, "", move, version) == "table.not_seated"
    assert refused(Script().sit("ann"), verbs.move, "ann", move, 1) == "table.not_playing"
    over = script.finish()
    kwargs = {"version": over.table.version}
    assert refused(over, verbs.move, "ann", move, **kwargs) == "table.not_playing"


def test_r20_nobody_moves_for_a_bot() -> None:
    script = Script(seating="fixed").sit("level1", "ann")
    move, version = script.table.position.legal_moves[0], script.table.version
    assert refused(script, verbs.move, "ann", move, version) == "table.not_your_turn"


def test_r20_no_bot_moves_for_a_person_or_on_another_position() -> None:
    script = Script(seating="fixed").sit("ann", "level1")
    move = script.table.position.legal_moves[0]
    assert refused(script, verbs.bot_move, move, script.table.version) == "table.stale"
    script.move()
    assert refused(script, verbs.bot_move, move, script.table.version - 1) == "table.stale"


@pytest.mark.parametrize(
    ("move", "code"),
    [("", "azul.form"), ("9Z9", "azul.form"), ("\0", "azul.form"), ("1" * 10_000, "azul.form")],
)
def test_r20_junk_is_refused(move: str, code: str) -> None:
    script = Script().sit("ann", "bob")
    with pytest.raises(BadNotation) as wrong:
        script.do(verbs.move, script.person, move, script.table.version)
    assert code_of(wrong) == code
    assert len(str(wrong.value)) < 300


def test_r20_an_illegal_move_names_its_clause() -> None:
    script = Script().sit("ann", "bob")
    legal = set(script.table.position.legal_moves)
    taking = next(f"1{c}1" for c in "BYRKW" if f"1{c}1" not in legal)
    with pytest.raises(IllegalMove) as wrong:
        script.do(verbs.move, script.person, taking, script.table.version)
    assert wrong.value.clause.startswith("A")
    assert code_of(wrong) == "move.illegal"


def test_r20_nobody_deals_but_the_house() -> None:
    """A deal is no move, also where one was just due."""
    script = Script("blue", 2, options={"draw": "blind"}).sit("ann", "bob")
    for deal in "wgb":
        assert refused(script, verbs.move, script.person, deal, script.table.version)


# ---- Time


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
    script.do(verbs.go_away, away)
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


# ---- Giving up


def test_giving_up_ends_a_game_of_two() -> None:
    for loser in range(2):
        script = Script(is_rated=True).sit("ann", "bob")
        assert script.do(verbs.resign, people(script)[loser]) == ["resigned", "finished"]
        assert script.table.finish
        assert script.table.finish.ranks[loser] == 2
        assert script.table.finish.shares[1 - loser] == 1


def test_giving_up_against_bots_alone_ends_the_game() -> None:
    script = Script(players=4, seating="fixed").sit("level1", "ann", "level2", "level3")
    assert script.do(verbs.resign, "ann") == ["resigned", "finished"]
    assert script.table.finish
    assert script.table.finish.ranks == (1, 4, 1, 1)
    assert sum(script.table.finish.shares) == pytest.approx(1)


def test_with_more_seats_a_bot_plays_on_and_whoever_gave_up_is_last() -> None:
    for seed in range(1, 9):
        script = Script(players=3, seed=seed).sit("ann", "bob", "cat")
        assert script.do(verbs.resign, "ann") == ["resigned"]
        assert refused(script, verbs.resign, "ann") == "table.out"
        script.finish((seed, 3, 1))
        check_ranks(script.table)
        assert script.table.finish
        assert script.table.finish.ranks[people(script).index("ann")] == 3


def check_ranks(table: Table) -> None:
    """Shares are of one victory, among the best; whoever is out is behind everybody who is not."""
    finish = table.finish
    assert finish
    assert sum(finish.shares) == pytest.approx(1)
    inside = [i for i in range(len(table.seats)) if i not in table.out]
    assert all((finish.shares[i] > 0) == (finish.ranks[i] == 1) for i in inside)
    assert all(finish.shares[i] == 0 for i in table.out)
    assert all(finish.ranks[i] == len(inside) + 1 for i in table.out)
    for i in inside:
        better = [j for j in inside if finish.ranks[j] < finish.ranks[i]]
        assert len(better) == finish.ranks[i] - 1
        assert all(finish.scores[j] >= finish.scores[i] for j in better)


def test_whoever_is_out_has_no_share_of_a_game_that_the_stand_in_won() -> None:
    won = 0
    for seed in range(1, 30):
        script = Script(players=3, seed=seed).sit("ann", "bob", "cat")
        script.do(verbs.resign, "ann")
        script.finish((seed, 5, 2))
        outcome = script.table.position.outcome
        assert outcome
        won += people(script).index("ann") in outcome.winners
        check_ranks(script.table)
    assert won


def test_when_only_one_is_left_the_game_ends() -> None:
    script = Script(players=4).sit("ann", "bob", "cat", "dan")
    assert script.do(verbs.resign, "ann") == ["resigned"]
    assert script.do(verbs.resign, "bob") == ["resigned"]
    assert script.do(verbs.resign, "cat") == ["resigned", "finished"]
    check_ranks(script.table)


def test_one_device_with_several_seats_gives_up_the_one_to_decide() -> None:
    script = Script(players=3).hot_seat("ann")
    assert script.do(verbs.resign, "ann") == ["resigned"]
    assert script.table.out == {0}
    script.move()
    assert script.do(verbs.resign, "ann") == ["resigned", "finished"]
    assert script.table.out == {0, 1}
    assert script.table.finish
    assert script.table.finish.ranks == (2, 2, 1)


def test_one_device_with_several_seats_may_name_the_one_to_give_up() -> None:
    script = Script(players=4, seating="fixed").sit("ann", "bob")
    script.hot_seat("ann")
    assert refused(script, verbs.resign, "ann", seat=1) == "table.not_your_seat"
    assert refused(script, verbs.resign, "ann", seat=9) == "table.not_your_seat"
    assert script.do(verbs.resign, "ann", seat=2) == ["resigned"]
    assert script.table.out == {2}
    assert refused(script, verbs.resign, "ann", seat=2) == "table.not_your_seat"
    assert script.move() == ["moved"]


def test_only_those_who_play_give_up() -> None:
    script = Script().sit("ann")
    assert refused(script, verbs.resign, "ann") == "table.not_playing"
    assert refused(script.sit("bob"), verbs.resign, "eve") == "table.not_seated"


# ---- What comes after


def test_a_rematch_is_where_the_first_to_ask_says() -> None:
    script = Script().sit("ann", "bob")
    assert refused(script, verbs.rematch, "ann", "N3xt") == "table.not_over"
    script.finish()
    assert refused(script, verbs.rematch, "eve", "N3xt") == "table.not_seated"
    assert script.do(verbs.rematch, "ann", "N3xt") == ["rematched"]
    with pytest.raises(Repeated):
        script.do(verbs.rematch, "bob", "An0ther")
    assert script.table.rematch == "N3xt"


def test_nothing_else_happens_when_a_game_is_over() -> None:
    script = Script(clock=LIVE).sit("ann", "bob")
    script.do(verbs.go_away, "ann")
    script.finish().wait(10_000)
    before = contents(script.table.copy())
    for verb in (verbs.go_away, verbs.come_back):
        assert script.do(verb, "ann") == []
        assert script.do(verb, "bob") == []
    assert script.do(verbs.time_out) == []
    assert script.do(verbs.resume, grace_s=10.0) == []
    assert refused(script, verbs.resign, "ann") == "table.not_playing"
    assert refused(script, verbs.offer, "ann", "end") == "table.not_playing"
    assert refused(script, verbs.claim, "bob", 0) == "table.not_playing"
    assert contents(script.table) == before


def test_refusals_are_errors_of_the_house() -> None:
    """Whoever catches `AzulejosError` catches every refusal; a repeated move is none."""
    assert issubclass(Stale, Refused)
    assert issubclass(Refused, AzulejosError)
    assert not issubclass(Repeated, AzulejosError)
