"""The rules of Azul, a test or more for each clause: set-up, deals and the factory offer (A1 to
A16). Wall tiling and the end are in `test_rules_tiling.py`.
"""

from collections import Counter

import numpy as np
import pytest

from azulejos.errors import BadNotation, IllegalMove
from azulejos.games.azul import AZUL
from azulejos.position import Position
from tests.games.azul.table import FOUR_COLUMNS, LETTERS, board, letters, lines, seat, table


def refused(position: Position, move: str) -> str:
    """The clause for which a move or deal is refused."""
    with pytest.raises(IllegalMove) as refusal:
        position.push(move)
    return refusal.value.clause


def takes(position: Position, start: str) -> str:
    """Where the legal moves that begin with a source and a colour lead: lines, and F."""
    return "".join(move[-1] for move in position.legal_moves if move.startswith(start))


# ---- Material and set-up


@pytest.mark.parametrize(("players", "displays"), [(2, 5), (3, 7), (4, 9)])
def test_a1_two_three_or_four_players_have_five_seven_or_nine_displays(
    players: int, displays: int
) -> None:
    position = Position("azul", players)
    position.deal(1)
    data = position.to_json()
    assert len(data["boards"]) == players
    assert [len(tiles) for tiles in data["displays"]] == [4] * displays


@pytest.mark.parametrize("players", [1, 5, -2, 20])
def test_a1_no_other_number_can_play(players: int) -> None:
    with pytest.raises(BadNotation) as refusal:
        Position("azul", players)
    assert refusal.value.code == "players.number"


def test_a2_the_bag_holds_twenty_tiles_of_each_colour_and_the_lid_none() -> None:
    data = Position("azul").to_json()
    assert data["bag"] == {"B": 20, "Y": 20, "R": 20, "K": 20, "W": 20}
    assert letters(data["lid"]) == ""


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_a3_line_n_holds_n_tiles(n: int) -> None:
    position = table(board(), board(floor="M"), centre="RRRRRRRK", marker=1)
    position.push(f"CR{n}")
    assert seat(position, 0)["lines"][n - 1] == "R" * n
    assert seat(position, 0)["floor"] == "R" * (7 - n)


@pytest.mark.parametrize(
    ("fallen", "cost"), list(enumerate([0, 1, 1 + 1, 2 + 2, 4 + 2, 6 + 2, 8 + 3, 11 + 3]))
)
def test_a3_a_floor_line_of_seven_spaces(fallen: int, cost: int) -> None:
    mine = board(wall="BYR.. WB... K....", floor="RRRRRRR"[:fallen], score=40)
    position = table(mine, board(), displays="YYYY")
    position.push("1Y5")
    assert position.scores == (40 - cost, 0)


def test_a3_scores_start_at_0_and_all_play_on_the_same_side() -> None:
    for side in ("coloured", "gray"):
        position = Position("azul", 4, wall=side)
        assert position.scores == (0, 0, 0, 0)
        assert position.to_json()["wall"] == side


@pytest.mark.parametrize(
    ("line", "row"), list(enumerate(["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"], 1))
)
@pytest.mark.parametrize("colour", LETTERS)
def test_a4_each_row_of_the_coloured_wall_is_the_one_above_shifted_right(
    line: int, row: str, colour: str
) -> None:
    position = table(board(), board(floor="M"), centre=colour * 5, marker=1)
    position.push(f"C{colour}{line}")
    assert seat(position, 0)["wall"][line - 1] == "".join(x if x == colour else "." for x in row)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a5_the_starting_player_holds_the_marker(first: int) -> None:
    position = Position("azul", 3, first=first)
    assert position.to_json()["marker"] == position.to_json()["first"] == first
    position.deal(1)
    assert position.turn == first


# ---- A round begins


def test_a6_each_display_gets_four_tiles_from_the_bag() -> None:
    position = Position("azul")
    position.push("BBBB YYYY RRRR KKKK BYRK")
    assert position.to_json()["displays"] == ["BBBB", "YYYY", "RRRR", "KKKK", "BYRK"]
    assert position.to_json()["bag"] == {"B": 15, "Y": 15, "R": 15, "K": 15, "W": 20}


@pytest.mark.parametrize("deal", ["BBB YYYY RRRR KKKK WWWW", "- BBBB YYYY RRRR KKKK"])
def test_a6_no_display_is_short_while_there_are_tiles(deal: str) -> None:
    assert refused(Position("azul"), deal) == "A6"


