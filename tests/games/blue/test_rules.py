"""The rules of BLUE, a test or more for each clause."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import batch
from azulejos.compiled.rng import make_rng
from azulejos.contract.rules import CHANCE
from azulejos.errors import BadNotation, IllegalMove
from azulejos.games.blue import BLUE, rules
from azulejos.games.blue.notation import parse_move
from azulejos.position import Position
from tests.games.blue.table import CORNER, RING, WORKED, play_out, row, seen, table

TILES = [
    "wgwb",
    "wbwg",
    "gwbw",
    "bwgw",
    "gwgb",
    "gbgw",
    "wgbg",
    "bgwg",
    "bwbg",
    "bgbw",
    "wbgb",
    "gbwb",
]


def refused(position: Position, move: str) -> str:
    """The clause for which a move or draw is refused."""
    with pytest.raises(IllegalMove) as refusal:
        position.push(move)
    return refusal.value.clause


def at(position: Position, place: str) -> list[str]:
    """The tiles that may be laid at a place."""
    found = (move.split(":") for move in position.legal_moves)
    return sorted(sides for where, sides in found if where == place)


# ---- Material and set-up


def test_b1_there_are_54_tiles_18_of_each_kind() -> None:
    position = table()
    assert position.to_json()["left"] == {"w": 18, "g": 18, "b": 18}
    play_out(position, [])
    assert len(position.history) == 54


def test_b1_the_sides_of_a_tile_read_s_x_s_y() -> None:
    assert at(table(), "0,0") == sorted(TILES)


@pytest.mark.parametrize("sides", ["gwwb", "bbbg", "wwww", "wgwg", "wwgb"])
def test_b1_other_sides_are_no_tile_wherever_they_are_laid(sides: str) -> None:
    position = table("0,0:wgwb")
    assert refused(position, f"1,0:{sides}") == "B1"
    assert refused(position, f"0,0:{sides}") == "B1"
    assert refused(position, f"99999,0:{sides}") == "B1"


def test_b2_a_tile_may_be_laid_in_four_orientations() -> None:
    turned = ["wgwb", "bwgw", "wbwg", "gwbw"]  # by a quarter turn each
    assert [TILES.index(sides) // 4 for sides in turned] == [0] * 4
    position = table("0,0:wgbg 1,0:bgwg", draw="blind")  # two tiles that look at each other in gray
    position.push("w")
    assert set(turned) == {move.split(":")[1] for move in position.legal_moves}


def test_b3_three_players_lay_in_the_order_white_gray_blue() -> None:
    position = table()
    assert position.to_json()["colours"] == ["white", "gray", "blue"]
    turns = []
    for move in ["0,0:wgwb", "1,0:wbwg", "-1,0:wbwg", "0,1:wgbg"]:
        turns.append(position.turn)
        position.push(move)
    assert turns == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("colours", "scores"),
    [("white,gray", (90, 81)), ("white,blue", (90, 73)), ("gray,blue", (81, 73))],
)
def test_b3_two_players_have_two_colours_and_the_third_counts_for_nobody(
    colours: str, scores: tuple[int, ...]
) -> None:
    position = table("0,0:wgbg", players=2, colours=colours)
    assert position.turn == 1
    assert position.to_json()["colours"] == colours.split(",")
    assert table(WORKED, players=2, colours=colours).scores == scores


@pytest.mark.parametrize("players", [1, 4, -2])
def test_b3_no_other_number_can_play(players: int) -> None:
    with pytest.raises(BadNotation) as refusal:
        Position("blue", players)
    assert refusal.value.code == "players.number"


def test_b4_a_player_takes_any_kind_that_is_left() -> None:
    position = table(row(17))
    assert at(position, "17,0") == ["bgbw", "bwgw", "gbgw", "gwbw"]
    position.push("17,0:gwbw")
    assert at(position, "18,0") == ["bgbw", "gbgw"]
    assert refused(position, "18,0:gwbw") == "B4"


def test_b4_blind_the_player_draws_then_lays_that_tile() -> None:
    position = table(draw="blind")
    assert position.needs_deal
    assert position.legal_moves == []
    position.push("g")
    assert (position.turn, position.to_json()["left"]["g"]) == (0, 18)
    assert at(position, "0,0") == sorted(sides for sides in TILES if TILES.index(sides) // 4 == 1)
    assert refused(position, "0,0:wgwb") == "B4"
    position.push("0,0:gwgb")
    assert position.needs_deal
    position.push("b")
    assert position.turn == 1


def test_b4_blind_no_tile_can_be_laid_before_it_is_drawn() -> None:
    s = table("0,0:wgwb", draw="blind").states[0]
    assert rules.move_fault(s, parse_move(s, "1,0:gbwb")) == "B6"
    assert rules.move_fault(s, parse_move(s, "1,0:wbwg")) == "B4"


def test_b4_blind_only_a_kind_that_is_left_can_be_drawn() -> None:
    position = table(row(18), draw="blind")
    assert refused(position, "w") == "B4"
    assert {table(row(18), draw="blind").deal(n) for n in range(40)} == {"g", "b"}


def test_b4_blind_every_tile_of_the_pile_is_as_likely() -> None:
    position = table(row(9), draw="blind")  # 9, 18 and 18 are left
    states, rng = np.repeat(position.states, 4500), make_rng(1)
    deals = np.zeros((len(states), 1), np.int64)
    batch.draw(states, rng, deals)
    found = Counter(deals[:, 0].tolist())
    assert abs(found[0] - 900) < 135  # five standard deviations
    assert abs(found[1] - 1800) < 165
    assert abs(found[2] - 1800) < 165


def test_b4_blind_the_kinds_left_are_drawn_in_proportion() -> None:
    states = table(f"{row(18)} 18,0:gbgw", draw="blind").states  # 0, 17 and 18 are left
    deals, chances = np.zeros((3, 1), np.int64), np.zeros(3)
    assert rules.outcomes(states[0], deals, chances) == 2
    assert deals[:2, 0].tolist() == [1, 2]
    assert chances[:2].tolist() == [17 / 35, 18 / 35]


def test_b4_a_draw_is_refused_when_none_is_due() -> None:
    drawn = table(draw="blind")
    drawn.push("w")
    over = table(WORKED, draw="blind")
    deal = np.array([0])
    assert rules.deal_fault(table(draw="blind").states[0], deal) == ""
    assert rules.deal_fault(table(draw="blind").states[0], np.array([3])) == "B4"
    assert rules.deal_fault(drawn.states[0], deal) == "B4"
    assert rules.deal_fault(table().states[0], deal) == "B4"
    assert rules.deal_fault(over.states[0], deal) == "B9"


@pytest.mark.parametrize("draw", ["open", "blind"])
def test_b4_the_short_game_has_39_tiles(draw: str) -> None:
    position = table(draw=draw, tiles_per_type="13")
    assert position.to_json()["left"] == {"w": 13, "g": 13, "b": 13}
    play_out(position, [5, 3, 8])
    assert len(position.to_json()["tiles"]) == 39


# ---- A turn


def test_b5_the_first_tile_lies_at_0_0() -> None:
    assert refused(table(), "1,0:wgwb") == "B5"
    assert refused(table(), "0,-1:wgwb") == "B5"
    assert rules.move_fault(table().states[0], 1) == "B5"  # by its number
    table().push("0,0:wgwb")


def test_b5_a_tile_touches_another_by_a_side() -> None:
    position = table("0,0:wgwb")
    places = {move.split(":")[0] for move in position.legal_moves}
    assert places == {"0,-1", "1,0", "0,1", "-1,0"}
    assert refused(position, "1,1:wgwb") == "B5"  # only a corner
    assert refused(position, "0,0:wgwb") == "B5"  # taken
    assert refused(position, "2,0:wgwb") == "B5"


@pytest.mark.parametrize("place", ["64,-1", "63,-1", "-62,1", "33,32", "-31,-32", "66,65"])
def test_b5_a_place_far_away_is_not_taken_for_one_nearby_where_the_grid_folds(place: str) -> None:
    assert refused(table("0,0:wgwb"), f"{place}:wbwg") == "B5"
    assert refused(table(row(18)), f"{place}:wbwg") == "B5"


def test_b5_absurd_places_are_far_away() -> None:
    assert refused(table("0,0:wgwb"), "999999,0:wgwb") == "B5"
    assert refused(table("0,0:wgwb"), f"0,-{'9' * 10000}:wgwb") == "B5"


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)])
def test_b5_tiles_may_reach_as_far_as_there_are_tiles(dx: int, dy: int) -> None:
    """In a straight line, and in steps."""
    position = table()
    x = y = 0
    for n in range(54):
        position.push(max(move for move in position.legal_moves if move.startswith(f"{x},{y}:")))
        is_along = dx and (not dy or n % 2)
        x, y = (x + dx, y) if is_along else (x, y + dy)
    assert list(position.to_json()["tiles"])[-1] == max(
        position.to_json()["tiles"], key=lambda name: sum(map(abs, map(int, name.split(","))))
    )
    assert position.is_over


def test_b6_touching_sides_must_be_equal() -> None:
    position = table("0,0:wgwb")
    assert at(position, "1,0") == [sides for sides in sorted(TILES) if sides[3] == "g"]
    assert at(position, "0,1") == [sides for sides in sorted(TILES) if sides[0] == "w"]
    assert refused(position, "1,0:wgwb") == "B6"


def test_b6_all_touching_sides_count() -> None:
    position = table("0,0:gwgb 1,0:gbgw 1,1:gwbw")
    assert at(position, "0,1") == [s for s in sorted(TILES) if s[0] == "g" and s[1] == "w"]
    assert refused(position, "0,1:gbwb") == "B6"
    assert refused(position, "0,1:bwbg") == "B6"


def test_b6_comes_before_b4() -> None:
    assert refused(table(row(18)), "18,0:wgwb") == "B6"


def test_b7_two_equal_sides_around_a_corner_block_a_space() -> None:
    position = table(CORNER)
    assert position.view()["blocked"] == ["1,0"]
    assert at(position, "1,0") == []
    assert {refused(position, f"1,0:{sides}") for sides in TILES} == {"B6"}


def test_b7_two_pairs_of_equal_sides_across_block_a_space() -> None:
    *ring, last = RING.split()
    position = table(" ".join(ring))
    assert position.view()["blocked"] == []
    position.push(last)
    assert position.view()["blocked"] == ["1,0"]
    assert at(position, "1,0") == []


def test_b7_blocked_spaces_stay_blocked_when_more_is_laid_around_them() -> None:
    position = table(f"{CORNER} 2,-1:bwbg 2,0:bgbw")
    assert position.view()["blocked"] == ["1,0"]


def test_b7_blocked_is_about_the_shape_and_not_about_the_tiles_left() -> None:
    position = table(f"{row(18)} 1,1:bgbw 1,2:bgbw 0,2:gwgb")  # only bwgw fits 0,1
    assert refused(position, "0,1:bwgw") == "B4"
    assert at(position, "0,1") == []
    assert position.view()["blocked"] == []


def test_b8_a_turn_may_not_be_passed() -> None:
    for text in ("pass", "", "-"):
        with pytest.raises(BadNotation):
            table("0,0:wgwb").push(text)


@given(st.lists(st.integers(0, 10**6), max_size=110), st.sampled_from(["open", "blind"]))
def test_b8_a_legal_place_always_exists(numbers: list[int], draw: str) -> None:
    """Else `play_out` would divide by zero."""
    position = table(draw=draw, tiles_per_type="13")
    play_out(position, numbers)
    assert position.is_over


@pytest.mark.parametrize("draw", ["open", "blind"])
def test_b9_the_game_ends_when_all_tiles_have_been_laid(draw: str) -> None:
    *moves, last = WORKED.split()
    position = table(" ".join(moves), draw=draw)
    assert not position.is_over
    assert position.outcome is None
    if position.needs_deal:
        position.deal()
    position.push(last)
    assert position.is_over
    assert position.legal_moves == []


def test_b9_no_move_is_legal_after_that_whatever_else_is_wrong_with_it() -> None:
    position = table(WORKED)
    assert refused(position, "0,2:wgwb") == "B9"
    assert refused(position, "0,0:wwww") == "B9"
    assert refused(position, "99,0:wgwb") == "B9"
    with pytest.raises(BadNotation):
        position.push("0,2:wg")


# ---- Score


@pytest.mark.parametrize("n", [1, 2, 5])
def test_b10_a_chain_is_worth_ten_whatever_its_length(n: int) -> None:
    middle = " ".join(f"{x},0:gwbw" for x in range(1, n + 1))
    position = table(f"0,0:gwgb {middle}")
    assert seen(position, "chains") == []
    position.push(f"{n + 1},0:gbgw")
    places = " ".join(f"{x},0" for x in range(n + 2))
    assert seen(position, "chains") == [("white", places)]
    assert position.scores == (10, 0, 0)


def test_b10_chains_run_down_too_and_count_for_the_owner_of_the_colour() -> None:
    position = table("0,0:wbgb 0,1:gwgb")  # seat 0 and 1 lay a gray end and a gray segment
    position.push("0,2:gbwb")  # seat 2, blue, closes it
    assert seen(position, "chains") == [("gray", "0,0 0,1 0,2")]
    assert position.view()["chains"][0]["direction"] == "south"
    assert position.scores == (0, 10, 0)


def test_b10_a_line_without_an_end_at_each_side_is_no_chain() -> None:
    position = table("0,0:gwbw 1,0:gwbw 2,0:gbgw")
    assert seen(position, "chains") == []
    position.push("-1,0:gwgb")
    assert seen(position, "chains") == [("white", "-1,0 0,0 1,0 2,0")]


def test_b10_one_tile_may_close_several_chains() -> None:
    position = table("0,0:gwgb 0,-1:gbgw 1,-1:gwgb 1,-2:wbgb 2,-1:gbgw 2,0:gbgw")
    assert position.scores == (1, 0, 1)
    position.push("1,0:gwbw")
    assert sorted(seen(position, "chains")) == [
        ("gray", "1,-2 1,-1 1,0"),
        ("white", "0,0 1,0 2,0"),
    ]
    assert position.scores == (11, 10, 1)


def test_b11_two_ends_that_touch_are_a_circle_worth_one() -> None:
    position = table("0,0:wgwb 1,0:bwbg")
    assert seen(position, "circles") == [("gray", "0,0 1,0")]
    assert seen(position, "chains") == []
    assert position.scores == (0, 1, 0)


def test_b11_with_a_segment_between_it_is_a_chain_and_no_circle() -> None:
    position = table("0,0:wgwb 1,0:wgbg 2,0:bwbg")
    assert seen(position, "circles") == []
    assert seen(position, "chains") == [("gray", "0,0 1,0 2,0")]


def test_b12_the_worked_example_of_the_rulebook() -> None:
    """9 chains and no circle, 8 and 1, 7 and 3."""
    position = table(WORKED)
    chains = Counter(colour for colour, _ in seen(position, "chains"))
    circles = Counter(colour for colour, _ in seen(position, "circles"))
    assert chains == {"white": 9, "gray": 8, "blue": 7}
    assert circles == {"gray": 1, "blue": 3}
    assert position.outcome is not None
    assert position.outcome.scores == (90, 81, 73)
    assert position.outcome.winners == (0,)


@pytest.mark.parametrize(
    ("moves", "shares"),
    [
        ("0,0:wgwb", (1 / 3, 1 / 3, 1 / 3)),
        ("0,0:wgwb 1,0:bwbg", (0, 1, 0)),
        ("0,0:wgwb 1,0:bwbg 2,0:bgbw", (0.5, 0.5, 0)),
    ],
)
def test_b12_most_points_win_and_equal_points_share(moves: str, shares: tuple[float, ...]) -> None:
    out = np.zeros((1, 2, batch.SEATS))
    batch.result(table(moves).states, out)
    assert tuple(out[0, 0, :3]) == pytest.approx(shares)


def test_the_actor_is_chance_before_every_draw() -> None:
    states = BLUE.new_states()
    batch.setup(states, 2, BLUE.choose(2, {"draw": "blind"}))
    assert states[0].actor == CHANCE
