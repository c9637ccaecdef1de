"""The pictures of Azul: every tile is drawn once, in its place, and differs from the others.

What is beautiful is not tested here; what is missing, doubled, clipped or indistinguishable is.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from copy import deepcopy
from itertools import combinations, product
from math import hypot
from typing import Any

import pytest

from azulejos.games.azul.picture import art as tile_art
from azulejos.games.azul.picture import seat_text, spans, svg, text, text_within
from azulejos.games.azul.state import LETTERS
from azulejos.games.palette import ACT
from azulejos.text import phrases
from tests.games.colours import DEFICIENCIES, contrast, distance, light

Position = dict[str, Any]
WORDS = phrases("azul.picture.")
SVG = "{http://www.w3.org/2000/svg}"

EMPTY_WALL = ["....."] * 5
EMPTY_BOARD = {"lines": [""] * 5, "wall": EMPTY_WALL, "floor": "", "score": 0}
BUSY_BOARD = {
    "lines": ["B", "WW", "K", "YYY", "RRRR"],
    "wall": [".Y.K.", "...R.", "..B..", ".K..Y", "YR.W."],
    "floor": "",
    "score": 23,
}
GRAY_BOARD = {
    "lines": ["", "WW", "KKK", "YYY", "RRRR"],
    "wall": ["KB...", ".....", ".RY..", "B...R", "..W.."],
    "floor": "",
    "score": 104,
}
FULL_FLOOR = "BYRKWBY"


def table(players: int, boards: dict[int, Position] | None = None, **changes: Any) -> Position:
    """A position of the middle of a round; tiles that are nowhere else are in bag and lid."""
    position: Position = {
        "game": "azul",
        "wall": "coloured",
        "players": players,
        "round": 3,
        "turn": 0,
        "first": 1,
        "idle_rounds": 0,
        "displays": (["BBYR", "", "KKWW", "RYKB", "WWWW", "", "YYRR", "BKRW", "K"] * 2)[
            : 2 * players + 1
        ],
        "centre": "RBRK",
        "marker": "centre",
        "boards": [deepcopy((boards or {}).get(seat, EMPTY_BOARD)) for seat in range(players)],
    }
    position |= deepcopy(changes)
    left = Counter(LETTERS * 20) - Counter(letter for _, letter in places(position))
    position["lid"] = {colour: left[colour] // 3 for colour in LETTERS}
    position["bag"] = {colour: left[colour] - position["lid"][colour] for colour in LETTERS}
    return position


def places(position: Position) -> list[tuple[str, str]]:
    """Every tile that should be seen, and the marker, each with where it lies."""
    found = [
        (str(number), tile)
        for number, tiles in enumerate(position["displays"], 1)
        for tile in tiles
    ]
    found += [("C", tile) for tile in position["centre"]]
    for seat, board in enumerate(position["boards"]):
        for row, tiles in enumerate(board["lines"], 1):
            found += [(f"{seat}:line{row}", tile) for tile in tiles]
        for row, tiles in enumerate(board["wall"], 1):
            found += [
                (f"{seat}:wall{row}>{c}", tile) for c, tile in enumerate(tiles, 1) if tile != "."
            ]
        found += [(f"{seat}:floor", tile) for tile in board["floor"]]
    if position["marker"] == "centre":
        found.append(("C", "M"))
    elif "M" not in position["boards"][position["marker"]]["floor"]:
        found.append((f"{position['marker']}:beside", "M"))
    return found


def with_floor(board: Position, floor: str) -> Position:
    return board | {"floor": floor}


BARE = {"displays": [""] * 5, "centre": ""}
POSITIONS = {
    "opening": table(2, centre=""),
    "two": table(2, {0: BUSY_BOARD, 1: with_floor(EMPTY_BOARD, "MBB")}, marker=1, turn=1),
    "three": table(3, {1: BUSY_BOARD, 2: with_floor(BUSY_BOARD, "RM")}, marker=2, turn=2),
    "four": table(4, {0: BUSY_BOARD, 3: with_floor(BUSY_BOARD, FULL_FLOOR)}),
    "gray": table(4, {0: GRAY_BOARD, 2: GRAY_BOARD}, wall="gray"),
    "floor full": table(2, {0: with_floor(BUSY_BOARD, "M" + FULL_FLOOR[:6])}, marker=0),
    "marker beside a full floor (A15)": table(2, {1: with_floor(BUSY_BOARD, FULL_FLOOR)}, marker=1),
    "centre full, two": table(2, displays=[""] * 5, centre="BBBBBBYYYYYRRRR"),
    "centre full, four": table(4, displays=[""] * 9, centre="BYRKW" * 5 + "BY"),
    "tiling": table(
        2, {1: GRAY_BOARD}, wall="gray", turn=1, marker=0, tiling={"seat": 1, "line": 3}, **BARE
    ),
    "deal": table(2, {0: BUSY_BOARD}, phase="deal", marker=0, idle_rounds=1, **BARE),
    "over": table(3, {2: BUSY_BOARD}, phase="over", marker=2, displays=[""] * 7, centre=""),
}


@pytest.fixture(params=POSITIONS.values(), ids=list(POSITIONS))
def position(request: pytest.FixtureRequest) -> Position:
    found: Position = request.param
    return found


def parsed(position: Position, **options: Any) -> ET.Element:
    return ET.fromstring(svg(position, **options))


def all_text(root: ET.Element) -> str:
    return "\n".join(element.text or "" for element in root.iter(f"{SVG}text"))


def drawn_tiles(root: ET.Element) -> list[tuple[str, str, float, float, float]]:
    """Where, which, left, top and size of each tile, in the drawing's own units."""
    found = []
    for group in [root, *root.iter(f"{SVG}g")]:
        shift = re.match(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
        dx, dy = map(float, shift.groups()) if shift else (0.0, 0.0)
        for use in group.findall(f"{SVG}use[@data-tile]"):
            left, top, size = (float(use.attrib[name]) for name in ("x", "y", "width"))
            found.append(
                (use.attrib["data-at"], use.attrib["data-tile"], left + dx, top + dy, size)
            )
    return found


# The SVG drawing


def test_a_document_of_its_own_that_says_what_it_shows(position: Position) -> None:
    root = parsed(position)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title, desc = root[0], root[1]
    assert (title.tag, desc.tag) == (f"{SVG}title", f"{SVG}desc")
    assert f"Round {position['round']}" in (title.text or "")
    for seat, board in enumerate(position["boards"]):
        assert f"Seat {seat}: {board['score']}" in (desc.text or "")


def test_nothing_comes_from_outside(position: Position) -> None:
    root = parsed(position)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {use.attrib["href"] for use in root.iter(f"{SVG}use")} <= {f"#{name}" for name in ids}
    figures = {"g", "rect", "circle", "ellipse", "line", "path", "polygon", "text"}
    allowed = {"svg", "title", "desc", "defs", "symbol", "use"} | figures
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]