def test_a6_a_deal_may_take_all_tiles_of_a_colour_but_no_more() -> None:
    position = Position("azul", 3)
    assert refused(position, "BBBB BBBB BBBB BBBB BBBB BYYY YYYY") == "A6"
    position.push("BBBB BBBB BBBB BBBB BBBB YYYY YYYY")
    assert position.to_json()["bag"] == {"B": 0, "Y": 12, "R": 20, "K": 20, "W": 20}


def test_a6_a_deal_that_just_empties_the_bag_does_not_refill_it() -> None:
    bag = "BBBB YYYY RRRR KKKK WWWW"
    position = table(board(), board(), phase="deal", bag=bag.replace(" ", ""), idle_rounds=1)
    position.push(bag)
    assert letters(position.to_json()["bag"]) == ""
    assert position.to_json()["lid"] == {"B": 16, "Y": 16, "R": 16, "K": 16, "W": 16}


def test_a6_the_lid_refills_the_bag_when_a_tile_is_due_and_the_bag_is_empty() -> None:
    bag = "BBBBYYYYRRRRKKKKWW"  # the last display needs two tiles more
    position = table(board(), board(), phase="deal", bag=bag, idle_rounds=1)
    position.push("BBBB YYYY RRRR KKKK WWBY")
    assert letters(position.to_json()["lid"]) == ""
    assert position.to_json()["bag"] == {"B": 15, "Y": 15, "R": 16, "K": 16, "W": 18}


@pytest.mark.parametrize(
    "deal",
    [
        "BBBB YYYY RRRR KKKK WBYR",  # one W stays in the bag
        "BBBB YYYY RRRR WWWW KKKK",  # two W of the lid while the bag has K
        "BBBB YYYY RRRR KKKY WWKB",  # a fifth Y while the bag has W
    ],
)
def test_a6_the_bags_last_tiles_come_before_any_of_the_lid(deal: str) -> None:
    bag = "BBBBYYYYRRRRKKKKWW"
    position = table(board(), board(), phase="deal", bag=bag, idle_rounds=1)
    assert refused(position, deal) == "A6"
    position.push("BBBB YYYY RRRR WWKK KKWB")  # the bag's last tiles: two K
    assert position.turn == 0


def test_a6_what_the_refilled_bag_does_not_hold_cannot_be_dealt() -> None:
    position = table(*[board(wall=FOUR_COLUMNS)] * 4, phase="deal", bag="BB")  # B2 Y4 R4 K4 W4 wait
    assert refused(position, "BBYY YYYR RRRK KKKW WWWB - - - -") == "A6"
    assert refused(position, "BBYY YYRR RRKK KKWW WWBB B - - -") == "A6"
    position.push("BBYY YYRR RRKK KKWW WWBB - - - -")
    assert letters(position.to_json()["bag"]) + letters(position.to_json()["lid"]) == ""


def test_a6_a_bag_that_holds_nothing_is_refilled_for_the_first_tile() -> None:
    position = table(board(), board(), phase="deal", bag="", idle_rounds=1)
    position.push("BBBB YYYY RRRR KKKK WWWW")
    assert position.to_json()["bag"] == {"B": 16, "Y": 16, "R": 16, "K": 16, "W": 16}


def test_a6_drawn_deals_follow_the_clause_and_every_tile_is_as_likely() -> None:
    bag = "BBBBBBBBBBYYYYY" + "RRK"  # eighteen: the last display is filled from the lid
    first, last = Counter[str](), Counter[str]()
    for entropy in range(2000):
        position = table(board(), board(), phase="deal", bag=bag, idle_rounds=1)
        displays = position.deal(entropy).split()
        first.update(displays[0])
        last.update(displays[4])
    # of 8000 tiles 18 equal shares; four deviations of such a number are less than 180
    assert all(abs(first[c] - 8000 * bag.count(c) / 18) < 180 for c in LETTERS)
    assert first["W"] == 0
    assert last["W"] > 0


def test_a6_when_both_run_out_only_the_last_displays_are_short_or_empty() -> None:
    boards = [board(lines="- K", wall=FOUR_COLUMNS), *[board(wall=FOUR_COLUMNS)] * 3]
    position = table(*boards, phase="deal", bag="BBYYW")  # and fourteen wait in the lid
    for entropy in range(20):
        drawn = position.copy().deal(entropy).split()
        assert [len(tiles.strip("-")) for tiles in drawn] == [4, 4, 4, 4, 3, 0, 0, 0, 0]


