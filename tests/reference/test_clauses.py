"""The rulebooks' worked examples and the rare clauses, on positions set up by hand."""

import pytest

from .azul import Azul
from .azul_board import Board
from .blue import TILES, Blue
from .illegal import Illegal
from .judge import judge

EMPTY_TABLE = ["", "", "", "", ""]


def at_offer(wall: str, displays: list[str], centre: str = "") -> Azul:
    """A game of two in its offer with just these tiles on the table; seat 0 is to move."""
    game = Azul(2, wall, 0)
    game.displays = [list(display) for display in displays]
    game.centre = list(centre)
    game.phase, game.marker = "offer", "centre"
    return game


def set_wall(board: Board, *rows: str) -> None:
    board.wall = [list(row) for row in rows]


def clause_of(game: Azul, text: str) -> str:
    with pytest.raises(Illegal) as caught:
        game.take(text)
    return caught.value.clause


# -- worked examples of Azul ----------------------------------------------------------------------


def test_floor_with_marker_and_four_tiles_costs_8() -> None:
    board = Board(floor=list("MBBYR"), score=20)
    assert board.pay_floor() == list("BBYR")
    assert (board.score, board.floor) == (12, [])


def test_runs_score_their_length() -> None:
    board = Board()
    board.lay(2, 2, "B")
    assert board.score == 1
    board.lay(2, 4, "R")
    board.lay(2, 3, "Y")
    assert board.score == 1 + 1 + 3
    board.lay(0, 3, "W")
    board.lay(1, 3, "K")
    assert board.score == 5 + 1 + 3
    board.lay(1, 0, "R")
    board.lay(1, 1, "B")
    assert board.score == 9 + 1 + 2
    board.lay(1, 2, "Y")
    assert board.score == 12 + 4 + 2


def test_run_of_4_across_and_3_down_scores_7() -> None:
    board = Board()
    set_wall(board, ".....", "BY.K.", "..B..", "..R..", ".....")
    board.lay(1, 2, "R")
    assert board.score == 4 + 3


def test_two_yellow_tiles() -> None:
    game = at_offer("coloured", ["YYRK", "", "", "", ""])
    set_wall(game.boards[0], ".....", "..Y..", "...Y.", ".....", ".....")
    game.boards[0].lines[3] = ["B"]
    assert [m for m in game.legal_moves() if m[1] == "Y"] == ["1Y1", "1Y5", "1YF"]
    assert [clause_of(game, f"1Y{line}") for line in "234"] == ["A12", "A12", "A11"]
    game.take("1Y1")
    assert game.boards[0].floor == ["Y"]


def test_two_complete_lines_on_an_empty_wall() -> None:
    game = at_offer("coloured", EMPTY_TABLE, "B")
    lines = ["", "RR", "YY", "BBB", "WWWW"]
    game.boards[0].lines = [list(line) for line in lines]
    game.boards[1].lines[4] = ["K"]
    game.marker = 1
    game.take("CB4")
    board = game.boards[0]
    assert board.score == 2
    assert ["".join(line) for line in board.lines] == ["", "", "YY", "", "WWWW"]
    assert sorted(game.lid) == list("BBBR")


# -- rare clauses of Azul -------------------------------------------------------------------------


def test_a6_refill_comes_only_with_the_next_draw() -> None:
    game = Azul(2, "gray", 0)
    game.bag, game.lid = list("BBBBYYYYRRRRKKKKWWWW"), list("BYRKW")
    game.deal(["BBBB", "YYYY", "RRRR", "KKKK", "WWWW"])
    assert (game.bag, sorted(game.lid)) == ([], sorted("BYRKW"))


@pytest.mark.parametrize(
    ("deal", "is_possible"),
    [
        ("BBYR RRKK KW ", True),
        ("RBYB RKRK WK ", True),
        ("BBYK RRRK KW ", False),  # the fourth tile and the second display are the lid's
        ("BRRR BYKK KW ", False),  # the bag's B and Y were to come first
        ("BBYR RRK KKW ", False),  # only the last displays are short
        ("BBYR RRKK K ", False),  # a tile was left
        ("BBYR RRKK KWW ", False),
    ],
)
def test_a6_bag_ends_within_a_display(deal: str, is_possible: bool) -> None:
    game = Azul(2, "coloured", 0)
    game.bag, game.lid = list("BBYRR"), list("RKKKW")
    displays = [*deal.split(" "), ""]
    if is_possible:
        game.deal(displays)
        assert (game.bag, game.lid) == ([], [])
    else:
        with pytest.raises(Illegal, match="A6"):
            game.deal(displays)
        assert (game.bag, game.lid) == (list("BBYRR"), list("RKKKW"))