@pytest.mark.parametrize("letters", [True, False])
def test_every_tile_is_drawn_once_and_where_it_lies(position: Position, letters: bool) -> None:
    drawn = Counter((at, tile) for at, tile, *_ in drawn_tiles(parsed(position, letters=letters)))
    assert drawn == Counter(places(position))


@pytest.mark.parametrize("letters", [True, False])
def test_every_tile_shows_its_own_colour_and_its_letter_when_asked(letters: bool) -> None:
    root = parsed(POSITIONS["two"], letters=letters)
    symbols = {symbol.attrib["id"]: symbol for symbol in root.iter(f"{SVG}symbol")}
    for use in root.findall(".//*[@data-tile]"):
        tile, symbol = use.attrib["data-tile"], symbols[use.attrib["href"][1:]]
        written = [element.text for element in symbol.iter(f"{SVG}text")]
        if tile == "M":
            assert written == ["1"]
        else:
            assert written == ([tile] if letters else [])
            assert symbol[0].get("fill") == tile_art.paints(tile)["ground"]


def test_an_id_means_the_same_picture_in_every_drawing_of_a_page() -> None:
    pictures: dict[str, set[bytes]] = {}
    for letters in (True, False):
        for symbol in parsed(POSITIONS["two"], letters=letters).iter(f"{SVG}symbol"):
            pictures.setdefault(symbol.attrib["id"], set()).add(ET.tostring(symbol))
    assert all(len(same) == 1 for same in pictures.values())