def test_a6_deals_are_too_many_to_list() -> None:
    listed = np.zeros((9, AZUL.rules.DEAL_SIZE), np.int64), np.zeros(9)
    assert AZUL.rules.outcomes(Position("azul").states[0], *listed) == 0


def test_a7_the_marker_goes_to_the_centre_and_turns_go_clockwise() -> None:
    position = Position("azul", 4, first=2)
    position.deal(1)
    assert position.to_json()["marker"] == "centre"
    turns = []
    for _ in range(6):
        turns.append(position.turn)
        position.push(position.legal_moves[0])
    assert turns == [2, 3, 0, 1, 2, 3]


# ---- Factory offer: a turn


def test_a8_all_tiles_of_a_colour_from_a_display_and_the_others_go_to_the_centre() -> None:
    position = table(board(), board(), displays="BBYR KKKK WWWW BYRK YYYY")
    position.push("1B2")
    assert lines(position, 0) == "- BB - - -"
    assert position.to_json()["displays"] == ["", "KKKK", "WWWW", "BYRK", "YYYY"]
    assert position.to_json()["centre"] == "YR"


def test_a8_all_tiles_of_a_colour_from_the_centre_and_the_others_stay() -> None:
    position = table(board(), board(floor="M"), centre="BYYYR", displays="KKKK", marker=1)
    position.push("CY3")
    assert lines(position, 0) == "- - YYY - -"
    assert position.to_json()["centre"] == "BR"
    assert position.to_json()["displays"][0] == "KKKK"


@pytest.mark.parametrize("move", ["1W1", "2B1", "CK3", "1WF"])
def test_a8_a_source_without_the_colour_gives_nothing(move: str) -> None:
    position = table(board(), board(floor="M"), centre="BYYYR", displays="KKBB", marker=1)
    assert refused(position, move) == "A8"


def test_a9_the_first_to_take_from_the_centre_takes_the_marker_before_the_tiles() -> None:
    position = table(board(floor="Y"), board(), displays="BBBB", centre="KKR")
    position.push("CKF")
    assert seat(position, 0)["floor"] == "YMKK"
    assert position.to_json()["marker"] == 0
    position.push("CR1")
    assert seat(position, 1)["floor"] == ""
    assert position.to_json()["marker"] == 0


def test_a10_the_tiles_go_to_exactly_one_line_or_the_floor() -> None:
    position = table(board(), board(), displays="BBYR KKKK WWWW BYRK YYYY")
    assert takes(position, "1B") == "12345F"
    for line in (2, 3, 4, 5):
        after = position.copy()
        after.push(f"1B{line}")
        assert lines(after, 0) == " ".join("BB" if n == line else "-" for n in range(1, 6))
        assert seat(after, 0)["floor"] == ""


def test_a11_a_line_that_holds_tiles_takes_only_the_same_colour() -> None:
    position = table(board(lines="- R - YY"), board(), displays="RRYY")
    assert takes(position, "1R") == "1235F"
    assert takes(position, "1Y") == "1345F"
    assert refused(position, "1R4") == refused(position, "1Y2") == "A11"


def test_a11_a_complete_line_takes_no_more() -> None:
    position = table(board(lines="- RR"), board(), displays="RRYY")
    assert takes(position, "1R") == "1345F"
    assert refused(position, "1R2") == refused(position, "1Y2") == "A11"


def test_a12_a_colour_may_not_go_beside_a_row_that_holds_it() -> None:
    position = table(board(wall=".Y... ..Y.. ..... ..... Y...."), board(), displays="YYYR")
    assert takes(position, "1Y") == "34F"
    assert takes(position, "1R") == "12345F"
    assert refused(position, "1Y1") == refused(position, "1Y5") == "A12"


def test_a12_is_named_after_a8_and_a11() -> None:
    position = table(board(lines="- B", wall="B.... ..Y.."), board(), displays="YYYR")
    assert refused(position, "1B1") == "A8"
    assert refused(position, "1Y2") == "A11"


def test_a12_holds_on_the_gray_side_wherever_the_colour_stands() -> None:
    position = table(board(wall="....Y Y...."), board(), displays="YYYR", wall="gray")
    assert takes(position, "1Y") == "345F"


