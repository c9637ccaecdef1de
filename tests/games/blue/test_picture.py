"""The pictures of BLUE: complete, well formed, and readable without colour."""

import json
import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any
from xml.etree import ElementTree

import pytest

from azulejos.games.blue import picture
from azulejos.games.blue.picture import art as tile_art
from azulejos.games.blue.picture import terminal as text_picture
from tests.games.colours import contrast, light

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {"w": "white", "g": "gray", "b": "blue"}
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
LAYINGS = [a + b + a + c for a, b, c in permutations("wgb")]
LAYINGS += [b + a + c + a for a, b, c in permutations("wgb")]

RUNS = ("chains", "circles")

Board = dict[tuple[int, int], str]


# A layer of tiles, naive on purpose: it knows just enough of the rules to make boards to draw.


def spaces(board: Board) -> list[tuple[int, int]]:
    near = {(x + dx, y + dy) for x, y in board for dx, dy in STEPS}
    return sorted(near - board.keys()) if board else [(0, 0)]


def fits(board: Board, place: tuple[int, int], sides: str) -> bool:
    near = [(place[0] + dx, place[1] + dy) for dx, dy in STEPS]
    return all(
        cell not in board or board[cell][(side + 2) % 4] == sides[side]
        for side, cell in enumerate(near)
    )


def kind(sides: str) -> str:
    return sides[0] if sides[0] == sides[2] else sides[1]


def left(board: Board) -> dict[str, int]:
    laid = [kind(sides) for sides in board.values()]
    return {letter: 18 - laid.count(letter) for letter in "wgb"}


def lay(count: int, seed: int, begun: Board | None = None) -> Board:
    """Random tiles that fit, up to so many in all."""
    chance, board = random.Random(seed), dict(begun or {})
    while len(board) < count:
        place, sides = chance.choice(spaces(board)), chance.choice(LAYINGS)
        if fits(board, place, sides) and left(board)[kind(sides)]:
            board[place] = sides
    return board


def straight(count: int, dx: int, dy: int) -> Board:
    """Tiles in one line; a space touched by one side takes every kind, so none runs out early."""
    board: Board = {}
    for number in range(count):
        place = (dx * (number - 20), dy * (number - 20))
        stock = left(board)
        fitting = [sides for sides in LAYINGS if fits(board, place, sides)]
        board[place] = max(fitting, key=lambda sides: stock[kind(sides)])
    return board


