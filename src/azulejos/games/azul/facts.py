"""Facts about a move of Azul that can be counted on the board: `reasons.py` compares them.

Each fact has a weight in points, positive if it speaks for the move. Facts about points to come are
weighed by a rough guess of how likely they are; the guesses order the reasons and are never said.
"""

from collections.abc import Iterator
from typing import Any

from azulejos.contract.marks import Mark
from azulejos.contract.reasons import Played, Reason
from azulejos.contract.rules import Json
from azulejos.games.azul.marks import (
    colour_text,
    danger_mark,
    line_place,
    mark_text,
    points_mark,
    progress_mark,
    source_place,
    tile_marks,
    wall_place,
)
from azulejos.games.azul.prospects import (
    NUMBERS,
    Group,
    Tile,
    Wall,
    columns,
    ending_rows,
    fall_cost,
    fill_points,
    filled,
    full_lines,
    groups,
    is_gray,
    is_laid,
    least_fall,
    most_room,
    offered,
    projected_lead,
    room,
    takes,
    tile_at,
    tiled,
    wall_of,
)
from azulejos.games.azul.state import (
    CENTRE_LETTER,
    COLOUR_BONUS,
    COLUMN_BONUS,
    ROWS,
)
from azulejos.games.azul.steps import Fall, Lay, Marker, Put, Sweep, Take
from azulejos.text import Text

SOON, LATER = 0.5, 0.3  # of the points of a line that one take, or several, can fill
NEAR = {3: 0.8, 4: 2.0, 5: 1.0}  # of a column or colour with so many tiles; 5: times its bonus
BEGIN = 1.5  # of beginning the next round
END = 4.0  # of ending the game when ahead
SOME = 0.4  # of what is true but decides little
FEW = 3  # groups that are left, so that one can count who takes the last
MANY = 3  # tiles of a colour that are many to leave
FAR = 0.6  # share of a gain or loss of a seat that is not the next one


class Turn:
    """A turn of the offer, and both positions around it."""

    def __init__(self, before: Json, played: Played):
        self.before, self.after = before, played.after
        steps = {type(step): step for step in reversed(played.steps)}
        take, put = steps[Take], steps.get(Put)
        assert isinstance(take, Take)
        self.seat, self.group = take.seat, Group(take.source, take.colour, take.count)
        self.put = put if isinstance(put, Put) else None
        self.fall = next((x for x in played.steps if isinstance(x, Fall)), None)
        self.has_marker, self.has_sweep = Marker in steps, Sweep in steps
        self.gray, self.board = is_gray(before), before["boards"][take.seat]
        players: int = before["players"]
        self.others = [(take.seat + n) % players for n in range(1, players)]
        self.left = groups(played.after)  # what can be taken after it
        self.is_last = not self.left  # it ends the round
        # boards before the walls are tiled, for a turn that ends the round
        self.filled_board = self.board | {"lines": self._lines_after()}
        boards = [*before["boards"]]
        boards[self.seat] = self.filled_board
        self.is_final = any(map(ending_rows, boards))  # the game ends with this round

    def _lines_after(self) -> list[str]:
        lines = list(self.board["lines"])
        if self.put:
            lines[self.put.line - 1] = self.put.colour * self.put.held
        return lines

    @property
    def next(self) -> int:
        """The seat that moves after it."""
        return self.others[0]

    @property
    def is_complete(self) -> bool:
        """Is its line full now?"""
        return self.put is not None and self.put.case == "complete"


def reason_text(code: str, **args: Any) -> Text:
    """The sentence of a reason; a colour is given by its letter."""
    if isinstance(args.get("colour"), str):
        args["colour"] = colour_text(args["colour"])
    return Text(f"azul.reason.{code}", args)


def facts(before: Json, played: Played) -> list[Reason]:
    """All facts about a move."""
    if isinstance(played.steps[0], Lay):
        return list(place_facts(before, played.steps[0]))
    turn = Turn(before, played)
    found = [*line_facts(turn), *floor_facts(turn), *end_facts(turn)]
    if not turn.is_last:
        found += [*denial_facts(turn), *gift_facts(turn), *rest_facts(turn)]
    return found


