"""The slow second reading of Azul, tile by tile, from RULES.md alone.

It is for comparing with, never for playing: nothing here is fast, and nothing here is shared
with the product. Every tile is a letter in a list; a game goes
deal -> offer -> (tiling, where the gray side leaves a choice) -> deal ... -> over.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from .azul_board import COLOURS, MARKER, ROWS, Board
from .azul_notation import Laying, Move, parse_choice, parse_move
from .illegal import Illegal

CENTRE = "centre"
LINES = "12345F"


def fill_display(text: str, bag: list[str], lid: list[str]) -> list[str]:
    """Draw the tiles of one display, in whatever order makes it possible; A6 if none does."""
    waiting = list(text)
    display: list[str] = []
    while len(display) < 4:
        if not bag:  # A6: only when a tile is to be drawn and the bag is empty
            bag.extend(lid)
            lid.clear()
        if not bag:
            break  # A6: both are empty, this display is short
        tile = next((tile for tile in waiting if tile in bag), None)
        if tile is None:
            raise Illegal("A6", text)
        waiting.remove(tile)
        bag.remove(tile)
        display.append(tile)
    if waiting:
        raise Illegal("A6", text)
    return display


def in_order(tiles: Sequence[str]) -> str:
    return "".join(sorted(tiles, key=COLOURS.index))


class Azul:
    def __init__(self, players: int, wall: str, first: int) -> None:
        if players not in (2, 3, 4) or wall not in ("coloured", "gray"):  # A1, A3
            raise ValueError(f"no such game: {players} players, {wall} wall")
        if first not in range(players):
            raise ValueError(f"no such seat: {first}")
        self.players = players
        self.wall = wall
        self.phase = "deal"  # "deal", "offer", "tiling" or "over"
        self.round = 1  # in phase "deal" the round about to be dealt
        self.first = first  # A5: the seat that starts, or started, the round
        self.turn = first  # the seat whose decision is due
        self.marker: str | int = first  # CENTRE, or the seat that holds it
        self.idle_rounds = 0  # rounds running in which nobody laid a tile (A27)
        self.displays: list[list[str]] = [[] for _ in range(2 * players + 1)]  # A1
        self.centre: list[str] = []  # the marker is not among these tiles
        self.bag = [colour for colour in COLOURS for _ in range(20)]  # A2
        self.lid: list[str] = []
        self.boards = [Board() for _ in range(players)]
        self.row = 0  # in phase "tiling" the row whose decision is due
        self.laid: list[list[Laying]] = [[] for _ in range(players)]  # this round's, by seat
        self.jammed: list[list[int]] = [[] for _ in range(players)]  # this round's rows by A19
        self.round_scores: list[list[int]] = []  # after each round, before end bonuses

    # -- a round begins ---------------------------------------------------------------------------

    def deal(self, displays: Sequence[str]) -> None:
        """Begin a round with exactly these displays, if bag and lid could have given them."""
        if self.phase == "over":
            raise Illegal("A23", " ".join(displays))
        if self.phase != "deal":
            raise ValueError("the round before has not ended")
        for text in displays:
            if not isinstance(text, str) or not re.fullmatch("[BYRKW]*", text):
                raise Illegal("form", text)
        if len(displays) != len(self.displays):
            raise Illegal("A6", " ".join(displays))
        bag, lid = list(self.bag), list(self.lid)
        self.displays = [fill_display(text, bag, lid) for text in displays]
        self.bag, self.lid = bag, lid
        self.marker = CENTRE  # A7
        self.turn = self.first
        self.phase = "offer"

    # -- factory offer ----------------------------------------------------------------------------

    def tiles_at(self, source: str) -> list[str]:
        return self.centre if source == "C" else self.displays[int(source) - 1]

    def clause_broken(self, move: Move) -> str | None:
        """The first clause that a well-formed move breaks, in the order RULES.md gives."""
        if self.phase != "offer":
            return "A16"
        if move.colour not in self.tiles_at(move.source):
            return "A8"
        if move.line == "F":
            return None  # A13: always allowed
        row = int(move.line) - 1
        board = self.boards[self.turn]
        if board.is_complete(row) or any(tile != move.colour for tile in board.lines[row]):
            return "A11"
        if move.colour in board.wall[row]:
            return "A12"
        return None

    def take(self, text: str) -> None:
        """One turn of the factory offer, and all that the rules then do by themselves."""
        move = parse_move(text, len(self.displays))
        clause = self.clause_broken(move)
        if clause is not None:
            raise Illegal(clause, text)
        board = self.boards[self.turn]
        tiles = self._lift(move)
        if move.line == "F":
            self.lid += board.drop(tiles)
        else:
            self.lid += board.fill_line(int(move.line) - 1, tiles)
        if self.centre or any(self.displays):
            self.turn = (self.turn + 1) % self.players  # A7
        else:
            self._begin_tiling()  # A16

    def _lift(self, move: Move) -> list[str]:
        """Take the tiles of a legal move from the table, with the marker where A9 says so."""
        source = self.tiles_at(move.source)
        taken = [tile for tile in source if tile == move.colour]
        others = [tile for tile in source if tile != move.colour]
        source.clear()
        self.centre += others  # A8: from a display they move to the centre, in the centre they stay
        if move.source == "C" and self.marker == CENTRE:  # A9
            self.marker = self.turn
            self.boards[self.turn].drop([MARKER])  # A15: with a full floor it lies beside the board
        return taken

    # -- wall tiling ------------------------------------------------------------------------------

    def spaces(self, seat: int, row: int) -> list[int]:
        """The columns where the tile of a complete line may go."""
        board = self.boards[seat]
        colour = board.lines[row][0]
        if self.wall == "gray":
            return board.gray_spaces(row, colour)
        return board.coloured_spaces(row, colour)

    def _begin_tiling(self) -> None:
        self.phase = "tiling"
        self.idle_rounds += 1  # until somebody lays a tile
        self.laid = [[] for _ in range(self.players)]
        self.jammed = [[] for _ in range(self.players)]
        self.turn = 0  # A18: seats from 0 up, each from the top line down
        self.row = 0
        self._tile_on()

    def _tile_on(self) -> None:
        """Tile as far as no player has a choice."""
        while self.turn < self.players:
            while self.row in ROWS:
                if self.boards[self.turn].is_complete(self.row):
                    spaces = self.spaces(self.turn, self.row)
                    if len(spaces) > 1:
                        return  # A18: a decision of the player
                    self._tile_without_choice(spaces)
                self.row += 1
            self.lid += self.boards[self.turn].pay_floor()  # A21
            self.turn += 1
            self.row = 0
        self._end_round()

    def _tile_without_choice(self, spaces: list[int]) -> None:
        if spaces:
            self._lay(spaces[0], spaces)  # A18
        else:
            board = self.boards[self.turn]
            tiles, board.lines[self.row] = board.lines[self.row], []
            self.lid += board.drop(tiles)  # A19
            self.jammed[self.turn].append(self.row)

    def _lay(self, column: int, spaces: list[int]) -> None:
        """Finish the line whose turn it is: one tile to the wall, the others to the lid."""
        board = self.boards[self.turn]
        tiles, board.lines[self.row] = board.lines[self.row], []
        colour = tiles.pop()
        self.lid += tiles  # A17
        board.lay(self.row, column, colour)
        self.idle_rounds = 0
        text = f"{self.row + 1}>{column + 1}"
        self.laid[self.turn].append(Laying(text, colour, [space + 1 for space in spaces]))

    def choose(self, seat: int, text: str) -> None:
        """The decision that is due in the tiling of the gray side."""
        line, column = parse_choice(text)
        if self.phase != "tiling" or seat != self.turn or line != self.row + 1:
            raise Illegal("A17", text)
        spaces = self.spaces(seat, self.row)
        if column - 1 not in spaces:
            raise Illegal("A18", text)
        self._lay(column - 1, spaces)
        self.row += 1
        self._tile_on()

    # -- end --------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        self.round_scores.append([board.score for board in self.boards])
        if self._is_last_round():
            self.phase = "over"
            for board in self.boards:
                board.score += board.bonus()  # A24
        else:
            self.phase = "deal"
            self.round += 1
            if isinstance(self.marker, int):  # A22: else the seat that started starts again
                self.first = self.marker
            self.marker = self.first
        self.turn = self.first

    def _is_last_round(self) -> bool:
        has_row = any(board.complete_rows() for board in self.boards)  # A23
        has_supply = bool(self.bag or self.lid)  # A26
        return has_row or not has_supply or self.idle_rounds == 3  # A27

    def winners(self) -> list[int]:
        ranks = [(board.score, board.complete_rows()) for board in self.boards]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]  # A25

    def final(self) -> dict[str, list[int]]:
        return {
            "scores": [board.score for board in self.boards],
            "rows": [board.complete_rows() for board in self.boards],
            "columns": [board.complete_columns() for board in self.boards],
            "colours": [board.complete_colours() for board in self.boards],
            "winners": self.winners(),
        }

    # -- what can be seen -------------------------------------------------------------------------

    def legal_moves(self) -> list[str]:
        if self.phase == "tiling":
            return [f"{self.row + 1}>{column + 1}" for column in self.spaces(self.turn, self.row)]
        sources = [str(number + 1) for number in range(len(self.displays))] + ["C"]
        moves = [Move(s, colour, line) for s in sources for colour in COLOURS for line in LINES]
        return [m.source + m.colour + m.line for m in moves if self.clause_broken(m) is None]

    def as_json(self) -> dict[str, Any]:
        """The position as CONTRACT.md writes it; tiles on the table in the order BYRKW."""
        position: dict[str, Any] = {
            "game": "azul",
            "wall": self.wall,
            "players": self.players,
            "round": self.round,
            "turn": self.turn,
            "first": self.first,
            "idle_rounds": self.idle_rounds,
            "displays": [in_order(display) for display in self.displays],
            "centre": in_order(self.centre),
            "marker": self.marker,
            "bag": {colour: Counter(self.bag)[colour] for colour in COLOURS},
            "lid": {colour: Counter(self.lid)[colour] for colour in COLOURS},
            "boards": [board_as_json(board) for board in self.boards],
        }
        if self.phase == "tiling":
            position["tiling"] = {"seat": self.turn, "line": self.row + 1}
        elif self.phase != "offer":
            position["phase"] = self.phase
        return position


def board_as_json(board: Board) -> dict[str, Any]:
    return {
        "lines": ["".join(line) for line in board.lines],
        "wall": ["".join(row) for row in board.wall],
        "floor": "".join(board.floor),
        "score": board.score,
    }
