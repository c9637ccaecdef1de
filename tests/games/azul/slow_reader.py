"""A slow reader of Azul positions: is a sentence about a move true? From the JSON alone.

Nothing here uses the package: walls are sets of cells, offers are lists of letters, and moves are
read from their texts.
"""

from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]
COLOURS = "BYRKW"
COSTS = [1, 1, 2, 2, 2, 3, 3]


class SlowReader:
    """A position before a turn of the offer, and the turn."""

    def __init__(self, data: Json, move: str):
        self.data, self.seat, self.players = data, data["turn"], data["players"]
        self.source, self.colour, self.target = move[0], move[1], move[2:]
        self.piles = {str(i + 1): list(x) for i, x in enumerate(data["displays"])}
        self.piles["C"] = list(data["centre"])
        self.taken = self.piles[self.source].count(self.colour)
        self.rest = {name: list(pile) for name, pile in self.piles.items()}
        others = [x for x in self.rest.pop(self.source) if x != self.colour]
        self.rest[self.source] = others if self.source == "C" else []
        if self.source != "C":
            self.rest["C"] = self.rest["C"] + others
        self.me = data["boards"][self.seat]
        self.marker = self.source == "C" and data["marker"] == "centre"
        self.line = 0 if self.target == "F" else int(self.target)
        self.room = self.free(self.me, self.line) if self.line else 0
        self.overflow = max(0, self.taken - self.room)
        self.held = len(self.me["lines"][self.line - 1]) + self.taken - self.overflow
        self.next = (self.seat + 1) % self.players

    # ---- Boards

    def free(self, board: Json, line: int) -> int:
        return line - len(board["lines"][line - 1])

    def accepts(self, board: Json, line: int, colour: str) -> bool:
        held, row = board["lines"][line - 1], board["wall"][line - 1]
        return self.free(board, line) > 0 and set(held) <= {colour} and colour not in row

    def cells(self, board: Json) -> set[tuple[int, int]]:
        return {(r, c) for r in range(5) for c in range(5) if board["wall"][r][c] != "."}

    def column(self, row: int, colour: str) -> int:
        return (COLOURS.index(colour) + row) % 5

    def runs(self, cells: set[tuple[int, int]], r: int, c: int) -> tuple[int, int]:
        """The lengths of the runs across and down through a cell, 0 for a single one."""
        found = []
        for dr, dc in ((0, 1), (1, 0)):
            length = 1
            for sign in (1, -1):
                at = (r + sign * dr, c + sign * dc)
                while at in cells:
                    length, at = length + 1, (at[0] + sign * dr, at[1] + sign * dc)
            found.append(length if length > 1 else 0)
        return found[0], found[1]

    def gray_spaces(self, board: Json, row: int, colour: str) -> list[int]:
        return [
            c
            for c in range(5)
            if board["wall"][row][c] == "." and all(x[c] != colour for x in board["wall"])
        ]

    def points(self, board: Json, line: int, colour: str) -> int:
        """The points of a line's tile: where it lies, or the most on the gray side."""
        row, cells = line - 1, self.cells(board)
        if self.data["wall"] == "gray":
            spaces = self.gray_spaces(board, row, colour)
            return max((sum(self.runs(cells, row, c)) or 1 for c in spaces), default=0)
        for r in range(row):
            full = board["lines"][r]
            if len(full) == r + 1:
                cells.add((r, self.column(r, full[0])))
        return sum(self.runs(cells, row, self.column(row, colour))) or 1

    def tiled(self) -> set[tuple[int, int]]:
        """The mover's wall after all full lines, with the one that the move fills."""
        cells = self.cells(self.me)
        for r in range(5):
            full = self.lines()[r]
            if len(full) == r + 1:
                cells.add((r, self.column(r, full[0])))
        return cells

    def lines(self) -> list[str]:
        lines = list(self.me["lines"])
        if self.line:
            lines[self.line - 1] = self.colour * self.held
        return lines

    def cost(self, board: Json, more: int) -> int:
        n = len(board["floor"])
        return sum(COSTS[n : n + more])

    # ---- Offers

    def groups(self, piles: dict[str, list[str]]) -> Iterator[tuple[str, str, int]]:
        for name, pile in piles.items():
            for colour in set(pile):
                yield name, colour, pile.count(colour)

    def fillable(self, piles: dict[str, list[str]], board: Json, line: int, colour: str) -> bool:
        lacks = self.free(board, line)
        return any(c == colour and n >= lacks for _, c, n in self.groups(piles))

    def offer(self, piles: dict[str, list[str]], colour: str) -> int:
        return sum(pile.count(colour) for pile in piles.values())

    def least_fall(self, board: Json, colour: str, count: int) -> int:
        rooms = [self.free(board, n) for n in range(1, 6) if self.accepts(board, n, colour)]
        return max(0, count - max(rooms, default=0))

    # ---- The end

    def is_final(self) -> bool:
        """Does the game end with this round, because a row will be complete?"""
        boards = [*self.data["boards"]]
        boards[self.seat] = self.me | {"lines": self.lines()}
        return any(is_ending(board) for board in boards)

    def final(self, board: Json, extra: int) -> int:
        """The points of a board if the game ended with the round, on the coloured side."""
        cells, score = self.cells(board), board["score"]
        colours = {(r, c): board["wall"][r][c] for r, c in cells}
        for r in range(5):
            if len(board["lines"][r]) == r + 1:
                c = self.column(r, board["lines"][r][0])
                score += sum(self.runs(cells, r, c)) or 1
                cells.add((r, c))
                colours[r, c] = board["lines"][r][0]
        score = max(0, score - sum(COSTS[: len(board["floor"]) + extra]))
        score += 2 * sum(all((r, c) in cells for c in range(5)) for r in range(5))
        score += 7 * sum(all((r, c) in cells for r in range(5)) for c in range(5))
        return int(score + 10 * sum(list(colours.values()).count(x) == 5 for x in COLOURS))


