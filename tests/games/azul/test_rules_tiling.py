"""The rules of Azul, a test or more for each clause: wall tiling, the end and editions (A17 to
A28). What comes before is in `test_rules.py`.
"""

import pytest

from azulejos.errors import BadNotation, IllegalMove
from azulejos.games.azul import AZUL
from azulejos.position import Position
from tests.games.azul.table import LAST_TILE, Json, board, letters, lines, seat, table, wall


def refused(position: Position, move: str) -> str:
    """The clause for which a move or deal is refused."""
    with pytest.raises(IllegalMove) as refusal:
        position.push(move)
    return refusal.value.clause


def tiled(*boards: Json, **changes: object) -> Position:
    """The table after the last turn of the offer, in which seat 0 put four W on the floor."""
    position = table(*boards, displays="WWWW", **changes)
    position.push("1WF")
    return position


def drop_everything(position: Position) -> None:
    """A round in which every tile goes to the floor."""
    position.deal(1)
    while position.turn is not None:
        position.push(next(move for move in position.legal_moves if move.endswith("F")))


# ---- Wall tiling


def test_a17_a_complete_line_gives_one_tile_to_the_wall_and_the_others_to_the_lid() -> None:
    position = tiled(board(lines="- - - RRRR"), board())
    assert wall(position, 0) == "..... ..... ..... R.... ....."
    assert lines(position, 0) == "- - - - -"
    assert letters(position.to_json()["lid"]) == "RRRWWWW"


def test_a17_example_of_the_rulebook() -> None:
    """Lines 2 (red) and 4 (blue) are complete, 3 and 5 are not, on an empty wall."""
    position = tiled(board(), board(lines="- RR KK BBBB YYY"))
    assert wall(position, 1) == "..... ...R. ..... ...B. ....."
    assert lines(position, 1) == "- - KK - YYY"
    assert position.scores == (0, 1 + 1)


def test_a17_lines_are_tiled_from_top_to_bottom() -> None:
    position = tiled(board(), board(lines="B WW KKK RRRR YYYYY"))
    assert wall(position, 1) == "B.... W.... K.... R.... Y...."
    assert position.scores == (0, 1 + 2 + 3 + 4 + 5)  # each is laid below the ones before


def test_a17_no_other_line_can_be_tiled_than_the_one_that_is_due() -> None:
    position = tiled(board(lines="- RR BBB"), board(), wall="gray")
    assert position.to_json()["tiling"] == {"seat": 0, "line": 2}
    assert refused(position, "3>1") == refused(position, "1>1") == "A17"
    during_the_offer = table(board(lines="R"), board(), displays="WWWW", wall="gray")
    assert refused(during_the_offer, "1>1") == "A17"


def test_a18_on_the_coloured_side_nothing_is_chosen() -> None:
    position = tiled(board(lines="B YY RRR KKKK WWWWW"), board(lines="K"))
    assert position.needs_deal
    assert wall(position, 0) == "B.... ..Y.. ....R .K... ...W."


def test_a18_on_the_gray_side_the_player_chooses_an_empty_space_of_the_row() -> None:
    position = tiled(board(lines="- RR", wall="..... B..K."), board(), wall="gray")
    assert position.turn == 0
    assert position.legal_moves == ["2>2", "2>3", "2>5"]
    assert refused(position, "2>1") == refused(position, "2>4") == "A18"
    position.push("2>3")
    assert wall(position, 0) == "..... B.RK. ..... ..... ....."


def test_a18_on_the_gray_side_a_column_takes_each_colour_once() -> None:
    position = tiled(board(lines="- RR", wall="R.... ..... .R..."), board(), wall="gray")
    assert position.legal_moves == ["2>3", "2>4", "2>5"]
    assert refused(position, "2>1") == refused(position, "2>2") == "A18"


def test_a18_on_the_gray_side_a_tile_just_laid_counts_for_the_next_line() -> None:
    position = tiled(board(lines="R RR"), board(), wall="gray")
    position.push("1>4")
    assert position.legal_moves == ["2>1", "2>2", "2>3", "2>5"]


def test_a18_on_the_gray_side_a_single_possible_space_is_laid_by_the_rules() -> None:
    position = tiled(board(lines="- RR", wall="..R.. BYKW."), board(), wall="gray")
    assert wall(position, 0) == "..R.. BYKWR ..... ..... ....."
    assert position.is_over


def test_a18_seats_choose_from_seat_0_up_each_from_the_top_line_down() -> None:
    position = tiled(board(lines="B RR"), board(lines="- - KKK"), board(lines="W"), wall="gray")
    due = []
    while position.turn is not None:
        due.append((position.turn, position.legal_moves[0]))
        position.push(position.legal_moves[0])
    assert due == [(0, "1>1"), (0, "2>1"), (1, "3>1"), (2, "1>1")]