def test_a11_a12_example_of_the_rulebook() -> None:
    """Yellow on wall rows 2 and 3, a blue tile in line 4, two yellow tiles to place."""
    position = table(board(lines="- - - B", wall="..... ..Y.. ...Y."), board(), displays="YYKK")
    assert takes(position, "1Y") == "15F"
    assert [refused(position, f"1Y{n}") for n in (2, 3, 4)] == ["A12", "A12", "A11"]
    position.push("1Y1")
    assert lines(position, 0) == "Y - - B -"
    assert seat(position, 0)["floor"] == "Y"


def test_a13_what_does_not_fit_falls_to_the_floor_from_the_left() -> None:
    position = table(board(lines="- - RR", floor="K"), board(), displays="RRRB")
    position.push("1R3")
    assert lines(position, 0) == "- - RRR - -"
    assert seat(position, 0)["floor"] == "KRR"


def test_a13_all_tiles_may_be_put_on_the_floor_by_choice() -> None:
    position = Position("azul")
    position.push("RRRB KKKK WWWW BYRK YYYY")
    position.push("1RF")
    assert lines(position, 0) == "- - - - -"
    assert seat(position, 0)["floor"] == "RRR"


def test_a13_the_floor_takes_what_no_line_takes() -> None:
    position = table(board(lines="Y YY YYY YYYY YYYYY"), board(), displays="RRRB")
    assert position.legal_moves == ["1BF", "1RF"]
    state = position.states[0]
    assert AZUL.rules.move_fault(state, AZUL.notation.parse_move(state, "1RF")) == ""


def test_a14_tiles_beyond_the_seventh_space_cost_nothing() -> None:
    mine = board(wall="BYR.. WB... K....", floor="KKKKKB", score=40)
    position = table(mine, board(), displays="YYYY")
    position.push("1YF")
    assert position.scores == (40 - 14, 0)


def test_a14_tiles_beyond_the_seventh_space_go_to_the_lid_at_once() -> None:
    position = table(board(floor="KKKKKB"), board(), displays="RRRB")
    position.push("1RF")
    assert seat(position, 0)["floor"] == "KKKKKBR"
    assert letters(position.to_json()["lid"]) == "RR"


def test_a15_with_a_full_floor_the_marker_lies_beside_the_board_without_penalty() -> None:
    mine = board(wall="BYR.. WB... K....", floor="KKKKKBB", score=40)
    position = table(mine, board(), centre="RR", first=1, turn=0)
    position.push("CR5")
    assert position.scores == (40 - 14, 0)
    assert position.to_json()["first"] == 0  # and still starts the next round


def test_a15_the_marker_beside_the_board_stands_in_no_floor() -> None:
    position = table(board(floor="KKKKKBB"), board(), centre="RRB", first=1, turn=0)
    position.push("CR5")
    assert seat(position, 0)["floor"] == "KKKKKBB"
    assert position.to_json()["marker"] == 0
    position.push("CB1")
    assert seat(position, 1)["floor"] == ""


def test_a16_the_offer_ends_when_centre_and_displays_are_empty() -> None:
    position = table(board(), board(), displays="RRRB", turn=0)
    position.push("1R5")
    assert position.turn == 1
    position.push("CB5")
    assert position.needs_deal
    assert position.to_json()["round"] == 2


def test_a16_a_turn_may_not_be_passed() -> None:
    position = table(board(), board(), displays="RRRB")
    assert position.legal_moves
    for nothing in ("", "-", "pass"):
        with pytest.raises(BadNotation):
            position.push(nothing)


def test_a16_nothing_can_be_taken_while_walls_are_tiled() -> None:
    position = table(board(lines="R"), board(), tiling={"seat": 0, "line": 1}, wall="gray")
    assert refused(position, "1R1") == refused(position, "CBF") == "A16"


def test_a16_no_deal_during_a_round_and_no_move_before_a_deal() -> None:
    rules, states = AZUL.rules, table(board(), board(), displays="RRRB").states
    deal = AZUL.notation.parse_deal(states[0], "BBBB YYYY RRRR KKKK WWWW")
    assert rules.deal_fault(states[0], deal) == "A16"
    before = Position("azul").states
    assert rules.move_fault(before[0], AZUL.notation.parse_move(before[0], "1R1")) == "A16"