def is_ending(board: Json) -> bool:
    """Will a row of a board be complete at the end of the round?"""
    laid = [5 - row.count(".") for row in board["wall"]]
    return any(laid[r] + (len(board["lines"][r]) == r + 1) == 5 for r in range(5))


Args = dict[str, Any]
Check = Callable[[SlowReader, Args], bool]


def letter(args: Args) -> str:
    """The colour that a sentence names."""
    return str(args["colour"].code.rsplit(".", 1)[1])


def is_complete(x: SlowReader, a: Args) -> bool:
    return a["line"] == x.line and x.held == x.line and a["n"] == x.points(x.me, x.line, x.colour)


def is_complete_with_runs(x: SlowReader, a: Args) -> bool:
    cells = {cell for cell in x.tiled() if cell[0] < x.line} | {
        cell for cell in x.cells(x.me) if cell[0] >= x.line
    }
    runs = x.runs(cells, x.line - 1, x.column(x.line - 1, x.colour))
    return is_complete(x, a) and runs == (a["across"], a["down"])


def is_single_run(side: int) -> Check:
    def check(x: SlowReader, a: Args) -> bool:
        runs = [0, 0]
        runs[side] = a["n"]
        return is_complete_with_runs(x, a | {"across": runs[0], "down": runs[1]})

    return check


def is_short(x: SlowReader, a: Args) -> bool:
    left = x.offer(x.rest, x.colour)
    facts = (x.line, x.line - x.held, left, x.colour)
    return left >= x.line - x.held > 0 and (a["line"], a["count"], a["left"], letter(a)) == facts


def is_stuck(x: SlowReader, a: Args) -> bool:
    left = x.offer(x.rest, x.colour)
    facts = (x.line, x.line - x.held, left, x.colour)
    said = (a["line"], a["count"], a.get("left", 0), letter(a))
    return left < x.line - x.held and said == facts


def is_carried(x: SlowReader, a: Args) -> bool:
    is_stuck_here = x.offer(x.rest, x.colour) < x.line - x.held and not x.is_final()
    return is_stuck_here and (a["line"], a["held"], letter(a)) == (x.line, x.held, x.colour)


def is_scarce(x: SlowReader, a: Args) -> bool:
    count = x.offer(x.piles, x.colour)
    return a["count"] == count and count - x.taken < x.room and letter(a) == x.colour


def is_denied(x: SlowReader, a: Args) -> bool:
    board, line = x.data["boards"][a["seat"]], a["line"]
    if not 1 <= line <= 5 or not x.accepts(board, line, x.colour) or letter(a) != x.colour:
        return False
    is_filled = x.taken >= x.free(board, line) and a["seat"] != x.seat
    is_gone = not x.fillable(x.rest, board, line, x.colour)
    return is_filled and is_gone and a["n"] == x.points(board, line, x.colour)


def is_fed(x: SlowReader, a: Args) -> bool:
    board, line, colour = x.data["boards"][x.next], a["line"], letter(a)
    if a["seat"] != x.next or not 1 <= line <= 5 or not x.accepts(board, line, colour):
        return False
    is_there = any(c == colour and n == a["count"] for _, c, n in x.groups(x.rest))
    is_enough = a["count"] >= x.free(board, line)
    is_new = not x.fillable(x.piles, board, line, colour)
    return is_there and is_enough and is_new and a["n"] == x.points(board, line, colour)