# ---- The line that is filled


def line_facts(turn: Turn) -> Iterator[Reason]:
    """The line of a move: what it scores, or what it still lacks."""
    put, seat = turn.put, turn.seat
    if put is None:
        return
    tile = filled(turn.board, turn.gray, put.line, put.colour)
    if tile is None:
        return
    if turn.is_complete:
        yield complete_fact(turn, tile)
        if not turn.gray:
            wall = tiled(turn.filled_board)
            yield from wall_facts(wall, seat, tile, turn.is_final)
        yield from colour_facts(turn.filled_board, seat, put.colour, turn.is_final)
    else:
        yield from short_facts(turn, put, tile)
    yield from scarce_facts(turn, put, tile)


def complete_fact(turn: Turn, tile: Tile) -> Reason:
    """A full line, and what its tile scores."""
    if turn.gray:
        text = reason_text("complete.gray", line=tile.row, n=tile.points)
        marks = (points_mark(line_place(turn.seat, tile.row), tile.points, turn.seat),)
        return Reason("complete", tile.points, text, turn.seat, marks)
    text = run_text("complete", tile, line=tile.row)
    return Reason("complete", tile.points, text, turn.seat, tuple(tile_marks(turn.seat, tile)))


def run_text(kind: str, tile: Tile, **args: int) -> Text:
    """The points of a tile, with its runs."""
    runs = {"across": len(tile.across), "down": len(tile.down)}
    case = "both" if tile.across and tile.down else "across" if tile.across else "down"
    if case == "both":
        args |= runs
    elif tile.points == 1:
        case = "alone"
    return reason_text(f"{kind}.{case}", **args, n=tile.points)


def short_facts(turn: Turn, put: Put, tile: Tile) -> Iterator[Reason]:
    """A line that is not full yet: can it still be filled in this round?"""
    lacks, left, seat = put.line - put.held, offered(turn.after, put.colour), turn.seat
    if turn.is_last or left < lacks:
        yield from stuck_facts(turn, put)
        return
    is_soon = any(g.colour == put.colour and g.size >= lacks for g in turn.left)
    text = reason_text("short", line=put.line, count=lacks, left=left, colour=put.colour)
    sources = tuple(source_place(g) for g in turn.left if g.colour == put.colour)
    mark = Mark("look", sources, text, seat=seat)
    yield Reason("short", (SOON if is_soon else LATER) * tile.points, text, seat, (mark,))


def stuck_facts(turn: Turn, put: Put) -> Iterator[Reason]:
    """A line that stays as it is until the next round."""
    lacks, left = put.line - put.held, 0 if turn.is_last else offered(turn.after, put.colour)
    place, seat = line_place(turn.seat, put.line), turn.seat
    args = {"line": put.line, "count": lacks, "colour": put.colour}
    text = reason_text("stuck", **args, left=left) if left else reason_text("stuck.none", **args)
    yield Reason("stuck", -SOME * lacks, text, seat, (danger_mark((place,), text, seat),))
    if turn.is_final:
        return
    text = reason_text("carry", line=put.line, held=put.held, colour=colour_text(put.colour, 2))
    mark = progress_mark(place, text, put.held, seat, put.line)
    yield Reason("carry", SOME * put.held / put.line, text, seat, (mark,))


def scarce_facts(turn: Turn, put: Put, tile: Tile) -> Iterator[Reason]:
    """A colour without which the line would not get full in this round."""
    count = offered(turn.before, put.colour)
    rest = count - turn.group.size
    is_wanted = any(most_room(turn.before["boards"][q], put.colour) for q in turn.others)
    if rest < room(turn.board, put.line) <= count and is_wanted:
        text = reason_text("scarce", count=count, colour=put.colour)
        sources = tuple(source_place(g) for g in groups(turn.before) if g.colour == put.colour)
        mark = Mark("look", sources, text)
        yield Reason("scarce", LATER * tile.points, text, turn.seat, (mark,))


# ---- The wall


