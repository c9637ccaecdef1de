"""`Position`: copies, pickles, either case of letters, and errors that name what is right."""

import copy
import pickle

import numpy as np
import pytest

from azulejos import (
    GAMES,
    BadArgument,
    BadNotation,
    EmptyHistory,
    IllegalMove,
    NoDeal,
    Position,
)
from azulejos.compiled.rng import make_rng
from azulejos.contract.game import Game

ALL_GAMES = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def begun(game: Game, events: int = 9) -> Position:
    """A position some events into a game."""
    position = Position(game.name)
    for _ in range(events):
        position.deal(5) if position.needs_deal else position.push(position.legal_moves[0])
    return position


def copies(position: Position) -> list[Position]:
    return [
        copy.copy(position),
        copy.deepcopy(position),
        position.copy(),
        pickle.loads(pickle.dumps(position)),
    ]


@ALL_GAMES
def test_copies_and_pickles_are_equal_and_independent(game: Game) -> None:
    position = begun(game)
    text, history, options = position.to_text(), position.history.copy(), position.options
    assert options is not None
    options = options.copy()
    for other in copies(position):
        assert (other, other.history, other.options) == (position, history, options)
        assert other.game is position.game
        assert other.legal_moves == position.legal_moves
        while other.history:
            other.pop()
        assert other == Position(game.name)
        other.options["changed"] = "yes"  # type: ignore[index]
        other.deal(7) if other.needs_deal else other.push(other.legal_moves[-1])
        assert (position.to_text(), position.history, position.options) == (text, history, options)


@ALL_GAMES
def test_a_pickle_of_a_set_up_position_has_no_options(game: Game) -> None:
    position = pickle.loads(pickle.dumps(Position.from_json(begun(game).to_json())))
    assert position.options is None
    assert position.history == []


@ALL_GAMES
def test_moves_are_read_in_capitals_and_small_letters(game: Game) -> None:
    position = begun(game)
    for move in position.legal_moves[:5]:
        for spelling in (move.upper(), move.lower(), move):
            other = position.copy()
            other.push(spelling)
            assert other.history[-1] == move
            assert position.explain(spelling) == position.explain(move)


@ALL_GAMES
def test_a_second_deal_is_refused(game: Game) -> None:
    position = begun(game, 1)
    while position.needs_deal:
        position.deal(1)
    before = position.to_text()
    for _ in range(2):
        with pytest.raises(NoDeal, match="No deal is due"):
            position.deal()
    assert position.to_text() == before


def test_nothing_can_be_taken_back_at_the_beginning() -> None:
    with pytest.raises(EmptyHistory, match="no move or deal"):
        Position().pop()


@pytest.mark.parametrize("language", ["fr", "EN", "", None, 3])
def test_unknown_languages_are_refused_with_those_there_are(language: str) -> None:
    for draw in (Position().svg, Position().draw):
        with pytest.raises(BadNotation, match="en, es, pt-BR"):
            draw(language)


def test_numpy_integers_are_integers() -> None:
    for two in (np.int64(2), np.int8(2), np.uint16(2)):
        assert Position(players=two).players == 2  # type: ignore[arg-type]
    for entropy in (np.int64(7), np.uint64(7), np.int8(7), make_rng(7)):
        game = Position()
        assert game.deal(entropy) == Position().deal(7)  # type: ignore[arg-type]
    assert Position().deal(-1) != ""
    assert Position().deal(np.int64(-1)) == Position().deal(-1)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [True, 2.0, "2", None, np.bool_(True), np.float64(2), [2]])
def test_what_is_no_integer_is_refused(number: object) -> None:
    with pytest.raises(BadArgument, match="players must be a whole number"):
        Position(players=number)  # type: ignore[arg-type]
    if number is not None:
        with pytest.raises(BadArgument, match="entropy must be a whole number"):
            Position().deal(number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "rng", [np.zeros(2, np.uint64), np.zeros(1, np.int64), np.zeros((1, 1), np.uint64), np.zeros(1)]
)
def test_an_array_that_is_no_generator_is_refused(rng: object) -> None:
    with pytest.raises(BadArgument, match="uint64"):
        Position().deal(rng)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", [3, None, b"1B2", 1.5, ["1B2"], np.int64(7)])
def test_a_move_that_is_no_text_is_refused(move: object) -> None:
    for position in (Position(), begun(next(iter(GAMES.values())), 1)):
        with pytest.raises(BadArgument, match="must be a text"):
            position.push(move)  # type: ignore[arg-type]


def test_unknown_choices_are_refused_with_those_there_are() -> None:
    with pytest.raises(BadNotation, match="azul, blue"):
        Position("chess")
    with pytest.raises(BadNotation, match="wall=coloured, wall=gray"):
        Position("azul", wall="pink")
    with pytest.raises(BadNotation, match="wall=coloured, wall=gray, first=0"):
        Position("azul", colour="pink")
    with pytest.raises(BadNotation, match="2, 3, 4"):
        Position("azul", players=5)


def test_a_finished_game_takes_no_move() -> None:
    position = Position("azul")
    while not position.is_over:
        position.deal(1) if position.needs_deal else position.push(position.legal_moves[0])
    with pytest.raises(IllegalMove):
        position.push("1B1")
    with pytest.raises(NoDeal):
        position.deal()


@ALL_GAMES
def test_the_history_that_is_handed_out_can_be_changed_without_harm(game: Game) -> None:
    position = begun(game)
    before, data = position.history, position.to_json()
    position.history.clear()
    position.history.append("nonsense")
    assert (position.history, position.to_json()) == (before, data)
    assert position.pop() == before[-1]
