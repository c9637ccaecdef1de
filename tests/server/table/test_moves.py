"""Moves: accepted once, in turn, if legal, from the person or bot to move."""

import pytest

from azulejos.errors import BadNotation, IllegalMove
from azulejos.server.table import verbs
from azulejos.server.table.verbs import Repeated, Stale
from tests.server.script import Script, code_of, people, refused, variant_script
from tests.walk import VARIANTS


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


def test_r2_a_resent_move_is_played_once_and_answered_alike() -> None:
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


def test_r2_another_move_under_the_same_id_is_refused() -> None:
    script = Script().hot_seat("ann")
    script.move(0, client_id="one")
    other = script.table.position.legal_moves[1]
    kwargs = {"version": script.table.version, "client_id": "one"}
    assert refused(script, verbs.move, "ann", other, **kwargs) == "table.id_used"


def test_r2_client_ids_are_private_to_a_person() -> None:
    """Otherwise a person could use the id of another person or bot and block their move."""
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


def test_r3_events_that_leave_the_position_unchanged_make_no_move_stale() -> None:
    script = Script().sit("ann", "bob")
    seen = script.table.version
    other = next(person for person in people(script) if person != script.person)
    script.do(verbs.mark_away, other)
    script.do(verbs.offer, other, "end")
    assert script.move(version=seen) == ["moved"]


def test_r3_of_concurrent_moves_one_is_accepted() -> None:
    """All decide on the same version; the first stored move makes the others stale."""
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


def test_r20_only_the_player_to_move_moves() -> None:
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


def test_r20_a_deal_is_not_accepted_as_a_move() -> None:
    """A deal is refused as a move, also right after a deal."""
    script = Script("blue", 2, options={"draw": "blind"}).sit("ann", "bob")
    for deal in "wgb":
        assert refused(script, verbs.move, script.person, deal, script.table.version)
