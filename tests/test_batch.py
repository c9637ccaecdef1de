"""`batch`: the rules over arrays of states, with every argument checked before anything changes."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos import GAMES, BadArgument, IllegalMove, Position, batch
from azulejos.contract.game import Game
from azulejos.contract.rules import CHANCE, NOBODY, States

ALL_GAMES = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def openings(game: Game, n: int = 6) -> States:
    """Opening positions with the first deal made, so that a seat decides in each."""
    players = game.players[0]
    states = game.new_states(n)
    batch.setup(states, players, game.choose(players, {}))
    deals = np.zeros((n, game.rules.DEAL_SIZE), np.int64)
    batch.draw(states, batch.make_rng(1), deals)
    batch.settle(states, deals)
    return states


def listed(game: Game, states: States) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    out, counts = (
        np.zeros((len(states), game.rules.MAX_MOVES), np.int16),
        np.zeros(len(states), int),
    )
    batch.legal_moves(states, out, counts)
    return out, counts


@ALL_GAMES
def test_the_mask_marks_the_listed_moves(game: Game) -> None:
    states = openings(game)
    out, counts = listed(game, states)
    mask = np.ones((len(states), game.rules.ACTION_SPACE), np.bool_)
    batch.legal_mask(states, mask)
    for i, n in enumerate(counts):
        assert np.flatnonzero(mask[i]).tolist() == sorted(out[i, :n].tolist())


@ALL_GAMES
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint16, np.int32, np.int64, np.uint64])
def test_moves_of_any_integer_type_do_the_same(game: Game, dtype: type) -> None:
    states = openings(game)
    out, _ = listed(game, states)
    moves: NDArray[Any] = out[:, 0].astype(dtype)
    if moves.tolist() != out[:, 0].tolist():  # too large for the type
        return
    expected = states.copy()
    batch.play(expected, out[:, 0].astype(np.int64))
    batch.play(states, moves)
    assert states.tobytes() == expected.tobytes()


@ALL_GAMES
def test_one_illegal_move_refuses_all(game: Game) -> None:
    states = openings(game)
    out, counts = listed(game, states)
    moves = out[:, 0].astype(np.int64)
    legal = set(out[4, : counts[4]].tolist())
    moves[4] = next(move for move in range(game.rules.ACTION_SPACE) if move not in legal)
    before = states.tobytes()
    with pytest.raises(IllegalMove, match="state 4") as caught:
        batch.play(states, moves)
    assert caught.value.clause
    assert states.tobytes() == before


@ALL_GAMES
@pytest.mark.parametrize("move", [-1, 1 << 15, 1 << 40, -(1 << 62)])
def test_a_number_that_is_no_move_is_refused(game: Game, move: int) -> None:
    states = openings(game, 1)
    with pytest.raises(BadArgument, match="is no move"):
        batch.play(states, np.array([move]))


@ALL_GAMES
def test_no_move_is_played_while_a_deal_is_due_or_after_the_end(game: Game) -> None:
    states = openings(game)
    batch.play_out(states, batch.make_rng(1))
    assert set(states["actor"]) == {NOBODY}
    with pytest.raises(IllegalMove):
        batch.play(states, np.zeros(len(states), np.int64))
    for players in game.players:
        position = Position(game.name, players)
        if position.needs_deal:
            with pytest.raises(IllegalMove):
                batch.play(position.states, np.zeros(1, np.int64))


@ALL_GAMES
def test_an_impossible_deal_refuses_all(game: Game) -> None:
    for players in game.players:
        for choices in range(8):
            options = {
                option.name: option.choices[choices >> i & 1 and len(option.choices) - 1]
                for i, option in enumerate(game.options(players))
            }
            states = game.new_states(3)
            batch.setup(states, players, game.choose(players, options))
            if states[0].actor != CHANCE:
                continue
            deals = np.zeros((3, game.rules.DEAL_SIZE), np.int64)
            batch.draw(states, batch.make_rng(1), deals)
            for wrong in (-1, 99, 1 << 40):
                bad = deals.copy()
                bad[1, 0] = wrong
                before = states.tobytes()
                with pytest.raises(IllegalMove, match="state 1"):
                    batch.settle(states, bad)
                assert states.tobytes() == before
            batch.settle(states, deals)
            assert (states["actor"] >= 0).all()


@ALL_GAMES
def test_arrays_without_states_are_no_mistake(game: Game) -> None:
    states = game.new_states(0)
    players = game.players[0]
    batch.setup(states, players, game.choose(players, {}))
    batch.play(states, np.zeros(0, np.int64))
    batch.legal_mask(states, np.zeros((0, game.rules.ACTION_SPACE), np.bool_))
    batch.result(states, np.zeros((0, 2, batch.SEATS)))
    listed(game, states)
    assert batch.play_out(states, batch.make_rng(1)) == 0


@ALL_GAMES
def test_blank_states_are_refused(game: Game) -> None:
    """`new_states` makes them, and only `setup` takes them."""
    blank = game.new_states(2)
    with pytest.raises(BadArgument, match="State 0"):
        batch.play(blank, np.zeros(2, np.int64))
    with pytest.raises(BadArgument, match="State 0"):
        batch.play_out(blank, batch.make_rng(1))


@ALL_GAMES
@pytest.mark.parametrize(
    ("players", "options"),
    [(0, [0, 0, 0]), (9, [0, 0, 0]), (True, [0]), (2.0, [0, 0]), (2, [99, 99]), (2, [])],
)
def test_setup_refuses_what_no_table_can_choose(
    game: Game, players: int, options: list[int]
) -> None:
    states = game.new_states()
    before = states.tobytes()
    with pytest.raises(ValueError, match=r".+"):
        batch.setup(states, players, np.array(options, np.int64))
    assert states.tobytes() == before
