"""The review of games: evaluations add up, and losses are found."""

from itertools import pairwise

import numpy as np
import pytest

from azulejos.position import Position
from azulejos.record import Record
from azulejos.search.players import find_player
from azulejos.search.playouts import lead_spread
from azulejos.search.review import GRADES, Judgement, ReviewedEntry, evaluate, review, summarise
from azulejos.search.settings import Limit
from azulejos.text import LANGUAGES, render
from tests.walk import VARIANTS, Script, play, walk

QUICK = Limit(nodes=60)
THOROUGH = Limit(nodes=1_000_000)  # as much as a short ending needs


def entries_of(position: Position, limit: Limit = QUICK) -> list[ReviewedEntry]:
    return list(review(Record.from_position(position), limit))


def ending(variant: str, decisions: int, seed: int, player: str = "random") -> Position:
    """The last decisions of a game of random moves, taken by a player to its end."""
    position = play(variant, Script(choices=(5, 2, 9), entropy=seed))
    while decisions:
        position.pop()
        decisions -= position.turn is not None
    short = Position.from_json(position.to_json())
    while not short.is_over:
        if short.needs_deal:
            short.deal(seed)
        else:
            short.push(find_player(player).choose(short, THOROUGH, entropy=seed).move)
    return short


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("options", [(0,), (1,)], ids=["default options", "other options"])
def test_every_move_and_deal_is_reviewed(variant: str, options: tuple[int, ...]) -> None:
    script = Script(choices=(4, 1, 7), entropy=2, events=14, options=options)
    positions = [position.copy() for position in walk(variant, script)]
    entries = entries_of(positions[-1])
    assert [entry.text for entry in entries] == positions[-1].history
    for (before, after), entry in zip(pairwise(positions), entries, strict=True):
        assert entry.seat == before.turn
        assert sum(entry.after.win) == pytest.approx(1, abs=1e-3)
        assert len(entry.after.points) == after.players
        assert (entry.judgement is None) == before.needs_deal
        if entry.judgement:
            assert entry.judgement.best in before.legal_moves
            assert entry.judgement.line[0] == entry.judgement.best
            assert bool(entry.judgement.reasons) == bool(entry.judgement.grade)
    assert all(one.after is other.before for one, other in pairwise(entries))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_last_evaluation_is_the_outcome(variant: str) -> None:
    position = ending(variant, 2, 3)
    last = entries_of(position)[-1].after
    assert position.outcome
    assert last.is_exact
    assert (last.win, last.points) == (position.outcome.shares, position.outcome.scores)


def test_the_best_move_loses_nothing_and_a_bad_one_is_graded() -> None:
    position = Position("azul")
    position.deal(1)
    best = find_player("best").choose(position, QUICK).move
    good, bad = position.copy(), position.copy()
    good.push(best)
    bad.push(position.legal_moves[-1])  # to the floor, at the first turn of a game
    good_judgement, bad_judgement = entries_of(good)[-1].judgement, entries_of(bad)[-1].judgement
    assert good_judgement
    assert (
        good_judgement.best,
        good_judgement.loss,
        good_judgement.grade,
        good_judgement.accuracy,
    ) == (best, 0, "", 1)
    assert bad_judgement
    assert bad_judgement.best == best
    assert bad_judgement.grade in ("mistake", "blunder")
    assert bad_judgement.reasons
    for reason in bad_judgement.reasons:
        assert all("{" not in render(reason.text, language) for language in LANGUAGES)


@pytest.mark.parametrize("variant", ["azul-2-coloured", "azul-2-gray", "blue-2"])
def test_best_play_in_a_solved_ending_brings_no_swing(variant: str) -> None:
    for seed in range(4):
        for entry in entries_of(ending(variant, 3, seed, player="best"), THOROUGH):
            assert entry.before.is_exact
            assert entry.judgement
            assert entry.judgement.best == entry.text
            assert entry.swing(0) == pytest.approx(0, abs=1e-3)
            assert entry.swing(1) == pytest.approx(0, abs=1e-3)


def test_before_a_deal_that_can_be_listed_the_evaluation_is_the_mean_over_the_deals() -> None:
    script = Script(choices=(3, 8, 1), entropy=4, options=(0, 1))
    waiting = [p.copy() for p in walk("blue-2", script) if p.needs_deal]
    kinds = ((p, {k: n for k, n in p.to_json()["left"].items() if n}) for p in reversed(waiting))
    position, left = next((p, left) for p, left in kinds if len(left) > 1)
    mean = np.zeros(2)
    for kind, n in left.items():
        drawn = position.copy()
        drawn.push(kind)
        mean += n / sum(left.values()) * np.array(evaluate(drawn, THOROUGH).points)
    assert evaluate(position, THOROUGH).points == pytest.approx(mean)