def is_poisoned(x: SlowReader, a: Args) -> bool:
    board, costs = x.data["boards"][x.next], []
    for name, colour, count in x.groups(x.rest):
        fallen = x.least_fall(board, colour, count)
        is_marked = name == "C" and x.data["marker"] == "centre" and not x.marker
        costs.append((fallen, x.cost(board, fallen + is_marked)))
    is_forced = all(fallen for fallen, _ in costs)
    return is_forced and a["seat"] == x.next and a["cost"] == min(cost for _, cost in costs)


def is_many(x: SlowReader, a: Args) -> bool:
    board, colour = x.data["boards"][x.next], letter(a)
    count = x.rest["C"].count(colour)
    excess = x.least_fall(board, colour, count)
    facts = (x.next, count, excess, x.cost(board, excess))
    return (a["seat"], a["count"], a["excess"], a["cost"]) == facts


def is_last(x: SlowReader, a: Args) -> bool:
    is_centre = not any(pile for name, pile in x.rest.items() if name != "C")
    groups = len(set(x.rest["C"]))
    return is_centre and a["count"] == groups and a["seat"] == (x.seat + groups) % x.players


def is_gathered(x: SlowReader, a: Args) -> bool:
    colour, line = letter(a), a["line"]
    if not 1 <= line <= 5 or set(x.lines()[line - 1]) != {colour}:
        return False
    lacks = line - len(x.lines()[line - 1])
    return bool(a["lacks"] == lacks <= a["count"] == x.rest["C"].count(colour))


def is_waiting(x: SlowReader, a: Args) -> bool:
    colour = letter(a)
    places = [pile for pile in x.rest.values() if colour in pile]
    return bool(len(places) >= x.players and a["count"] == x.offer(x.rest, colour))


def is_useless(x: SlowReader, a: Args) -> bool:
    colour = letter(a)
    others = [q for q in range(x.players) if q != x.seat]
    rooms = [x.accepts(x.data["boards"][q], n, colour) for q in others for n in range(1, 6)]
    return x.offer(x.rest, colour) > 0 and not any(rooms) and a.get("seat", x.next) == x.next


def falls(x: SlowReader, a: Args) -> bool:
    cost = x.cost(x.me, x.marker + x.overflow) - x.cost(x.me, x.marker)
    return (a["count"], a["cost"]) == (x.overflow, cost) and x.overflow > 0 and cost > 0


def falls_free(x: SlowReader, a: Args) -> bool:
    is_full = len(x.me["floor"]) + x.marker >= 7
    return (a["count"], a["cost"]) == (x.overflow, 0) and x.overflow > 0 and is_full


def has_marker(is_final: bool, is_free: bool) -> Check:
    def check(x: SlowReader, a: Args) -> bool:
        cost = x.cost(x.me, 1)
        is_right = x.marker and a["cost"] == cost
        return is_right and x.is_final() == is_final and (cost == 0) == is_free

    return check


def leaves_marker(x: SlowReader, a: Args) -> bool:
    is_there = x.data["marker"] == "centre" and not x.marker
    is_centre = not any(pile for name, pile in x.rest.items() if name != "C")
    return is_there and is_centre and a["seat"] == x.next