def wall_facts(wall: Wall, seat: int, tile: Tile, is_final: bool) -> Iterator[Reason]:
    """The column of a tile, and the spaces beside it; in the last round no tile comes later."""
    count = sum(is_laid(wall, row, tile.column) for row in NUMBERS)
    if count == ROWS or (count in NEAR and not is_final):
        weight = NEAR[count] * (COLUMN_BONUS if count == ROWS else 1)
        args = {"column": tile.column, "held": count, "count": ROWS - count}
        text = reason_text("column.full" if count == ROWS else "column", **args)
        mark = progress_mark(f"column-{seat}-{tile.column}", text, count, seat)
        yield Reason("column", weight, text, seat, (mark,))
    if not is_final:
        yield from beside_facts(wall, seat, tile)


def beside_facts(wall: Wall, seat: int, tile: Tile) -> Iterator[Reason]:
    """The space beside a tile where the next one scores most."""
    steps = ((tile.row + r, tile.column + c) for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    free = [x for x in steps if x[0] in NUMBERS and x[1] in NUMBERS and not is_laid(wall, *x)]
    values = {cell: tile_at(wall, *cell, tile.colour).points for cell in free}
    if values and max(values.values()) > MANY:
        cell, points = max(values.items(), key=lambda pair: pair[1])
        text = reason_text("beside", n=points)
        mark = Mark("look", (wall_place(seat, cell),), text, n=points, seat=seat)
        yield Reason("beside", LATER * points / 2, text, seat, (mark,))


def colour_facts(board: Json, seat: int, colour: str, is_final: bool) -> Iterator[Reason]:
    """The tiles of a colour on the wall, with those of full lines; see `wall_facts`."""
    laid = sum(row.count(colour) for row in board["wall"])
    count = laid + sum(each == colour for _, each in full_lines(board))
    if count == ROWS or (count in NEAR and not is_final):
        weight = NEAR[count] * (COLOUR_BONUS if count == ROWS else 1)
        args = {"held": count, "count": ROWS - count, "colour": colour_text(colour, ROWS)}
        text = reason_text("colour.full" if count == ROWS else "colour", **args)
        mark = progress_mark(f"colour-{seat}-{colour}", text, count, seat)
        yield Reason("colour", weight, text, seat, (mark,))


# ---- The floor and the marker


def floor_facts(turn: Turn) -> Iterator[Reason]:
    """Tiles that fall, and the marker."""
    seat, marker = turn.seat, int(turn.has_marker)
    if turn.fall:
        cost = fall_cost(turn.board, marker + turn.fall.count) - fall_cost(turn.board, marker)
        text = reason_text("falls" if cost else "falls.free", count=turn.fall.count, cost=cost)
        places = tuple(f"floor-{seat}-{space}" for space in turn.fall.spaces) or (f"floor-{seat}",)
        marks = (danger_mark(places, text, seat, tile=turn.fall.colour),)
        yield Reason("falls", -cost, text, seat, marks)
    if turn.has_marker:
        yield from marker_facts(turn)
    elif not turn.is_last and is_marker_forced(turn.after):
        text = reason_text("leave1", seat=turn.next)
        yield Reason("leave1", SOME, text, turn.next, (Mark("look", ("marker",), text),))


def marker_facts(turn: Turn) -> Iterator[Reason]:
    """The marker: what it costs, and that its seat begins the next round if there is one."""
    cost = fall_cost(turn.board, 1)
    if turn.is_final and not cost:
        return
    case = "marker.end" if turn.is_final else "marker" if cost else "marker.free"
    text, weight = reason_text(case, cost=cost), -cost if turn.is_final else BEGIN - cost
    yield Reason("marker", weight, text, turn.seat, (Mark("look", ("marker",), text),))


def is_marker_forced(view: Json) -> bool:
    """Must the next seat take the marker? All displays are empty."""
    return view["marker"] == "centre" and not any(view["displays"])


# ---- The others


def wanted(board: Json, gray: bool, group: Group) -> tuple[int, int] | None:
    """The line that a group would fill for most points, and these points; of empty lines only
    those that score well.
    """
    lines = [n for n in NUMBERS if takes(board, n, group.colour) and room(board, n) <= group.size]
    found = [(n, fill_points(board, gray, n, group.colour)) for n in lines]
    worthy = [x for x in found if board["lines"][x[0] - 1] or x[1] >= MANY]
    return max(worthy, key=lambda pair: pair[1], default=None)


def can_fill(offer: list[Group], board: Json, line: int, colour: str) -> bool:
    """Is there one group that fills a line?"""
    return any(g.colour == colour and g.size >= room(board, line) for g in offer)


def denial_facts(turn: Turn) -> Iterator[Reason]:
    """Lines of others that the tiles taken would have filled, and nothing else can at once."""
    found = []
    for other in turn.others:
        board = turn.before["boards"][other]
        need = wanted(board, turn.gray, turn.group)
        if need and not can_fill(turn.left, board, need[0], turn.group.colour):
            found.append((need[1] * (1 if other == turn.next else FAR), other, *need))
    if found:
        weight, other, line, points = max(found)
        colour = colour_text(turn.group.colour, 2)
        text = reason_text("deny", seat=other, colour=colour, line=line, n=points)
        at = source_place(turn.group)
        mark = danger_mark((at,), text, other, line_place(other, line), turn.group.colour)
        yield Reason("deny", weight, text, other, (mark,))


def gift_facts(turn: Turn) -> Iterator[Reason]:
    """A line that the next seat can fill only after this move."""
    board, offer = turn.after["boards"][turn.next], groups(turn.before)
    gifts = []
    for group in turn.left:
        need = wanted(board, turn.gray, group)
        if need and not can_fill(offer, board, need[0], group.colour):
            gifts.append((need[1], need[0], group))
    if gifts:
        points, line, group = max(gifts)
        args = {"count": group.size, "colour": group.colour, "line": line}
        text = reason_text("feed", **args, n=points, seat=turn.next)
        marks = danger_mark(
            (source_place(group),), text, turn.next, line_place(turn.next, line), group.colour
        )
        yield Reason("feed", -points, text, turn.next, (marks,))


# ---- The tiles that are left


def rest_facts(turn: Turn) -> Iterator[Reason]:
    """Tiles that are left for the next seat and for the mover."""
    yield from forced_facts(turn)
    if turn.has_sweep:
        yield from gather_facts(turn)
        yield from poison_facts(turn)
    if len(turn.left) <= FEW and not any(turn.after["displays"]):
        last = (turn.seat + len(turn.left)) % turn.before["players"]  # one group a turn
        if last != turn.seat:
            text = reason_text("last", count=len(turn.left), seat=last)
            yield Reason("last", SOME, text, last, (Mark("look", ("offer-C",), text),))


def take_cost(turn: Turn, group: Group) -> int:
    """The least cost of a group to the next seat, with the marker."""
    marker = group.source == CENTRE_LETTER and turn.after["marker"] == "centre"
    board = turn.after["boards"][turn.next]
    return fall_cost(board, least_fall(board, group) + marker)


def forced_facts(turn: Turn) -> Iterator[Reason]:
    """Tiles of the next seat that fall whatever it takes."""
    board = turn.after["boards"][turn.next]
    if all(least_fall(board, group) for group in turn.left):
        cost = min(take_cost(turn, group) for group in turn.left)
        if cost:
            text = reason_text("poison", seat=turn.next, cost=cost)
            mark = danger_mark((f"floor-{turn.next}",), text, turn.next)
            yield Reason("poison", cost, text, turn.next, (mark,))


def poison_facts(turn: Turn) -> Iterator[Reason]:
    """Many tiles of a colour in the centre, for which the next seat has too little room."""
    board, found = turn.after["boards"][turn.next], []
    for group in turn.left:
        excess = least_fall(board, group)
        is_new = turn.before["centre"].count(group.colour) < group.size
        cost = fall_cost(board, excess)
        if group.source == CENTRE_LETTER and is_new and cost and group.size >= MANY:
            found.append((cost, excess, group))
    if found:
        cost, excess, group = max(found)
        args = {"count": group.size, "colour": group.colour, "excess": excess}
        text = reason_text("many", **args, seat=turn.next, cost=cost)
        mark = danger_mark((source_place(group),), text, turn.next)
        yield Reason("many", LATER * cost, text, turn.next, (mark,))


def gather_facts(turn: Turn) -> Iterator[Reason]:
    """Tiles that come to the centre and fill a line of the mover."""
    board, offer, found = turn.filled_board, groups(turn.before), []
    for group in turn.left:
        for line in NUMBERS:
            lacks = room(board, line)
            is_started = board["lines"][line - 1][:1] == group.colour
            if group.source != CENTRE_LETTER or not is_started or not 0 < lacks <= group.size:
                continue
            if not can_fill(offer, board, line, group.colour):
                points = fill_points(board, turn.gray, line, group.colour)
                found.append((points, line, lacks, group))
    if found:
        points, line, lacks, group = max(found)
        args = {"count": group.size, "colour": group.colour, "line": line, "lacks": lacks}
        text = reason_text("gather", **args)
        to = line_place(turn.seat, line)
        mark = Mark("path", (source_place(group),), text, to, seat=turn.seat)
        yield Reason("gather", LATER * points, text, turn.seat, (mark,))


# ---- The end of the game


def end_facts(turn: Turn) -> Iterator[Reason]:
    """A row that gets complete and ends the game, or comes close to it."""
    put, seat = turn.put, turn.seat
    if put is None or not turn.is_complete:
        return
    if not filled(turn.board, turn.gray, put.line, put.colour):
        return
    held = ROWS - turn.board["wall"][put.line - 1].count(".") + 1
    place = f"row-{seat}-{put.line}"
    if held == ROWS and not any(ending_rows(board) for board in turn.before["boards"]):
        yield ending_fact(turn, put.line, place)
    elif held == ROWS - 1 and not turn.is_final:
        text = reason_text("row", row=put.line, held=held)
        yield Reason("row", SOME, text, -1, (progress_mark(place, text, held, seat),))


def ending_fact(turn: Turn, row: int, place: str) -> Reason:
    """The game ends: how far ahead or behind is the mover as things stand?"""
    mark = (progress_mark(place, mark_text("row", row=row), ROWS, turn.seat),)
    if turn.gray:
        return Reason("end", SOME, reason_text("end.gray", row=row), -1, mark)
    boards = list(turn.before["boards"])
    floor = len(turn.board["floor"]) + turn.has_marker + (turn.fall.count if turn.fall else 0)
    boards[turn.seat] = turn.filled_board | {"floor": "X" * min(7, floor)}
    lead = projected_lead({"boards": boards}, turn.seat)
    case = "end.ahead" if lead > 0 else "end.level" if lead == 0 else "end.behind"
    text = reason_text(case, row=row, n=abs(lead))
    return Reason("end", END if lead > 0 else -END, text, -1, mark)


# ---- The gray side


def place_facts(before: Json, step: Lay) -> Iterator[Reason]:
    """A space that is chosen on the gray side."""
    board, seat = before["boards"][step.seat], step.seat
    tile = tile_at(wall_of(board), step.line, step.column, step.colour)
    text = run_text("place", tile)
    yield Reason("place", tile.points, text, seat, tuple(tile_marks(seat, tile)))
    wall = wall_of(board)
    wall[step.line - 1][step.column - 1] = step.colour
    boards = [*before["boards"]]
    boards[seat] = board | {"wall": ["".join(row) for row in wall]}
    yield from wall_facts(wall, seat, tile, any(map(ending_rows, boards)))
    yield from jam_facts(board, wall, step)


def jam_facts(board: Json, wall: list[list[str]], step: Lay) -> Iterator[Reason]:
    """A full line below that then has no space for its tile."""
    for line, colour in full_lines(board):
        if line <= step.line or columns(wall, True, line, colour):
            continue
        if columns(wall_of(board), True, line, colour):
            cost = fall_cost(board, line)
            text = reason_text("jam" if cost else "jam.free", line=line, cost=cost)
            marks = (danger_mark((line_place(step.seat, line),), text, step.seat),)
            yield Reason("jam", -cost - line, text, step.seat, marks)