def test_a9_marker_lies_before_the_tiles_taken() -> None:
    game = at_offer("coloured", EMPTY_TABLE, "BBK")
    game.boards[0].floor = ["Y"]
    game.take("CB1")
    assert game.boards[0].floor == list("YMB")
    assert game.marker == 0


def test_a14_tiles_beyond_the_seventh_space() -> None:
    game = at_offer("coloured", ["BBBB", "K", "", "", ""])
    game.boards[0].floor = list("YYYYY")
    game.take("1BF")
    assert "".join(game.boards[0].floor) == "YYYYYBB"
    assert game.lid == ["B", "B"]


def test_a15_marker_beside_a_full_floor() -> None:
    game = at_offer("coloured", EMPTY_TABLE, "BK")
    game.boards[0].floor = list("YYYYYYY")
    game.boards[0].score = 20
    game.first = 1
    game.take("CB1")
    assert (game.marker, "".join(game.boards[0].floor)) == (0, "YYYYYYY")
    game.take("CKF")
    assert game.boards[1].floor == []
    assert game.boards[0].score == 20 + 1 - 14
    assert (game.phase, game.first, game.marker, game.turn) == ("deal", 0, 0, 0)


def test_a16_precedes_a8_and_form_precedes_all() -> None:
    game = Azul(2, "coloured", 0)
    assert clause_of(game, "1B1") == "A16"
    assert clause_of(game, "6B1") == "form"


def test_a19_jammed_line_falls_before_the_next_is_looked_at() -> None:
    game = at_offer("gray", EMPTY_TABLE, "W")
    board = game.boards[0]
    set_wall(board, ".....", "YRKW.", ".....", ".....", "....B")
    board.lines = [[], list("BB"), list("KKK"), [], []]
    board.floor, board.score = list("RRRRR"), 30
    game.take("CW1")
    assert game.as_json()["tiling"] == {"seat": 0, "line": 1}
    game.choose(0, "1>1")
    assert game.as_json()["tiling"] == {"seat": 0, "line": 3}
    assert "".join(board.floor) == "RRRRRMB"  # line 2 fell, its last tile to the lid
    assert game.lid == ["B"]
    game.choose(0, "3>5")
    assert board.score == 30 + 2 + 1 - 14
    assert game.phase == "deal"


def test_a18_colour_in_the_column_is_refused() -> None:
    game = at_offer("gray", EMPTY_TABLE, "W")
    set_wall(game.boards[0], "B....", ".W...", ".....", ".....", ".....")
    game.take("CW1")
    assert game.legal_moves() == ["1>3", "1>4", "1>5"]
    for text, clause in [("1>1", "A18"), ("1>2", "A18"), ("2>3", "A17"), ("1>6", "form")]:
        with pytest.raises(Illegal, match=clause):
            game.choose(0, text)


def test_a22_nobody_took_the_marker() -> None:
    game = at_offer("coloured", ["BBBB", "", "", "", ""])
    game.first = game.turn = 1
    game.take("1BF")
    assert (game.phase, game.round, game.first, game.marker) == ("deal", 2, 1, 1)


def test_a24_bonuses_and_a25_rows_before_sharing() -> None:
    game = at_offer("coloured", EMPTY_TABLE, "B")
    set_wall(game.boards[0], ".YRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB")
    game.take("CB1")
    final = game.final()
    assert (final["rows"], final["columns"], final["colours"]) == ([5, 0], [5, 0], [5, 0])
    assert final["scores"][0] == 5 + 5 - 1 + 5 * 2 + 5 * 7 + 5 * 10
    game.boards[1].score = game.boards[0].score
    assert game.winners() == [0]
    game.boards[0].wall = game.boards[1].wall
    assert game.winners() == [0, 1]


def test_a26_no_tile_left_for_a_round() -> None:
    game = at_offer("coloured", ["B", "", "", "", ""])
    game.bag = []
    game.take("1B2")
    assert game.phase == "over"
    assert game.as_json()["marker"] == "centre"