def test_a18_who_has_tiled_has_paid_before_the_next_chooses() -> None:
    first = board(lines="- RR", wall="B....", floor="K", score=9)
    position = tiled(first, board(lines="K"), wall="gray")
    position.push("2>1")
    assert position.turn == 1
    assert seat(position, 0)["floor"] == ""
    assert position.scores == (9 + 2 - 8, 0)


JAMMED = "BYRK. ....W"  # row 1 has room for a W in column 5 alone, and there stands a W


def test_a19_where_no_space_is_possible_all_tiles_of_the_line_fall() -> None:
    mine = board(lines="W", wall=JAMMED, score=20)
    position = tiled(board(), mine, wall="gray")
    assert wall(position, 1) == "BYRK. ....W ..... ..... ....."
    assert lines(position, 1) == "- - - - -"
    assert position.scores == (0, 20 - 1)  # and count in this round's penalties


def test_a19_the_tiles_fall_before_the_next_line_is_looked_at() -> None:
    mine = board(lines="- - KKK RRRR", wall="K.... ..... .BYRW ....K", floor="B")
    position = tiled(mine, board(), wall="gray")
    assert position.to_json()["tiling"] == {"seat": 0, "line": 4}
    assert lines(position, 0) == "- - - RRRR -"
    assert seat(position, 0)["floor"] == "BWWWWKK"  # and the third to the lid (A14)
    assert letters(position.to_json()["lid"]) == "K"


def test_a19_the_line_is_free_again_and_takes_the_colour_again() -> None:
    position = tiled(board(lines="W", wall=JAMMED), board(), wall="gray")
    position.push("WWWW BBBB YYYY RRRR KKKK")
    assert "1W1" in position.legal_moves


def test_a20_an_isolated_tile_scores_1() -> None:
    position = tiled(board(), board(lines="- - KKK", wall="....W"))
    assert position.scores == (0, 1)


def test_a20_a_run_of_three_across_scores_3() -> None:
    position = tiled(board(), board(lines="- - WWW", wall="..... ..... K.B.."))
    assert position.scores == (0, 3)


def test_a20_a_run_of_three_down_scores_3() -> None:
    position = tiled(board(), board(lines="- YY", wall="..R.. ..... ..B.."))
    assert position.scores == (0, 3)


def test_a20_four_across_and_three_down_together_score_7() -> None:
    position = tiled(board(), board(lines="- - BBB", wall="..R.. ..Y.. KW.Y."))
    assert position.scores == (0, 4 + 3)


def test_a20_a_gap_ends_a_run() -> None:
    position = tiled(board(), board(lines="B", wall=".Y.KW ..... K...."))
    assert position.scores == (0, 2)


def test_a20_a_tile_scores_ten_in_the_middle_of_a_full_cross() -> None:
    position = tiled(board(), board(lines="- - BBB", wall="..R.. ..Y.. KW.YR ..W.. ..K.."))
    assert position.scores == (0, 5 + 5 + 2 + 7)  # and the bonuses of row and column (A24)


def test_a21_example_of_the_rulebook() -> None:
    """A floor line with the marker and four tiles costs 8."""
    position = tiled(board(), board(wall="BYR..", floor="BMKKR", score=20), marker=1)
    assert position.scores == (0, 20 - 8)


def test_a21_the_score_never_falls_below_0() -> None:
    position = tiled(board(lines="B"), board(wall="B....", floor="BBBBBBB", score=3))
    assert position.scores == (0, 0)  # seat 0: 1 point for the tile, then 6 lost


def test_a21_floor_tiles_go_to_the_lid_and_the_marker_stays_with_its_holder() -> None:
    position = tiled(board(), board(floor="BMK"), marker=1)
    assert seat(position, 1)["floor"] == ""
    assert letters(position.to_json()["lid"]) == "BKWWWW"
    assert position.to_json()["marker"] == 1


def test_a22_if_nobody_took_the_marker_the_same_player_starts_again() -> None:
    position = Position("azul", 3, first=1)
    position.push("BBBB YYYY RRRR KKKK WWWW BBBB YYYY")
    for display, colour in enumerate("BYRKWBY", 1):
        assert position.to_json()["centre"] == ""
        position.push(f"{display}{colour}F")
    assert position.needs_deal
    assert position.to_json()["first"] == position.to_json()["marker"] == 1
    position.deal(1)
    assert position.turn == 1


# ---- End


def test_a23_the_game_ends_after_the_tiling_in_which_a_row_is_completed() -> None:
    position = tiled(board(lines="B", wall=".YRKW"), board(lines="- RR"))
    assert position.is_over
    assert wall(position, 1) == "..... ...R. ..... ..... ....."  # the others tile too
    assert position.legal_moves == []
    assert refused(position, "1B1") == "A23"
    deal = AZUL.notation.parse_deal(position.states[0], "BBBB YYYY RRRR KKKK WWWW")
    assert AZUL.rules.deal_fault(position.states[0], deal) == "A23"


