"""Laws of encodings: what a seat sees, and what its actions are."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos import Position
from azulejos import env_kernels as kernels
from azulejos import kernels as rules
from azulejos.compiled.rng import below, make_rng
from azulejos.envs.variant import Variant
from azulejos.errors import BadArgument, NoDecision
from azulejos.games import GAMES
from tests.envs.variants import every_variant

EVENTS = 60  # moves and deals of a walk


def walk(game: str, players: int, options: dict[str, Any], seed: int) -> Iterator[Position]:
    """Positions of a random game in which a seat decides, or nobody any more."""
    position, rng = Position(game, players, **options), make_rng(seed)
    for _ in range(EVENTS):
        while position.needs_deal:
            position.deal(rng)
        yield position
        if position.is_over:
            return
        moves = position.legal_moves
        position.push(moves[below(rng, len(moves))])


def observe(variant: Variant, position: Position, seat: int, filled: int = 0) -> NDArray[np.uint8]:
    out = np.full(variant.size, filled, np.uint8)
    kernels.observe_seat(position.states, seat, out)
    return out


def legal_actions(variant: Variant, position: Position) -> NDArray[Any]:
    mask = np.full(variant.actions, 7, np.int8)
    kernels.write_mask(position.states, mask)
    assert set(mask) <= {0, 1}
    return np.flatnonzero(mask)


@every_variant
def test_every_number_is_written_and_within_its_bounds(
    game: str, players: int, options: dict[str, Any]
) -> None:
    variant = Variant(game, players, **options)
    for position in walk(game, players, options, seed=1):
        for seat in range(players):
            seen = observe(variant, position, seat)
            assert (seen == observe(variant, position, seat, filled=255)).all()
            assert (seen <= variant.highs).all()


@every_variant
def test_a_seat_sees_only_what_is_public(game: str, players: int, options: dict[str, Any]) -> None:
    """A position written as JSON holds what everyone at the table sees, and no order of the bag or
    the pile; an observation follows from it alone, and not from how the position came about.
    """
    variant = Variant(game, players, **options)
    for position in walk(game, players, options, seed=2):
        public = Position.from_json(position.to_json())
        for seat in range(players):
            seen = observe(variant, position, seat)
            assert (seen == observe(variant, public, seat)).all()
        assert (legal_actions(variant, position) == legal_actions(variant, public)).all()


@every_variant
def test_actions_and_legal_moves_correspond_one_to_one(
    game: str, players: int, options: dict[str, Any]
) -> None:
    variant = Variant(game, players, **options)
    action, move, number = np.zeros((3, 1), np.int64)
    for position in [*walk(game, players, options, seed=3)][-1:]:
        position = position.copy()
        while position.is_over:
            position.pop()
        states = position.states
        found = {}
        for text in position.legal_moves:
            move[0] = number[0] = variant.game.notation.parse_move(states[0], text)
            kernels.find_actions(states, move, action)
            assert kernels.find_moves(states, action, move) == -1
            assert move[0] == number[0]
            found[int(action[0])] = text
        assert sorted(found) == legal_actions(variant, position).tolist()
        assert len(found) == len(position.legal_moves)
        for other in {*range(-3, variant.actions + 3)} - set(found):
            action[0] = other
            assert kernels.find_moves(states, action, move) == 0


def rotate_azul(data: dict[str, Any]) -> dict[str, Any]:
    """The same position with each player one seat further on."""
    n = data["players"]
    turned = dict(data, boards=[data["boards"][seat - 1] for seat in range(n)])
    for name in ("turn", "first", "marker"):
        if isinstance(turned[name], int):
            turned[name] = (turned[name] + 1) % n
    return turned


@pytest.mark.parametrize("wall", ["coloured", "gray"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rotating_seats_rotates_observations_of_azul(players: int, wall: str) -> None:
    variant, compared = Variant("azul", players, wall=wall), 0
    for position in walk("azul", players, {"wall": wall}, seed=4):
        data = position.to_json()
        if "tiling" in data:  # seats tile in their order, so these have no rotation
            continue
        turned = Position.from_json(rotate_azul(data))
        for seat in range(players):
            seen = observe(variant, turned, (seat + 1) % players)
            assert (seen == observe(variant, position, seat)).all()
            compared += 1
        assert (legal_actions(variant, position) == legal_actions(variant, turned)).all()
    assert compared > 20


@pytest.mark.parametrize("draw", ["open", "blind"])
@pytest.mark.parametrize(
    ("players", "colours", "turned", "shift"),
    [
        (2, "white,gray", "white,blue", 0),
        (2, "white,gray", "gray,blue", 0),
        (2, "gray,blue", "white,gray", 0),
        (3, "white,gray,blue", "white,gray,blue", 1),
    ],
)
def test_changing_colours_with_the_seats_changes_no_observation_of_blue(
    players: int, colours: str, turned: str, shift: int, draw: str
) -> None:
    """Each colour becomes the one that the same view gets: own, next, third."""
    options = {"colours": colours, "draw": draw}
    old, new = (
        Variant("blue", players, **options),
        Variant("blue", players, colours=turned, draw=draw),
    )

    def views(words: str, seat: int) -> list[str]:
        order = [words.split(",")[(seat + i) % players][0] for i in range(players)]
        return order + [letter for letter in "wgb" if letter not in order]

    changed = dict(zip(views(colours, 0), views(turned, shift), strict=True))
    table = str.maketrans(changed)
    for position in walk("blue", players, options, seed=5):
        data = position.to_json()
        data |= {
            "colours": turned.split(","),
            "left": {changed[k]: n for k, n in data["left"].items()},
        }
        data["tiles"] = {place: sides.translate(table) for place, sides in data["tiles"].items()}
        if "drawn" in data:
            data["drawn"] = changed[data["drawn"]]
        other = Position.from_json(data)
        for seat in range(players):
            seen = old.split(observe(old, position, seat))
            same = new.split(observe(new, other, (seat + shift) % players))
            for name in set(seen) - ({"turn"} if shift else set()):  # of a seat, not of a colour
                assert (seen[name] == same[name]).all(), name
        if not shift:
            assert (legal_actions(old, position) == legal_actions(new, other)).all()


@every_variant
def test_actions_and_moves_are_found_from_each_other(
    game: str, players: int, options: dict[str, Any]
) -> None:
    variant = Variant(game, players, **options)
    position = next(islice(walk(game, players, options, seed=6), 20, None))
    actions = legal_actions(variant, position)
    for i in range(len(actions)):
        action, move, back = actions[i : i + 1].astype(np.int64), *np.zeros((2, 1), np.int64)
        assert kernels.find_moves(position.states, action, move) == -1
        kernels.find_actions(position.states, move, back)
        assert back[0] == action[0]


def test_fields_say_what_they_are() -> None:
    for game in GAMES.values():
        assert game.encoding is not None
        for n in game.players:
            names = [field.name for field in game.encoding.fields(n, game.choose(n, {}))]
            assert len(set(names)) == len(names)
    variant = Variant("azul", 2)
    position = Position("azul", 2)
    position.push("BBYR KKWW BYRW YYYY RRKW")
    position.push("1B2")
    seen = variant.split(observe(variant, position, 0))
    assert seen["sources"][-1].tolist() == [0, 1, 1, 0, 0]  # the centre: Y and R
    assert seen["lines"][0, 1].tolist() == [2, 0, 0, 0, 0]
    assert seen["turn"].tolist() == [0, 1]
    assert seen["bag"].sum() == 80
    assert rules.MAX_EVENTS > EVENTS


@every_variant
def test_an_agent_plays_positions_of_the_library(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """`Variant` observes a position and names moves as an environment does, and no other."""
    variant = Variant(game, players, **options)
    position = next(islice(walk(game, players, options, seed=7), 10, None))
    seen = variant.observe(position)
    assert (seen["observation"] == observe(variant, position, position.actor)).all()
    actions = np.flatnonzero(seen["action_mask"]).tolist()
    moves = [variant.move_of(position, action) for action in actions]
    assert sorted(moves) == sorted(position.legal_moves)
    assert [variant.action_of(position, move) for move in moves] == actions
    public = Position.from_json(position.to_json())
    assert (variant.observe(public)["observation"] == seen["observation"]).all()
    with pytest.raises(BadArgument, match="not legal"):
        variant.move_of(position, variant.actions)
    wall = "coloured" if options.get("wall") == "gray" else "gray"
    other = Variant("azul", players, wall=wall)
    for wrong in (position, public):
        with pytest.raises(BadArgument, match="another game or variant"):
            other.observe(wrong)
    with pytest.raises(NoDecision):
        Variant("azul").observe(Position("azul"))  # a deal is due
