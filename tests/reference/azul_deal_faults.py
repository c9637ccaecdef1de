"""Deals that bag and lid could not have given (A6), made from one that they did give.

Each maker gets the displays of the legal deal, and bag and lid before it; it gives back faulty
displays, or None where this deal cannot be spoilt in its way.
"""

import random
from collections import Counter
from collections.abc import Callable

from .azul_board import COLOURS

Deal = list[str]
Tiles = Counter[str]
DealFault = Callable[[random.Random, Deal, Tiles, Tiles], Deal | None]


def lose_tile(rng: random.Random, deal: Deal, _bag: Tiles, _lid: Tiles) -> Deal | None:
    """A display short though there was a tile for it."""
    index = rng.choice([index for index, display in enumerate(deal) if display])
    deal[index] = deal[index][1:]
    return deal


def add_tile(rng: random.Random, deal: Deal, _bag: Tiles, _lid: Tiles) -> Deal | None:
    """A fifth tile in a display, or a tile in a short one that the supply did not hold."""
    index = rng.randrange(len(deal))
    deal[index] += rng.choice(COLOURS)
    return deal


def add_display(rng: random.Random, deal: Deal, _bag: Tiles, _lid: Tiles) -> Deal | None:
    return [*deal, rng.choice(["BYRK", ""])]


def lose_display(_rng: random.Random, deal: Deal, _bag: Tiles, _lid: Tiles) -> Deal | None:
    return deal[:-1]


def flood(rng: random.Random, deal: Deal, bag: Tiles, lid: Tiles) -> Deal | None:
    """More tiles of a colour than bag and lid hold together."""
    return raise_colour(rng, deal, len(deal), bag + lid)


def open_lid_early(rng: random.Random, deal: Deal, bag: Tiles, _lid: Tiles) -> Deal | None:
    """More tiles of a colour than the bag holds, in displays that the bag alone has filled."""
    return raise_colour(rng, deal, min(len(deal), bag.total() // 4), bag)


def raise_colour(rng: random.Random, deal: Deal, displays: int, most: Tiles) -> Deal | None:
    """Turn tiles of the first displays into one colour, until there is one too many of it."""
    room = len("".join(deal[:displays]))
    colours = [colour for colour in COLOURS if most[colour] < room]
    if not colours:
        return None
    colour = rng.choice(colours)
    while "".join(deal[:displays]).count(colour) <= most[colour]:
        index = rng.randrange(displays)
        others = deal[index].replace(colour, "")
        deal[index] = deal[index].replace(others[:1], colour, 1) if others else deal[index]
    return deal


def leave_in_bag(rng: random.Random, deal: Deal, bag: Tiles, _lid: Tiles) -> Deal | None:
    """Swap a tile that had to come out of the emptied bag with one of a later display."""
    straddling = -(-bag.total() // 4)  # so many displays see the last tile of the bag
    early = Counter("".join(deal[:straddling]))
    places = [
        (one, other, tile, instead)
        for one in range(min(straddling, len(deal)))
        for other in range(straddling, len(deal))
        for tile in set(deal[one])
        for instead in set(deal[other])
        if tile != instead and early[tile] == bag[tile]
    ]
    if not places:
        return None
    one, other, tile, instead = rng.choice(sorted(places))
    deal[one] = deal[one].replace(tile, instead, 1)
    deal[other] = deal[other].replace(instead, tile, 1)
    return deal


def move_gap(rng: random.Random, deal: Deal, _bag: Tiles, _lid: Tiles) -> Deal | None:
    """A short display before a full one."""
    short = [index for index, display in enumerate(deal) if len(display) < 4]
    if not short or short[0] == 0:
        return None
    one, other = rng.randrange(short[0]), rng.choice(short)
    deal[one], deal[other] = deal[other], deal[one]
    return deal


DEAL_FAULTS: list[DealFault] = [
    lose_tile,
    add_tile,
    add_display,
    lose_display,
    flood,
    open_lid_early,
    leave_in_bag,
    move_gap,
]