def test_a23_a_column_or_a_colour_does_not_end_the_game() -> None:
    column = board(lines="- - - - YYYYY", wall="B.... W.... K.... R....")
    colour = board(lines="- - - - BBBBB", wall="B.... .B... ..B.. ...B.")
    position = tiled(column, colour)
    assert position.needs_deal
    assert position.scores == (5 - 5, 1)


def test_a24_two_for_a_row_seven_for_a_column_ten_for_a_colour() -> None:
    walls = {
        "row": ".YRKW ..... ..... ..... .....",
        "row and column": ".YRKW W.... K.... R.... Y....",
        "row and colour": ".YRKW .B... ..B.. ...B. ....B",
        "all three": ".YRKW WB... K.B.. R..B. Y...B",
    }
    scores = {}
    for name, rows in walls.items():
        position = tiled(board(), board(lines="B", wall=rows))
        assert position.is_over
        scores[name] = position.scores[1]
    assert scores == {
        "row": 5 + 2,
        "row and column": 5 + 5 + 2 + 7,
        "row and colour": 5 + 2 + 10,
        "all three": 5 + 5 + 2 + 7 + 10,
    }


def test_a24_every_row_column_and_colour_counts() -> None:
    all_but_blue = ".YRKW W.YRK KW.YR RKW.Y YRKW."
    position = tiled(board(), board(lines="B BB BBB BBBB BBBBB", wall=all_but_blue))
    assert position.scores == (0, 5 * 10 + 5 * 2 + 5 * 7 + 5 * 10)


def test_a24_bonuses_count_however_the_game_ended() -> None:
    rows = "B.... W.... K.... R.... Y...."
    position = tiled(board(), board(wall=rows, score=15), idle_rounds=2)
    assert position.is_over
    assert position.scores == (0, 15 + 7)


def test_a25_most_points_win() -> None:
    position = tiled(board(), board(wall="B...."), board(wall="B....", score=3), idle_rounds=2)
    assert position.outcome is not None
    assert position.outcome.winners == (2,)
    assert position.outcome.shares == (0, 0, 1)


def test_a25_among_equals_more_complete_rows_win() -> None:
    row = board(lines="B", wall=".YRKW", score=10)  # 10 + 5 + 2
    position = tiled(board(), row, board(wall="BY...", score=17))
    assert position.outcome is not None
    assert position.outcome.scores == (0, 17, 17)
    assert position.outcome.shares == (0, 1, 0)


def test_a25_a_row_is_worth_less_than_a_point() -> None:
    row = board(lines="B", wall=".YRKW", score=10)  # 10 + 5 + 2
    position = tiled(board(), row, board(wall="BY...", score=18))
    assert position.outcome is not None
    assert position.outcome.winners == (2,)


def test_a25_still_equal_the_victory_is_shared() -> None:
    wall = "BY..."
    position = tiled(board(), board(wall=wall, score=9), board(wall=wall, score=9), idle_rounds=2)
    assert position.outcome is not None
    assert position.outcome.winners == (1, 2)
    assert position.outcome.shares == (0, 0.5, 0.5)


@pytest.mark.parametrize("side", ["coloured", "gray"])
def test_a26_the_game_ends_after_a_tiling_that_leaves_bag_and_lid_empty(side: str) -> None:
    position = table(*LAST_TILE, displays="Y", bag="", wall=side)
    position.push("1Y4")
    assert position.is_over
    assert position.scores == (28, 28, 28, 28)  # four columns each (A24)
    assert refused(position, "1Y1") == "A23"


def test_a26_a_single_tile_in_the_lid_is_enough_for_a_round() -> None:
    position = table(*LAST_TILE, displays="Y", bag="")
    position.push("1YF")
    assert position.needs_deal
    assert refused(position, "- Y - - - - - - -") == "A6"
    assert position.deal(1) == "Y - - - - - - - -"


@pytest.mark.parametrize("side", ["coloured", "gray"])
def test_a27_three_rounds_running_without_a_tile_laid_end_the_game(side: str) -> None:
    position = Position("azul", 2, wall=side)
    for rounds in (1, 2, 3):
        assert position.needs_deal
        drop_everything(position)
        assert position.to_json()["idle_rounds"] == rounds
    assert position.is_over
    assert position.scores == (0, 0)


def test_a27_the_rounds_must_be_running() -> None:
    position = tiled(board(), board(lines="B"), idle_rounds=2)
    assert position.needs_deal
    assert position.to_json()["idle_rounds"] == 0
    drop_everything(position)
    drop_everything(position)
    assert position.needs_deal


def test_a27_a_line_that_jams_lays_no_tile() -> None:
    position = tiled(board(), board(lines="W", wall=JAMMED), idle_rounds=2, wall="gray")
    assert position.is_over
    assert position.to_json()["idle_rounds"] == 3


# ---- Editions


def test_a28_an_edition_changes_nothing_in_the_rules() -> None:
    for players in AZUL.players:
        assert [option.name for option in AZUL.options(players)] == ["wall", "first"]
    with pytest.raises(BadNotation) as refusal:
        Position("azul", edition="mini")
    assert refusal.value.code == "option.unknown"
