"""Laws that every game keeps, in every variant, checked on random games. Names no game."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos import batch, kernels, written
from azulejos.compiled.rng import make_rng
from azulejos.contract.rules import CHANCE, NOBODY, States
from azulejos.contract.steps import sentence
from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.text import LANGUAGES, render
from tests.walk import (
    VARIANTS,
    Script,
    contents,
    legal_moves,
    opening,
    play,
    scripts,
    walk,
    whole_games,
)

every_variant = pytest.mark.parametrize("variant", VARIANTS)
few = settings(max_examples=settings().max_examples * 15 // 100)
some = settings(max_examples=settings().max_examples * 30 // 100)


# ---- What is legal


@every_variant
@given(script=scripts)
@some
def test_legal_moves_exist_exactly_when_a_seat_is_to_decide(variant: str, script: Script) -> None:
    position = play(variant, script)
    moves = position.legal_moves
    assert bool(moves) == (position.turn in range(position.players))
    assert len(set(moves)) == len(moves)
    assert [position.turn is not None, position.needs_deal, position.is_over].count(True) == 1


@every_variant
@given(script=scripts, offset=st.integers(0))
@some
def test_a_move_has_no_fault_exactly_when_it_is_legal(
    variant: str, script: Script, offset: int
) -> None:
    position = play(variant, script)
    rules, state, legal = position.game.rules, position.states[0], set(legal_moves(position))
    stride = rules.ACTION_SPACE // 200 + 1
    for move in {*legal, *range(offset % stride, rules.ACTION_SPACE, stride)}:
        assert (rules.move_fault(state, move) == "") == (move in legal)


@every_variant
@given(script=scripts, text=st.text(max_size=12), events=st.integers(0, 200))
@some
def test_a_refused_move_or_deal_changes_nothing(
    variant: str, script: Script, text: str, events: int
) -> None:
    position, earlier = play(variant, script), opening(variant, script)
    for event in position.history[:events]:
        earlier.push(event)
    legal = position.legal_moves
    for attempt in [text, *earlier.legal_moves[::7], *position.history[:2]]:
        copy = position.copy()
        try:
            copy.push(attempt)
        except AzulejosError as refusal:
            said = [refusal.message(language) for language in LANGUAGES]
            assert all(said)
            assert (copy.to_json(), copy.history) == (position.to_json(), position.history)
        else:
            assert attempt in legal or position.needs_deal


# ---- Notation


@every_variant
@given(script=scripts)
@some
def test_moves_and_deals_come_back_from_their_texts(variant: str, script: Script) -> None:
    position = play(variant, script)
    notation, states = position.game.notation, position.states
    moves = legal_moves(position)
    texts = [written.move_text(states, move) for move in moves]
    assert texts == position.legal_moves
    assert [notation.parse_move(states[0], text) for text in texts] == moves
    if position.needs_deal:
        deals = np.zeros((1, position.game.rules.DEAL_SIZE), np.int64)
        batch.draw(states, make_rng(script.entropy), deals)
        text = written.deal_text(states, deals[0])
        assert notation.parse_deal(states[0], text).tolist() == deals[0].tolist()


@every_variant
@given(script=scripts)
@some
def test_positions_come_back_from_json_and_from_text(variant: str, script: Script) -> None:
    position = play(variant, script)
    data = position.to_json()
    for again in (Position.from_json(data), Position.from_text(position.to_text())):
        assert again == position
        assert again.legal_moves == position.legal_moves
        assert again.scores == position.scores


@every_variant
@given(script=whole_games)
@few
def test_nothing_speaks_against_a_position_that_was_reached(variant: str, script: Script) -> None:
    for position in walk(variant, script):
        assert Position.status(position.to_json()) == []


# ---- Moves and deals


@every_variant
@given(script=scripts, start=st.integers(0, 200))
@some
def test_replay_equals_play(variant: str, script: Script, start: int) -> None:
    played = play(variant, script)
    replayed = opening(variant, script)
    for event in played.history[:start]:
        replayed.push(event)
    replayed = Position.from_json(replayed.to_json())
    for event in played.history[start:]:
        replayed.push(event)
    assert replayed == played
    assert replayed.history == played.history[start:]


@every_variant
@given(script=scripts)
@few
def test_pop_undoes_push(variant: str, script: Script) -> None:
    passed = [position.to_json() for position in walk(variant, script)]
    position = play(variant, script)
    for event in reversed(position.history.copy()):
        assert position.to_json() == passed.pop()
        assert position.pop() == event
    assert position == opening(variant, script)


@every_variant
@given(script=scripts)
@some
def test_copies_go_their_own_way(variant: str, script: Script) -> None:
    position = play(variant, script)
    copy, data, past = position.copy(), position.to_json(), position.history.copy()
    if not copy.is_over:
        copy.push(copy.legal_moves[0]) if copy.turn is not None else copy.deal(script.entropy)
        assert copy != position
    while copy.history:
        copy.pop()
    assert (position.to_json(), position.history) == (data, past)


@every_variant
@given(script=scripts)
@few
def test_a_deal_is_drawn_without_touching_the_state(variant: str, script: Script) -> None:
    for position in walk(variant, script):
        if position.needs_deal:
            states, deals = position.states, np.zeros((1, position.game.rules.DEAL_SIZE), np.int64)
            batch.draw(states, make_rng(script.entropy), deals)
            assert contents(states) == contents(position.states)
            assert position.game.rules.deal_fault(states[0], deals[0]) == ""
            assert position.copy().deal(script.entropy) == position.copy().deal(script.entropy)


@every_variant
@given(script=scripts)
@few
def test_deals_that_are_listed_are_those_that_can_be_drawn(variant: str, script: Script) -> None:
    for position in walk(variant, script):
        rules, states = position.game.rules, position.states
        deals, chances = np.zeros((32, rules.DEAL_SIZE), np.int64), np.zeros(32)
        n = rules.outcomes(states[0], deals, chances) if position.needs_deal else 0
        if n > 0:
            listed = {written.deal_text(states, deal) for deal in deals[:n]}
            assert len(listed) == n
            assert chances[:n].sum() == pytest.approx(1)
            assert {rules.deal_fault(states[0], deal) for deal in deals[:n]} == {""}
            assert position.copy().deal(script.entropy) in listed


@every_variant
@given(script=scripts, changes=st.lists(st.integers(-300, 300), max_size=3), place=st.integers(0))
@some
def test_compiled_checks_of_deals_agree_with_the_rules(
    variant: str, script: Script, changes: list[int], place: int
) -> None:
    for position in walk(variant, script):
        game, states = position.game, position.states
        if position.needs_deal and game.checks is not None:
            deals = np.zeros((1, game.rules.DEAL_SIZE), np.int64)
            batch.draw(states, make_rng(script.entropy), deals)
            for change in [0, *changes]:
                deals[0, place % game.rules.DEAL_SIZE] += change
                is_possible = game.rules.deal_fault(states[0], deals[0]) == ""
                assert (kernels.find_impossible(states, deals) == -1) == is_possible


# ---- Many states at once


def passed(variant: str, script: Script) -> States:
    """Every seventh state of a game."""
    walked = islice(walk(variant, script), None, None, 7)
    return np.concatenate([position.states for position in walked])


def one_by_one(states: States) -> list[States]:
    return [states[i : i + 1] for i in range(len(states))]


@every_variant
@given(script=whole_games)
@few
def test_a_batch_asks_what_one_asks(variant: str, script: Script) -> None:
    states = passed(variant, script)
    n, rules = len(states), VARIANTS[variant].rules
    moves, counts = np.zeros((n, rules.MAX_MOVES), np.int16), np.zeros(n, np.int64)
    results = np.zeros((n, 2, batch.SEATS))
    batch.legal_moves(states, moves, counts)
    batch.result(states, results)
    for i, single in enumerate(one_by_one(states.copy())):
        move, count = np.zeros((1, rules.MAX_MOVES), np.int16), np.zeros(1, np.int64)
        result = np.zeros((1, 2, batch.SEATS))
        batch.legal_moves(single, move, count)
        batch.result(single, result)
        assert move[0, : count[0]].tolist() == moves[i, : counts[i]].tolist()
        assert result[0].tolist() == results[i].tolist()


@every_variant
@given(script=whole_games)
@few
def test_a_batch_does_what_one_does(variant: str, script: Script) -> None:
    states = passed(variant, script)
    game = VARIANTS[variant]
    many, single = states.copy(), states.copy()
    deals = np.zeros((len(states), game.rules.DEAL_SIZE), np.int64)
    batch.draw(many, make_rng(script.entropy), deals)
    batch.settle(many, deals)
    rng = make_rng(script.entropy)
    for i, one in enumerate(one_by_one(single)):
        deal = np.zeros((1, game.rules.DEAL_SIZE), np.int64)
        batch.draw(one, rng, deal)
        batch.settle(one, deal)
        assert deal[0].tolist() == deals[i].tolist()
    assert contents(many) == contents(single)

    many, single = many[many["actor"] >= 0], single[single["actor"] >= 0]
    found = np.zeros((len(many), game.rules.MAX_MOVES), np.int16), np.zeros(len(many), np.int64)
    batch.legal_moves(many, *found)
    moves = np.array([row[script.choices[0] % n] for row, n in zip(*found, strict=True)], np.int64)
    batch.play(many, moves)
    for i, one in enumerate(one_by_one(single)):
        batch.play(one, moves[i : i + 1])
    assert contents(many) == contents(single)


@every_variant
@given(script=whole_games)
@few
def test_states_that_are_played_out_are_over(variant: str, script: Script) -> None:
    states = passed(variant, script)
    over = states["actor"] == NOBODY
    played = batch.play_out(states[~over], make_rng(script.entropy))
    assert played >= (~over).sum() - (states["actor"] == CHANCE).sum()
    batch.play_out(states, make_rng(script.entropy))
    assert set(states["actor"]) == {NOBODY}


# ---- The end


@every_variant
@given(script=whole_games)
@some
def test_every_game_ends_and_its_victory_is_one(variant: str, script: Script) -> None:
    position = play(variant, script)
    assert position.is_over
    outcome = position.outcome
    assert outcome is not None
    assert outcome.scores == position.scores
    assert sum(outcome.shares) == pytest.approx(1)
    assert outcome.winners
    assert {outcome.scores[seat] for seat in outcome.winners} == {max(outcome.scores)}
    assert len({outcome.shares[seat] for seat in outcome.winners}) == 1


@every_variant
@given(script=scripts)
@some
def test_shares_of_the_victory_make_one_at_any_time(variant: str, script: Script) -> None:
    position = play(variant, script)
    out = np.zeros((1, 2, batch.SEATS))
    batch.result(position.states, out)
    assert out[0, 0].sum() == pytest.approx(1)
    assert out[0, 0].min() >= 0
    assert not out[0, :, position.players :].any()
    assert (position.outcome is None) == (not position.is_over)


# ---- Pictures


@every_variant
@given(script=scripts)
@few
def test_every_position_can_be_drawn(variant: str, script: Script) -> None:
    position = play(variant, script)
    for language in LANGUAGES:
        root = ET.fromstring(position.svg(language))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(position.draw(language).splitlines()) > 3
    assert str(position) == position.draw("en")


# ---- Steps


@every_variant
@given(script=whole_games)
@few
def test_points_of_steps_add_up_to_the_change_of_scores(variant: str, script: Script) -> None:
    for position, event in events(variant, script):
        scores = list(position.scores)
        for step in position.steps(event):
            facts = step.to_json()
            if facts.get("points"):
                scores[facts["seat"]] += facts["points"]
        position.push(event)
        assert tuple(scores) == position.scores


@every_variant
@given(script=whole_games)
@few
def test_steps_are_plain_json_with_a_sentence_in_every_language(
    variant: str, script: Script
) -> None:
    for position, event in events(variant, script):
        before = position.to_json()
        steps = position.steps(event)
        if not position.needs_deal:
            steps.append(position.forecast(event))
        assert steps
        for step in steps:
            assert type(step) in position.game.steps.STEP_TYPES
            assert json.loads(json.dumps(step.to_json())) == step.to_json()
            for language in LANGUAGES:
                assert render(sentence(position.game.name, step), language)
        assert position.explain(event) == [
            sentence(position.game.name, step) for step in position.steps(event)
        ]
        assert position.to_json() == before


@every_variant
@given(script=whole_games)
@few
def test_writing_the_steps_of_a_move_plays_it(variant: str, script: Script) -> None:
    data = np.empty(written.ROOM, np.uint8)
    for position, event in events(variant, script):
        if not position.needs_deal:
            states, after = position.states, position.states
            move = position.game.notation.parse_move(states[0], event)
            kernels.write_steps(states, move, after, data)
            assert contents(states) == contents(position.states)
            batch.play(states, np.array([move]))
            assert contents(after) == contents(states)


def events(variant: str, script: Script) -> Iterator[tuple[Position, str]]:
    """Every move and deal of a game, with the position before it."""
    position = opening(variant, script)
    for event in play(variant, script).history:
        yield position.copy(), event
        position.push(event)
