"""Fair deals that anyone can check afterwards. No I/O.

Before the first deal a table publishes the hash of a secret seed; each player may add a text. The
entropy of every deal and of the seating follows from seed, table, texts and the deal's number
alone, so the house cannot choose a deal once the hash is out, and no player can foresee one. At the
end the seed is revealed and all of it can be counted again: `check` does, from a record alone.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence

from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.record import Record
from azulejos.rng import below, make_rng
from azulejos.text import Text

SEED_BYTES = 32
SEATING = -1  # the number under which the seating is drawn, before any deal


class Unfair(AzulejosError):
    """A record whose deals do not follow from what was committed to."""


def make_seed() -> bytes:
    """A secret seed for one table."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is published of a seed before the first deal."""
    return hashlib.sha256(seed).hexdigest()


def entropy(seed: bytes, table: str, texts: Sequence[str], number: int) -> int:
    """64 bits for the deal of a number; those of one deal tell nothing about another's."""
    message = json.dumps([table, list(texts), number], ensure_ascii=False, separators=(",", ":"))
    return int.from_bytes(hmac.digest(seed, message.encode(), "sha256")[:8], "big")


def draw_seating(seed: bytes, table: str, texts: Sequence[str]) -> list[int]:
    """Which place sits down in each seat, every order as likely."""
    rng = make_rng(entropy(seed, table, texts, SEATING))
    order = list(range(len(texts)))
    for i in range(len(order) - 1, 0, -1):
        k = below(rng, i + 1)
        order[i], order[k] = order[k], order[i]
    return order


# ---- Checking, from a record that a table wrote


def fair_headers(
    seed: bytes, table: str, texts: Sequence[str], order: Sequence[int] = ()
) -> dict[str, str]:
    """What a record says about its deals once the game is over; texts are by seat.

    The order tells which place sat down in each seat, where that was drawn.
    """
    return {
        "table": table,
        "fair_commitment": commitment(seed),
        "fair_seed": seed.hex(),
        "fair_texts": json.dumps(list(texts), ensure_ascii=False),
        "fair_order": json.dumps(list(order)),
    }


def check(record: Record) -> int:
    """Draw the seating and every deal of a record again; how many deals there were. Raises
    `Unfair` for the first that differs.
    """
    table, published, seed, texts, order = read_headers(record)
    if commitment(seed) != published:
        raise Unfair(Text("fair.commitment"))
    if order:
        check_seating(seed, table, texts, order)
    number, position = 0, record.first()
    for entry in record.entries:
        if position.needs_deal:
            check_deal(position, entry.text, number, entropy(seed, table, texts, number))
            number += 1
        position.push(entry.text)
    return number


def read_headers(record: Record) -> tuple[str, str, bytes, list[str], list[int]]:
    """What `fair_headers` wrote: table, commitment, seed, texts, order."""
    try:
        table, published = record.headers["table"], record.headers["fair_commitment"]
        seed = bytes.fromhex(record.headers["fair_seed"])
        texts = [str(text) for text in json.loads(record.headers["fair_texts"])]
        order = [int(place) for place in json.loads(record.headers.get("fair_order", "[]"))]
        (table + "".join(texts)).encode()  # half a letter cannot be written
    except (KeyError, ValueError, TypeError, OverflowError, RecursionError):
        raise Unfair(Text("fair.headers")) from None
    if len(texts) != record.players or (order and sorted(order) != list(range(len(texts)))):
        raise Unfair(Text("fair.headers"))
    return table, published, seed, texts, order


def check_seating(seed: bytes, table: str, texts: list[str], order: list[int]) -> None:
    """Does the seating follow from the texts as they came, before anybody had a seat?"""
    came = [texts[order.index(place)] for place in range(len(order))]
    if draw_seating(seed, table, came) != order:
        raise Unfair(Text("fair.seating"))


def check_deal(position: Position, written: str, number: int, drawn_from: int) -> None:
    """Does a deal follow from its entropy?"""
    drawn = position.copy().deal(drawn_from)
    if drawn != written:
        args = {"number": number + 1, "written": written, "drawn": drawn}
        raise Unfair(Text("fair.deal", args))