def test_tiles_neither_overlap_nor_leave_the_drawing(position: Position) -> None:
    root = parsed(position)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    boxes = [(left, top, size) for *_, left, top, size in drawn_tiles(root)]
    for left, top, size in boxes:
        assert 0 <= left <= width - size
        assert 0 <= top <= height - size
        assert size >= 24  # still a tile, not a speck, in a crowded centre
    for (x, y, size), (x2, y2, size2) in combinations(boxes, 2):
        assert x + size <= x2 or x2 + size2 <= x or y + size <= y2 or y2 + size2 <= y


def test_centre_tiles_lie_within_the_centre_and_clear_of_the_displays(position: Position) -> None:
    root = parsed(position)
    oval = root.find(f"{SVG}rect[@stroke-dasharray]")
    assert oval is not None
    x, y, w, h = (float(oval.attrib[name]) for name in ("x", "y", "width", "height"))
    for _, _, left, top, size in (tile for tile in drawn_tiles(root) if tile[0] == "C"):
        for corner_x, corner_y in product((left, left + size), (top, top + size)):
            nearest = min(max(corner_x, x + h / 2), x + w - h / 2)  # on the oval's middle line
            assert hypot(corner_x - nearest, corner_y - y - h / 2) <= h / 2
    for disc in root.findall(f"{SVG}circle[@stroke-width='2']"):
        disc_x, disc_y, radius = (float(disc.attrib[name]) for name in ("cx", "cy", "r"))
        nearest = min(max(disc_x, x + h / 2), x + w - h / 2)
        assert hypot(disc_x - nearest, disc_y - y - h / 2) > h / 2 + radius


def test_lines_fill_from_right_to_left() -> None:
    tiles = drawn_tiles(parsed(POSITIONS["two"]))
    lefts = {
        row: sorted(left for at, _, left, *_ in tiles if at == f"0:line{row}")
        for row in range(1, 6)
    }
    assert {max(line) for line in lefts.values()} == {max(lefts[1])}
    pitch = lefts[2][1] - lefts[2][0]
    assert lefts[5] == [max(lefts[1]) - k * pitch for k in (3, 2, 1, 0)]


def test_ghosts_stand_on_every_empty_space_of_the_coloured_wall_only() -> None:
    for position in POSITIONS.values():
        uses = [use.attrib["href"] for use in parsed(position).iter(f"{SVG}use")]
        ghosts = Counter(href for href in uses if "ghost" in href)
        if position["wall"] == "gray":
            assert not ghosts
        for colour in LETTERS if position["wall"] == "coloured" else "":
            laid = sum(row.count(colour) for board in position["boards"] for row in board["wall"])
            assert ghosts[f"#azul-{colour}-ghost"] == 5 * position["players"] - laid


def test_the_ghosts_of_an_empty_wall_read_as_the_wall_is_printed() -> None:
    uses = parsed(POSITIONS["opening"]).findall(f"{SVG}g[@data-seat='0']/{SVG}use")
    assert "".join(use.attrib["href"][6] for use in uses) == "BYRKWWBYRKKWBYRRKWBYYRKWB"  # A4


def test_the_line_whose_choice_is_due_is_outlined() -> None:
    board = parsed(POSITIONS["tiling"]).find(f"{SVG}g[@data-seat='1']")
    assert board is not None
    assert [mark.attrib["data-due"] for mark in board.findall("*[@data-due]")] == ["3"]
    others = [position for name, position in POSITIONS.items() if name != "tiling"]
    assert not any(parsed(position).findall(".//*[@data-due]") for position in others)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("two", "To move: Seat 1"),
        ("tiling", "Tiling: Seat 1, 3>?"),
        ("deal", "Next: the deal"),
        ("over", "Game over"),
    ],
)
def test_both_drawings_say_what_is_due(name: str, shown: str) -> None:
    root = parsed(POSITIONS[name])
    assert shown in all_text(root)
    assert shown in (root[0].text or "")
    assert text(POSITIONS[name]).splitlines()[0] == f"Round 3 · {shown}"


def test_only_the_seat_to_move_has_a_dark_heading() -> None:
    for position in POSITIONS.values():
        boards = parsed(position).findall(f"{SVG}g[@data-seat]")
        dark = [seat for seat, board in enumerate(boards) if board[0].get("stroke") == ACT]
        assert dark == ([] if "phase" in position else [position["turn"]])


