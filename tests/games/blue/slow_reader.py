"""A slow reader of BLUE positions: is a sentence about a move true? From the JSON alone.

Nothing here uses the package: all chains and circles are counted before and after a tile is laid.
"""

from itertools import permutations
from typing import Any

Json = dict[str, Any]
Place = tuple[int, int]
AROUND = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # north, east, south, west
ALL = {a + s + b + s for s, a, b in permutations("wgb")} | {
    s + a + s + b for s, a, b in permutations("wgb")
}


class SlowReader:
    """A position and a move."""

    def __init__(self, data: Json, move: str):
        place, self.tile = move.split(":")
        self.data, self.seat, self.players = data, data["turn"], data["players"]
        self.place = self.read(place)
        self.before = {self.read(at): sides for at, sides in data["tiles"].items()}
        self.after = {**self.before, self.place: self.tile}
        self.left = dict(data["left"])
        self.left_after = {**self.left, self.kind(self.tile): self.left[self.kind(self.tile)] - 1}
        self.next = (self.seat + 1) % self.players

    def read(self, text: str) -> Place:
        x, y = map(int, text.split(","))
        return x, y

    def kind(self, sides: str) -> str:
        return sides[0] if sides[0] == sides[2] else sides[1]

    def colour(self, seat: int) -> str:
        return str(self.data["colours"][seat][0])

    def lines(self, tiles: dict[Place, str], colour: str) -> tuple[int, int]:
        """The numbers of chains and circles of a colour, found from their first half ends."""
        lengths = self.lengths(tiles, colour)
        return sum(n > 0 for n in lengths), sum(n == 0 for n in lengths)

    def lengths(self, tiles: dict[Place, str], colour: str) -> list[int]:
        found = []
        for at, sides in tiles.items():
            for side in (1, 2):  # to the east, to the south
                if sides[side] != colour or sides[side] == sides[side - 2]:
                    continue
                dx, dy = AROUND[side]
                n, beyond = 0, (at[0] + dx, at[1] + dy)
                while beyond in tiles and tiles[beyond][side] == tiles[beyond][side - 2]:
                    n, beyond = n + 1, (beyond[0] + dx, beyond[1] + dy)
                if beyond in tiles:
                    found.append(n)
        return sorted(found)

    def fits(self, tiles: dict[Place, str], place: Place, sides: str) -> bool:
        neighbours = [(place[0] + dx, place[1] + dy) for dx, dy in AROUND]
        return place not in tiles and all(
            tiles[at][side - 2] == sides[side] for side, at in enumerate(neighbours) if at in tiles
        )

    def spaces(self, tiles: dict[Place, str]) -> set[Place]:
        return {(x + dx, y + dy) for x, y in tiles for dx, dy in AROUND} - tiles.keys()

    def chances(self, seat: int, is_after: bool) -> dict[Place, int]:
        """By space, the most points that a seat could make there with a tile of its colour."""
        tiles, left = (self.after, self.left_after) if is_after else (self.before, self.left)
        chains, circles = self.lines(tiles, self.colour(seat))
        found: dict[Place, int] = {}
        for place in self.spaces(tiles):
            for sides in ALL:
                if left[self.kind(sides)] and self.fits(tiles, place, sides):
                    more = self.lines({**tiles, place: sides}, self.colour(seat))
                    points = 10 * (more[0] - chains) + more[1] - circles
                    if points > found.get(place, 0):
                        found[place] = points
        return found

    def chain_spaces(self, seat: int, is_after: bool) -> set[Place]:
        return {at for at, points in self.chances(seat, is_after).items() if points >= 10}

    def circle_spaces(self, seat: int, is_after: bool) -> set[Place]:
        return {at for at, points in self.chances(seat, is_after).items() if points < 10}

    def blocked(self) -> set[Place]:
        """The spaces that the move blocks."""
        was = {at for at in self.spaces(self.before) if not self.is_open(self.before, at)}
        now = {at for at in self.spaces(self.after) if not self.is_open(self.after, at)}
        return now - was

    def is_open(self, tiles: dict[Place, str], place: Place) -> bool:
        return any(self.fits(tiles, place, sides) for sides in ALL)

    def new_lines(self, seat: int) -> tuple[list[int], int]:
        """The lengths of a seat's chains that the move closes, and the number of its circles."""
        was, now = (self.lengths(x, self.colour(seat)) for x in (self.before, self.after))
        for n in was:
            now.remove(n)
        return [n for n in now if n], now.count(0)


def is_true(data: Json, move: str, other: str, code: str, a: dict[str, Any]) -> bool:
    """Is a sentence about a move, or about the other one, true?"""
    code = code.removeprefix("blue.reason.")
    if code.startswith("otherwise."):
        code, move = code.removeprefix("otherwise."), other
    x = SlowReader(data, move)
    mine, theirs = x.new_lines(x.seat), x.new_lines(a.get("seat", x.next))
    gone = x.chain_spaces(x.next, False) - x.chain_spaces(x.next, True)
    new = x.chain_spaces(x.next, True) - x.chain_spaces(x.next, False)
    is_next = a.get("seat") == x.next
    has = x.chain_spaces(x.seat, True)
    checks: dict[str, Any] = {
        "close": lambda: mine[0] == [a["count"]],
        "close2": lambda: len(mine[0]) == a["count"] and a["n"] == 10 * a["count"],
        "circle": lambda: mine[1] > 0,
        "ten": lambda: bool(mine[0]),
        "gift": lambda: a["seat"] != x.seat and bool(theirs[0]),
        "gift.circle": lambda: a["seat"] != x.seat and theirs[1] > 0,
        "block": lambda: is_next and len(gone & x.blocked()) == a["count"],
        "block.only": lambda: (
            is_next
            and x.chain_spaces(x.next, False) <= x.blocked()
            and len(gone) == a["count"] == 1
        ),
        "fill": lambda: is_next and x.place in gone and not new and a["count"] in closed_lengths(x),
        "opens": lambda: is_next and bool(new),
        "leave": lambda: is_next and bool(x.chain_spaces(x.next, True)),
        "safe": lambda: is_next and not x.chain_spaces(x.next, True),
        "open": lambda: len(has) == 1 and bool(has - x.chain_spaces(x.seat, False)),
        "two": lambda: len(has) == a["count"] > 1,
        "keeps": lambda: len(has) == a["count"],
        "dead": lambda: len(x.blocked() & x.chain_spaces(x.seat, False)) == a["count"],
        "circles": lambda: len(x.circle_spaces(x.seat, True)) == a["count"],
        "spoil": lambda: is_next and len(spoiled(x)) == a["count"],
        "blocks": lambda: len(x.blocked()) == a["count"],
    }
    return bool(checks[code]())


def closed_lengths(x: SlowReader) -> set[int]:
    """The lengths of the chains that the next seat could have closed at the place of the move."""
    found = set()
    for sides in ALL:
        if x.left[x.kind(sides)] and x.fits(x.before, x.place, sides):
            was = x.lengths(x.before, x.colour(x.next))
            now = x.lengths({**x.before, x.place: sides}, x.colour(x.next))
            for n in was:
                now.remove(n)
            found |= set(now)
    return found


def spoiled(x: SlowReader) -> set[Place]:
    """The spaces where the next seat could close circles alone, and now can close nothing."""
    return x.circle_spaces(x.next, False) - x.chances(x.next, True).keys()