def runs(board: Board) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Every end looked along to the next end of its colour, eastwards and southwards."""
    for (x, y), sides in board.items():
        for side in (1, 2):
            colour, (dx, dy) = sides[side], STEPS[side]
            if sides[(side + 2) % 4] == colour:
                continue
            cells = [(x, y), (x + dx, y + dy)]
            while cells[-1] in board and board[cells[-1]][side] == colour:
                cells.append((cells[-1][0] + dx, cells[-1][1] + dy))
            if cells[-1] in board:
                yield colour, cells


def position(board: Board, **more: Any) -> dict[str, Any]:
    """The JSON position of a board, with all that the rules would add to it."""
    found = [(NAMES[colour], [f"{x},{y}" for x, y in cells]) for colour, cells in runs(board)]
    full: dict[str, Any] = {
        "game": "blue",
        "players": 3,
        "colours": ["white", "gray", "blue"],
        "draw": "open",
        "turn": len(board) % 3,
        "tiles_per_type": 18,
        "left": left(board),
        "tiles": {f"{x},{y}": sides for (x, y), sides in board.items()},
        "blocked": [
            f"{x},{y}"
            for x, y in spaces(board)
            if not any(fits(board, (x, y), sides) for sides in LAYINGS)
        ],
        "chains": [{"colour": c, "cells": cells} for c, cells in found if len(cells) > 2],
        "circles": [{"colour": c, "cells": cells} for c, cells in found if len(cells) == 2],
    }
    full.update(more)
    full.setdefault("scores", [points(full, colour) for colour in full["colours"]])
    return full


def points(full: dict[str, Any], colour: str) -> int:
    chains, circles = ([r for r in full[key] if r["colour"] == colour] for key in RUNS)
    return 10 * len(chains) + len(circles)


SAMPLES = {
    "empty": position({}),
    "one tile": position({(0, 0): "wgwb"}),
    "line": position(straight(54, 1, 0)),
    "column": position(straight(54, 0, 1)),
    "wide": position(lay(50, 4, straight(22, 1, 0))),
    "blind": position(lay(20, 5), draw="blind", drawn="g"),
    "two seats": position(lay(35, 8), players=2, colours=["gray", "blue"], turn=1),
    **{f"game {seed}": position(lay(6 * seed, seed)) for seed in range(1, 10)},
}
BARE = {
    key: {k: v for k, v in full.items() if k not in ("blocked", "scores", *RUNS)}
    for key, full in SAMPLES.items()
}
every_sample = pytest.mark.parametrize("full", SAMPLES.values(), ids=SAMPLES.keys())


def parsed(full: dict[str, Any], **words: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg(full, words))


def having(root: ElementTree.Element, attribute: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if attribute in element.attrib]


@every_sample
def test_the_svg_is_one_whole_accessible_document(full: dict[str, Any]) -> None:
    root = parsed(full)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert all(child.text for child in root[:2])


@every_sample
def test_the_svg_needs_nothing_from_outside(full: dict[str, Any]) -> None:
    drawing = picture.svg(full).replace("http://www.w3.org/2000/svg", "")
    for word in ("http", "<script", "<image", "href", "@import", "@font-face"):
        assert word not in drawing


@every_sample
def test_every_tile_is_drawn_exactly_once_and_at_its_place(full: dict[str, Any]) -> None:
    tiles = having(parsed(full), "data-tile")
    assert sorted(tile.attrib["data-tile"] for tile in tiles) == sorted(
        f"{place}:{sides}" for place, sides in full["tiles"].items()
    )
    offsets = set()
    for tile in tiles:
        place = tile.attrib["data-tile"].split(":")[0].split(",")
        drawn = tile.attrib["transform"].removeprefix("translate(").rstrip(")").split()
        pairs = zip(place, drawn, strict=True)
        offsets.add(tuple(int(at) - tile_art.TILE * int(number) for number, at in pairs))
    assert len(offsets) <= 1


@every_sample
def test_every_row_and_column_is_numbered_on_both_edges(full: dict[str, Any]) -> None:
    """Also the spaces around the tiles: a move may name them."""
    labels = [element.text for element in parsed(full).iter(f"{SVG}text")]
    for place in full["tiles"]:
        for number in map(int, place.split(",")):
            for near in (number - 1, number, number + 1):
                assert labels.count(str(near)) >= 2


@every_sample
def test_blocked_spaces_outlines_and_points_are_counted(full: dict[str, Any]) -> None:
    root = parsed(full)
    assert len(having(root, "data-blocked")) == len(full["blocked"])
    outlined = [element.attrib["data-run"] for element in having(root, "data-run")]
    assert outlined.count("chain") == len(full["chains"])
    assert outlined.count("circle") == len(full["circles"])
    seals = [int(element.attrib["data-points"]) for element in having(root, "data-points")]
    assert sum(seals) == sum(full["scores"])


def test_a_colour_that_nobody_plays_is_outlined_without_points() -> None:
    root = parsed(SAMPLES["two seats"])
    owned = [
        run
        for key in RUNS
        for run in SAMPLES["two seats"][key]
        if run["colour"] in ("gray", "blue")
    ]
    assert len(having(root, "data-points")) == len(owned) < len(having(root, "data-run"))


@pytest.mark.parametrize("bare", BARE.values(), ids=BARE.keys())
def test_what_was_not_told_is_not_drawn(bare: dict[str, Any]) -> None:
    root = parsed(bare)
    assert len(having(root, "data-tile")) == len(bare["tiles"])
    for attribute in ("data-blocked", "data-run", "data-points"):
        assert not having(root, attribute)
    assert tile_art.SCORED not in picture.svg(bare)
    assert "10" not in picture.text(bare).split("\n\n")[-1].split("laid")[0]


def test_the_kinds_left_and_the_drawn_tile_are_shown() -> None:
    blind = SAMPLES["blind"]
    root = parsed(blind)
    shown = {element.attrib["data-left"]: element for element in having(root, "data-left")}
    for letter, count in blind["left"].items():
        assert f"×{count}" in "".join(shown[letter].itertext())
    assert [element.attrib["data-drawn"] for element in having(root, "data-drawn")] == ["g"]
    assert "drawn: g" in picture.text(blind)


def test_each_colour_has_a_pattern_of_its_own() -> None:
    assert {*tile_art.PATTERNS, tile_art.RAILED} == set("wgb")
    assert len({marks["d"] for marks in tile_art.PATTERNS.values()}) == 2
    drawn = {
        element.attrib["data-pattern"]
        for element in having(parsed(SAMPLES["game 3"]), "data-pattern")
    }
    assert drawn == set("wgb")


@pytest.mark.parametrize("letter", "wgb")
def test_every_colour_stands_out_from_the_tile(letter: str) -> None:
    paints = tile_art.LIGHT
    assert contrast(light(paints[f"laid-{letter}-line"]), light(tile_art.GROUND)) >= 3
    assert contrast(light(paints[f"laid-{letter}-letter"]), light(paints[f"laid-{letter}"])) >= 4.5
    assert contrast(light(tile_art.SCORED), light(tile_art.GROUND)) >= 3


@pytest.mark.parametrize(("one", "other"), [("w", "g"), ("g", "b"), ("w", "b")])
def test_the_colours_differ_in_greyscale(one: str, other: str) -> None:
    fills = [tile_art.LIGHT[f"laid-{letter}"] for letter in (one, other)]
    assert contrast(*map(light, fills)) >= 2.5


def test_pictures_on_one_page_share_no_ids() -> None:
    ids = [
        element.attrib["id"] for full in SAMPLES.values() for element in having(parsed(full), "id")
    ]
    assert len(ids) == len(set(ids)) > 0


def test_the_same_position_gives_the_same_picture() -> None:
    again = json.loads(json.dumps(SAMPLES["game 4"]))
    assert picture.svg(again) == picture.svg(SAMPLES["game 4"])


def test_words_are_the_callers_and_are_escaped() -> None:
    hostile = '<script>"&'
    root = parsed(SAMPLES["game 2"], white=hostile, left=hostile, blocked=hostile)
    assert hostile in "".join(root.itertext())
    assert not list(root.iter("script"))
    assert "Branco" in picture.text(SAMPLES["game 2"], {"white": "Branco"})


def test_a_finished_game_tells_who_won() -> None:
    full = SAMPLES["game 9"]
    best = [
        c
        for c, score in zip(full["colours"], full["scores"], strict=True)
        if score == max(full["scores"])
    ]
    title = parsed(full)[0].text or ""
    assert all(colour.capitalize() in title for colour in best)
    assert "to move" not in title
    tied = {**full, "scores": [30, 30, 4]}
    assert "White, Gray share the victory" in picture.text(tied)


every_width = pytest.mark.parametrize("width", [100, 50, 40])


@every_width
@every_sample
def test_the_text_holds_every_tile_at_its_place(full: dict[str, Any], width: int) -> None:
    drawing = picture.text_within(full, None, width)
    is_compact = drawing.startswith("each tile")
    assert (read_bands(drawing) if is_compact else read_blocks(drawing)) == full["tiles"]


@every_width
@every_sample
def test_the_text_stays_within_its_width(full: dict[str, Any], width: int) -> None:
    words = {f"seat {seat}": f"Seat {seat} · somebody" for seat in range(3)}
    drawing = picture.text_within(full, words, width)
    assert max(map(len, drawing.splitlines())) <= width
    assert drawing.count("somebody") == full["players"]


@every_sample
def test_the_text_is_as_wide_as_the_picture_can_be(full: dict[str, Any]) -> None:
    assert picture.text(full) == picture.text_within(full, None, 200)


@every_width
@every_sample
def test_the_sides_of_tiles_have_their_colours(full: dict[str, Any], width: int) -> None:
    drawing = picture.text_within(full, None, width)
    painted = [(drawing[start:end], style) for start, end, style in picture.spans(drawing)]
    letters = [text for text, _ in painted if text in "wgb"]
    named = len(full["left"]) + ("drawn" in full)  # below the board
    assert len(letters) == 4 * len(full["tiles"]) + named
    assert all(style == text_picture.STYLES[text[0]] for text, style in painted if text != "┃")
    assert sum(text == "┃" for text, _ in painted) == drawing.count("┃")


def read_blocks(drawing: str) -> dict[str, str]:
    """The tiles read back from a drawing in blocks, by the letters on their four sides."""
    lines = [line.ljust(120) for line in drawing.splitlines()]
    columns = lines[0].split()
    found = {}
    for top in range(2, lines.index(lines[0], 1) - 1, 4):
        y = lines[top + 1][:5].strip()
        for number, x in enumerate(columns):
            at = 6 + 6 * number
            middle = lines[top + 1][at : at + 5]
            sides = lines[top][at + 2] + middle[4] + lines[top + 2][at + 2] + middle[0]
            if middle[2] in "┃━":
                found[f"{x},{y}"] = sides
    return found


def read_bands(drawing: str) -> dict[str, str]:
    """The tiles read back from the compact form, band by band."""
    found: dict[str, str] = {}
    for band in drawing.split("\n\n")[1:-1]:
        columns = band.splitlines()[1].split()
        for line in band.splitlines()[2:]:
            y, *cells, again = line.split()
            assert y == again
            found |= {
                f"{x},{y}": cell
                for x, cell in zip(columns, cells, strict=True)
                if set(cell) <= set("wgb")
            }
    return found


@every_sample
def test_the_text_marks_blocked_spaces_and_tells_the_rest(full: dict[str, Any]) -> None:
    drawing = picture.text(full)
    assert drawing.count("███") == len(full["blocked"])
    told = [line.lstrip("> ").split() for line in drawing.splitlines()]
    for colour, score in zip(full["colours"], full["scores"], strict=True):
        assert [colour.capitalize(), str(score)] in [words[:2] for words in told]
    for letter, count in full["left"].items():
        assert f"{letter} {NAMES[letter].capitalize()} {count}" in drawing
    if len(full["tiles"]) < 54:
        assert f"{full['colours'][full['turn']].capitalize()} to move" in drawing