def test_counts_costs_and_notes_are_shown() -> None:
    position = POSITIONS["deal"] | {"bag": dict.fromkeys(LETTERS, 3)}
    words = all_text(parsed(position)).splitlines()
    for place in ("Bag", "Lid", "Centre"):
        start = words.index(place)
        counts = [
            position["centre"].count(c) if place == "Centre" else position[place.lower()][c]
            for c in LETTERS
        ]
        assert words[start + 1 : start + 7] == [*map(str, counts), str(sum(counts))]
    assert "Next deal: the lid refills the bag" in words
    assert "Rounds without a tile laid: 1" in words
    costs = [word for word in words if word.startswith("−")]
    assert costs == ["−1", "−1", "−2", "−2", "−2", "−3", "−3"] * 2


def test_words_and_names_are_text_never_markup() -> None:
    evil = '<script>&"\x00\ud800</desc>'
    words = {key: key + evil for key in WORDS} | {"seat 0": evil}
    for position in POSITIONS.values():
        root = parsed(position, words=words)
        assert not list(root.iter(f"{SVG}script"))
        assert "Round" not in ET.tostring(root, encoding="unicode")
    assert "\x00" not in text(POSITIONS["two"], words)


def test_a_long_name_is_cut_where_it_is_drawn_and_whole_in_the_description() -> None:
    name = "Wanda Maximiliane von Württemberg-Mömpelgard und Montbéliard, dritte ihres Namens"
    root = parsed(POSITIONS["two"], words={"seat 0": name})
    assert name in (root[1].text or "")
    assert name not in all_text(root)
    assert re.search("^Wanda .+…$", all_text(root), re.MULTILINE)


# Telling tiles apart (U1-U3)


def motif(colour: str) -> str:
    """The bare shapes, with neither colours nor letter."""
    return repr(tile_art.TILES[colour]["motif"])


@pytest.mark.parametrize("colour", LETTERS)
def test_every_tile_stands_out_from_whatever_it_lies_on(colour: str) -> None:
    for ground in tile_art.GROUNDS:
        assert contrast(light(tile_art.paints(colour)["edge"]), light(ground)) >= 3


@pytest.mark.parametrize("sight", DEFICIENCIES)
@pytest.mark.parametrize("colour", LETTERS)
def test_motif_and_letter_are_visible_on_every_tile_in_every_sight(colour: str, sight: str) -> None:
    seen = {name: light(paint, sight) for name, paint in tile_art.paints(colour).items()}
    assert contrast(seen["ink"], seen["ground"]) >= 3
    assert contrast(seen["letter"], seen["hub"]) >= 4.5


@pytest.mark.parametrize("sight", DEFICIENCIES)
def test_tiles_of_close_colours_differ_in_motif(sight: str) -> None:
    close = set()
    for one, other in combinations(LETTERS, 2):
        paints = [tile_art.paints(colour) for colour in (one, other)]
        ground = distance(*(light(paint["ground"], sight) for paint in paints))
        ink = distance(*(light(paint["ink"], sight) for paint in paints))
        if ground < 25 or ink < 25:
            close.add(one + other)
            assert motif(one) != motif(other)
    assert "BR" in close  # their light ink is alike in every sight: the motif is needed


def test_no_two_motifs_are_alike() -> None:
    assert len({motif(colour) for colour in LETTERS}) == 5


# The terminal drawing


def test_the_terminal_drawing_in_full() -> None:
    position = POSITIONS["two"] | {
        "bag": dict.fromkeys(LETTERS, 9),
        "lid": dict.fromkeys(LETTERS, 2),
    }
    assert (
        text(position)
        == """\
Round 3 · To move: Seat 1
Began the round: Seat 1

╭─ 1 ─╮ ╭─ 2 ─╮ ╭─ 3 ─╮ ╭─ 4 ─╮ ╭─ 5 ─╮           B  Y  R  K  W
│ B B │ │ . . │ │ K K │ │ B Y │ │ W W │  Bag      9  9  9  9  9   45
│ Y R │ │ . . │ │ W W │ │ R K │ │ W W │  Lid      2  2  2  2  2   10
╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯  Centre   1  0  2  1  0    4
╭─ C ─────────────────────────────────╮
│ B RR K                              │
╰─────────────────────────────────────╯

╭─ Seat 0 ──────────────── 23 ─╮  ╭─ ► Seat 1 ─────────────── 0 ─╮
│ 1           B  │  b Y r K w  │  │ 1           .  │  b y r k w  │
│ 2         W W  │  w b y R k  │  │ 2         . .  │  w b y r k  │
│ 3       . . K  │  k w B y r  │  │ 3       . . .  │  k w b y r  │
│ 4     . Y Y Y  │  r K w b Y  │  │ 4     . . . .  │  r k w b y  │
│ 5   . R R R R  │  Y R k W b  │  │ 5   . . . . .  │  y r k w b  │
│                              │  │                              │
│ F  .  .  .  .  .  .  .       │  │ F  M  B  B  .  .  .  .       │
│   -1 -1 -2 -2 -2 -3 -3       │  │   -1 -1 -2 -2 -2 -3 -3 = -4  │
╰──────────────────────────────╯  ╰──────────────────────────────╯"""
    )