def test_a27_three_idle_rounds() -> None:
    rounds = [{"deal": [colour * 4] * 5, "moves": moves_of(colour)} for colour in "BYRK"]
    record = {"game": "azul", "players": 2, "wall": "coloured", "first": 1, "rounds": rounds}
    assert judge(record) == {"illegal": {"clause": "A23", "round": 3, "move": None}}
    verdict = judge({**record, "rounds": rounds[:3]})
    assert verdict["scores"] == [[0, 0]] * 3
    assert verdict["final"]["winners"] == [0, 1]


def moves_of(colour: str) -> list[str]:
    return [f"{display}{colour}F" for display in "12345"]


def test_positions_between_rounds_and_at_the_end() -> None:
    game = Azul(2, "gray", 1)
    start = game.as_json()
    assert (start["phase"], start["round"], start["displays"]) == ("deal", 1, EMPTY_TABLE)
    assert (start["turn"], start["first"], start["marker"]) == (1, 1, 1)
    for number, colour in enumerate("BYR", start=1):
        game.deal([f"{colour * 3}W"] + [colour * 4] * 4)
        assert game.as_json()["marker"] == "centre"
        for text in [f"1{colour}F", *moves_of(colour)[1:], "CWF"]:
            game.take(text)
        holder = game.as_json()["marker"]
        assert (game.round, game.idle_rounds) == (min(number + 1, 3), number)
    end = game.as_json()
    assert (end["phase"], end["round"], end["turn"]) == ("over", 3, end["first"])
    assert end["marker"] == holder != end["first"]
    assert (end["lid"], end["bag"]["K"]) == ({"B": 19, "Y": 19, "R": 19, "K": 0, "W": 3}, 20)


# -- BLUE -----------------------------------------------------------------------------------------


def blue_with(tiles: dict[tuple[int, int], str]) -> Blue:
    game = Blue(3, ["white", "gray", "blue"], 18, "open")
    game.tiles = tiles
    return game


def test_b2_twelve_ways_to_lay_a_tile() -> None:
    assert len(TILES) == 12
    assert {"wgwb", "wbwg", "gwbw", "bwgw"} < set(TILES)
    assert not {"wgwg", "wwgb", "gwwb", "wwww", "bbbg"} & set(TILES)


def test_b7_same_colour_around_a_corner_blocks() -> None:
    game = blue_with({(1, -1): "bgwg", (0, 0): "bwgw"})  # white faces 1,0 from north and west
    assert game.blocked() == ["1,0"]
    game.tiles[(1, -1)] = "bwgw"  # gray from the north, white from the west
    assert game.blocked() == []


def test_b7_equal_opposite_sides_all_four_taken_block() -> None:
    game = blue_with({(0, -1): "wgwb", (0, 1): "wgwb", (1, 0): "bgwg", (-1, 0): "bgwg"})
    assert "0,0" in game.blocked()  # white north and south, gray east and west
    game.tiles[(1, 0)] = "gwgb"  # blue east: a tile wbwg fits
    assert "0,0" not in game.blocked()


def test_b10_chain_and_b11_circle() -> None:
    game = blue_with({(0, 0): "gwgb", (1, 0): "bwgw", (2, 0): "gwbw", (3, 0): "gbgw"})
    assert game.chains() == [("w", [(0, 0), (1, 0), (2, 0), (3, 0)])]
    assert game.circles() == []
    assert game.scores() == [10, 0, 0]
    del game.tiles[(3, 0)]
    assert game.chains() == []  # no end on the east
    game.tiles[(-1, 0)] = "gbgw"
    assert game.circles() == [("b", [(-1, 0), (0, 0)])]
    assert (game.scores(), game.winners()) == ([0, 0, 1], [2])


def test_b4_a_drawn_tile_still_counts_as_left() -> None:
    game = Blue(2, ["white", "blue"], 13, "blind")
    assert game.legal_moves() == []
    game.draw_tile("g")
    position = game.as_json()
    assert (position["drawn"], position["left"]) == ("g", {"w": 13, "g": 13, "b": 13})
    assert game.legal_moves() == ["0,0:wgbg", "0,0:gwgb", "0,0:gbgw", "0,0:bgwg"]
    game.lay("0,0:gwgb")
    assert (game.turn, game.left["g"], game.drawn) == (1, 12, None)