def is_beside(x: SlowReader, a: Args) -> bool:
    r, c, cells = x.line - 1, x.column(x.line - 1, x.colour), x.tiled()
    if x.is_final():
        return False
    around = [(r + dr, c + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    free = [x for x in around if x not in cells and 0 <= x[0] < 5 and 0 <= x[1] < 5]
    return bool(a["n"] == max(sum(x.runs(cells, *cell)) for cell in free))


def is_column(x: SlowReader, a: Args) -> bool:
    c = x.column(x.line - 1, x.colour)
    held = sum((r, c) in x.tiled() for r in range(5))
    is_told = held == 5 or not x.is_final()
    return is_told and (a["column"], a["held"], a["count"]) == (c + 1, held, 5 - held)


def is_colour(x: SlowReader, a: Args) -> bool:
    laid = sum(row.count(x.colour) for row in x.me["wall"])
    laid += sum(len(line) == n + 1 and line[0] == x.colour for n, line in enumerate(x.lines()))
    is_told = laid == 5 or not x.is_final()
    return is_told and (a["held"], a["count"], letter(a)) == (laid, 5 - laid, x.colour)


def row_count(x: SlowReader) -> int:
    return int(5 - x.me["wall"][x.line - 1].count(".") + (x.held == x.line))


def is_row(x: SlowReader, a: Args) -> bool:
    return (a["row"], a["held"]) == (x.line, row_count(x)) and not x.is_final()


def is_end(sign: int) -> Check:
    def check(x: SlowReader, a: Args) -> bool:
        boards = [x.final(board, 0) for board in x.data["boards"]]
        boards[x.seat] = x.final(x.me | {"lines": x.lines()}, x.marker + x.overflow)
        lead = boards[x.seat] - max(b for q, b in enumerate(boards) if q != x.seat)
        is_right = lead == sign * a["n"] and (lead > 0) - (lead < 0) == sign
        return row_count(x) == 5 and a["row"] == x.line and is_right

    return check


def is_gray_end(x: SlowReader, a: Args) -> bool:
    has_space = bool(x.gray_spaces(x.me, x.line - 1, x.colour))
    return row_count(x) == 5 and a["row"] == x.line and has_space


CHECKS: dict[str, Check] = {
    "complete.both": is_complete_with_runs,
    "complete.across": is_single_run(0),
    "complete.down": is_single_run(1),
    "complete.alone": lambda x, a: is_complete(x, a) and a["n"] == 1,
    "complete.gray": is_complete,
    "short": is_short,
    "stuck": is_stuck,
    "stuck.none": is_stuck,
    "carry": is_carried,
    "scarce": is_scarce,
    "deny": is_denied,
    "feed": is_fed,
    "poison": is_poisoned,
    "many": is_many,
    "last": is_last,
    "gather": is_gathered,
    "wait": is_waiting,
    "useless": is_useless,
    "useless.all": is_useless,
    "falls": falls,
    "falls.free": falls_free,
    "clean": falls,
    "marker": has_marker(is_final=False, is_free=False),
    "marker.free": has_marker(is_final=False, is_free=True),
    "marker.end": has_marker(is_final=True, is_free=False),
    "leave1": leaves_marker,
    "beside": is_beside,
    "column": is_column,
    "column.full": is_column,
    "colour": is_colour,
    "colour.full": is_colour,
    "row": is_row,
    "end.ahead": is_end(1),
    "end.level": is_end(0),
    "end.behind": is_end(-1),
    "end.gray": is_gray_end,
}


# ---- The gray side: a move `2>4` lays the tile of a line


def is_placed_so(data: Json, move: str, code: str, args: Args) -> bool:
    """Is a sentence about a space of the gray side true?"""
    r, c = int(move[0]) - 1, int(move[2]) - 1
    board = data["boards"][data["tiling"]["seat"]]
    x = SlowReader.__new__(SlowReader)
    x.data = data
    cells = x.cells(board)
    across, down = x.runs(cells, r, c)
    if code.startswith("place."):
        runs = {"both": (across, down), "across": (args["n"], 0), "down": (0, args["n"])}
        said = {**args, "across": 0, "down": 0} if code == "place.alone" else args
        case = code.rsplit(".", 1)[1]
        expected = runs.get(case, (0, 0))
        is_said = case != "both" or (said["across"], said["down"]) == (across, down)
        return is_said and expected == (across, down) and args["n"] == (across + down or 1)
    after = cells | {(r, c)}
    wall = [list(row) for row in board["wall"]]
    wall[r][c] = board["lines"][r][0]
    boards = [*data["boards"]]
    boards[data["tiling"]["seat"]] = board | {"wall": ["".join(row) for row in wall]}
    is_final = any(map(is_ending, boards))
    if is_final and code in ("column", "beside"):
        return False
    if code.startswith("column"):
        held = sum((row, c) in after for row in range(5))
        return (args["column"], args["held"], args["count"]) == (c + 1, held, 5 - held)
    if code == "beside":
        around = [(r + dr, c + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        free = [x for x in around if x not in after and 0 <= x[0] < 5 and 0 <= x[1] < 5]
        return bool(args["n"] == max(sum(x.runs(after, *cell)) for cell in free))
    assert code in ("jam", "jam.free"), code
    line = args["line"]
    full = board["lines"][line - 1] if 1 <= line <= 5 else ""
    is_full = bool(full) and len(full) == line
    spaces = x.gray_spaces({"wall": wall}, line - 1, full[0]) if is_full else [0]
    cost = x.cost(board, line)
    return not spaces and args["cost"] == cost and (cost == 0) == (code == "jam.free")


def is_true(data: Json, move: str, other: str, code: str, args: Args) -> bool:
    """Is a sentence about a move, or about the other one, true?"""
    code = code.removeprefix("azul.reason.")
    own = None if ">" in move else SlowReader(data, move)
    if code.startswith("otherwise."):
        if own and code == "otherwise.clean" and own.overflow:
            return False
        if own and code.startswith("otherwise.end") and own.is_final():
            return False
        code, move = code.removeprefix("otherwise."), other
    if ">" in move:
        return is_placed_so(data, move, code, args)
    return bool(CHECKS[code](SlowReader(data, move), args))