def test_the_terminal_drawing_of_a_gray_board_to_be_tiled() -> None:
    rows = text(POSITIONS["tiling"]).splitlines()[11:]
    assert [row[34:] for row in rows] == [
        "╭─ ► Seat 1 ───────────── 104 ─╮",
        "│                   1 2 3 4 5  │",
        "│ 1           .  │  K B . . .  │",
        "│ 2         W W  │  . . . . .  │",
        "│ 3       K K K  >  . R Y . .  │",
        "│ 4     . Y Y Y  │  B . . . R  │",
        "│ 5   . R R R R  │  . . W . .  │",
        "│                              │",
        "│ F  .  .  .  .  .  .  .       │",
        "│   -1 -1 -2 -2 -2 -3 -3       │",
        "╰──────────────────────────────╯",
    ]


@pytest.mark.parametrize("width", [100, 80, 50, 40])
def test_the_terminal_drawing_fits_and_holds_every_tile(position: Position, width: int) -> None:
    rows = text_within(position, None, width).splitlines()
    assert max(map(len, rows)) <= width
    boxes = "\n".join(row for row in rows if row.startswith("│"))
    boxes = re.sub("(Bag|Lid|Centre).*|[─╭╮] .*", "", boxes)
    drawn = Counter(letter for letter in boxes if letter in LETTERS + "M")
    assert drawn == Counter(tile for _, tile in places(position))


def test_the_widest_drawing_is_the_default(position: Position) -> None:
    assert text_within(position, None, 200) == text_within(position, WORDS, 100) == text(position)


def test_the_board_of_a_seat_is_part_of_the_narrow_drawing(position: Position) -> None:
    for seat in range(position["players"]):
        assert seat_text(position, None, seat) in text_within(position, None, 50)


@pytest.mark.parametrize("width", [100, 50])
def test_every_tile_and_no_word_has_a_colour(position: Position, width: int) -> None:
    words = {f"seat {seat}": "B y K" for seat in range(4)}
    drawing = text_within(position, words, width)
    painted = Counter[str]()
    for start, end, style in spans(drawing):
        if style != "dim":
            assert {drawing[start]} == set(drawing[start:end])
            painted[drawing[start]] += end - start
    tiles = Counter(tile for _, tile in places(position))
    tiles.update(LETTERS)  # over the counts
    assert +Counter({letter: painted[letter] for letter in LETTERS + "M"}) == tiles
    is_coloured = position["wall"] == "coloured"
    laid = sum(":wall" in place for place, _ in places(position))
    empty = 25 * position["players"] - laid if is_coloured else 0
    assert sum(painted[letter.lower()] for letter in LETTERS) == empty


def test_the_marker_beside_a_full_floor_is_seen_and_costs_nothing() -> None:
    drawing = text(POSITIONS["marker beside a full floor (A15)"])
    assert "F  B  Y  R  K  W  B  Y   M " in drawing
    assert "-3 -3 = -14" in drawing


def test_the_terminal_drawing_speaks_the_callers_words_within_its_width() -> None:
    words = {key: f"{key.upper()} com palavras muito mais longas do que as nossas" for key in WORDS}
    words["seat 0"] = "磁磚藝術家" * 5  # each takes two columns
    for position in POSITIONS.values():
        drawing = text(position, words)
        assert not [word for word in WORDS.values() if word in drawing]
        edges = [row for row in drawing.splitlines() if "╭" in row]
        assert max(map(len, drawing.splitlines())) <= 100
        assert all(row.count("╭") == row.count("╮") for row in edges)