@pytest.mark.parametrize(
    ("lead_lost", "win_lost", "grade"),
    [
        (0, 0, ""),
        (1.9, 0.06, ""),
        (2, 0.07, "inaccuracy"),
        (4, 0.14, "mistake"),
        (8, 0.3, "blunder"),
        (1, 0.6, "blunder"),  # few points, but they decide the game
        (-20, -0.5, ""),
    ],
)
def test_grades(lead_lost: float, win_lost: float, grade: str) -> None:
    judgement = Judgement("x", ["x"], win_lost, lead_lost, [])
    assert judgement.grade == grade
    assert judgement.loss >= GRADES.get(grade, 0)
    assert 0 < judgement.accuracy <= 1
    assert (judgement.accuracy == 1) == (judgement.loss == 0)


def test_summaries_add_up_the_entries() -> None:
    entries = entries_of(play("azul-3-coloured", Script(choices=(4, 1, 7), entropy=2, events=40)))
    for seat in range(3):
        summary = summarise(entries, seat)
        own = [entry.judgement for entry in entries if entry.seat == seat and entry.judgement]
        assert summary.decisions == len(own) > 5
        assert list(summary.grades) == list(GRADES)
        assert sum(summary.grades.values()) == sum(bool(judgement.grade) for judgement in own) > 0
        assert summary.loss == pytest.approx(sum(judgement.loss for judgement in own))
        assert 0 < summary.accuracy < 1
        sizes = [abs(entry.swing(seat)) for entry in summary.swings]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] == max(abs(entry.swing(seat)) for entry in entries)


def test_nodes_give_the_same_review_and_a_stop_ends_it() -> None:
    position = play("azul-2-coloured", Script(choices=(4, 1, 7), entropy=2, events=12))
    reviews = [
        [(entry.after.win, entry.judgement) for entry in entries_of(position)] for _ in range(2)
    ]
    assert reviews[0] == reviews[1]
    received: list[ReviewedEntry] = []
    for entry in review(
        Record.from_position(position), Limit(nodes=60, is_stopped=lambda: len(received) == 5)
    ):
        received.append(entry)
    assert len(received) == 5


@pytest.mark.parametrize("variant", VARIANTS)
def test_luck_and_skill_add_up_to_the_final_lead(variant: str) -> None:
    position = ending(variant, 4, 5)
    assert position.outcome
    entries = entries_of(position)
    for seat in range(position.players):
        lead = summarise(entries, seat).lead
        parts = (lead.at_start, lead.by_deals, lead.by_own_moves, lead.by_other_moves)
        scores = position.outcome.scores
        assert lead.at_end == scores[seat] - max(s for p, s in enumerate(scores) if p != seat)
        assert sum(parts) == pytest.approx(lead.at_end)


def test_deals_are_luck_and_moves_are_skill() -> None:
    position = Position("azul")
    position.deal(1)
    dealt = summarise(entries_of(position), 0).lead
    assert dealt.by_deals != 0
    assert (dealt.by_own_moves, dealt.by_other_moves) == (0, 0)
    position.push(position.legal_moves[-1])  # to the floor
    own, other = (summarise(entries_of(position), seat).lead for seat in (0, 1))
    assert own.by_deals == pytest.approx(dealt.by_deals)
    assert own.by_own_moves < -2
    assert other.by_other_moves == pytest.approx(-own.by_own_moves)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_spread_is_0_at_the_end_and_the_same_every_time(variant: str) -> None:
    entries = entries_of(ending(variant, 3, 7))
    assert set(entries[-1].spread) == {0.0}
    assert [entry.spread for entry in entries] == [
        entry.spread for entry in entries_of(ending(variant, 3, 7))
    ]


def test_the_spread_shrinks_as_a_game_goes_on() -> None:
    position = play("azul-2-coloured", Script(choices=(5, 2, 9), entropy=4))
    spreads = [lead_spread(p.copy())[0] for p in Record.from_position(position).positions()]
    third = len(spreads) // 3
    assert sum(spreads[:third]) > 1.5 * sum(spreads[-third:])


@pytest.mark.parametrize("variant", ["azul-2-coloured", "azul-3-gray", "blue-2"])
def test_a_graded_move_is_shown_with_the_better_one(variant: str) -> None:
    entries = entries_of(play(variant, Script(choices=(4, 1, 7), entropy=2, events=40)))
    judged = [(entry, entry.judgement) for entry in entries if entry.judgement]
    assert any(judgement.grade for _, judgement in judged)
    for entry, judgement in judged:
        kinds = [mark.kind for mark in judgement.marks]
        assert bool(kinds) == bool(judgement.grade)
        assert not any(mark.tag for mark in judgement.marks)
        if kinds:
            assert kinds.count("path") == 1  # one way is to be gone, the other one was
            assert "was" in kinds
            assert kinds.index("was") < kinds.index("path")  # drawn below it
            was = [mark for mark in judgement.marks if mark.kind == "was"]
            assert {mark.seat for mark in was} <= {entry.seat, -1}
            assert {mark.said.code for mark in was} == {was[0].said.code}
            assert all(mark.n <= 0 for mark in was)  # what it cost, never what it brought
