"""Provably fair deals: a commitment before the game, a check after it. No I/O.

Before the first deal a table publishes the SHA-256 of a secret seed, and each player may contribute
a text. The entropy of every deal and of the seating is an HMAC of table, texts and the deal's
number under that seed. So the server cannot choose a deal once the commitment is published, and no
player can predict one. At the end the seed is published, and `check` repeats every draw from the
record alone.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence

from azulejos.compiled.rng import below, make_rng
from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.record import Record
from azulejos.text import Text

SEED_BYTES = 32
SEATING = -1  # the deal number that is used to draw the seating


class Unfair(AzulejosError):
    """A record whose deals do not follow from the published commitment."""


def make_seed() -> bytes:
    """Draw a secret seed for one table."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The hash of a seed that is published before the first deal."""
    return hashlib.sha256(seed).hexdigest()


def entropy(seed: bytes, table: str, texts: Sequence[str], number: int) -> int:
    """64 bits of entropy for one deal; they reveal nothing about those of another deal."""
    message = json.dumps([table, list(texts), number], ensure_ascii=False, separators=(",", ":"))
    return int.from_bytes(hmac.digest(seed, message.encode(), "sha256")[:8], "big")


def draw_seating(seed: bytes, table: str, texts: Sequence[str]) -> list[int]:
    """A random permutation, by seat: the place that moves to it."""
    rng = make_rng(entropy(seed, table, texts, SEATING))
    order = list(range(len(texts)))
    for i in range(len(order) - 1, 0, -1):
        k = below(rng, i + 1)
        order[i], order[k] = order[k], order[i]
    return order


# ---- Checking a record


def fair_headers(
    seed: bytes, table: str, texts: Sequence[str], order: Sequence[int] = ()
) -> dict[str, str]:
    """The headers of a record from which its deals can be checked; texts are by seat.

    `order` is the drawn seating; empty if the seating was fixed.
    """
    return {
        "table": table,
        "fair_commitment": commitment(seed),
        "fair_seed": seed.hex(),
        "fair_texts": json.dumps(list(texts), ensure_ascii=False),
        "fair_order": json.dumps(list(order)),
    }


def check(record: Record) -> int:
    """Repeat the draw of the seating and of every deal of a record; return the number of deals.

    Raises `Unfair` for the first one that differs.
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
    """Parse what `fair_headers` wrote: table, commitment, seed, texts, order."""
    try:
        table, published = record.headers["table"], record.headers["fair_commitment"]
        seed = bytes.fromhex(record.headers["fair_seed"])
        texts = [str(text) for text in json.loads(record.headers["fair_texts"])]
        order = [int(place) for place in json.loads(record.headers.get("fair_order", "[]"))]
        (table + "".join(texts)).encode()  # lone surrogates cannot be encoded
    except (KeyError, ValueError, TypeError, OverflowError, RecursionError):
        raise Unfair(Text("fair.headers")) from None
    if len(texts) != record.players or (order and sorted(order) != list(range(len(texts)))):
        raise Unfair(Text("fair.headers"))
    return table, published, seed, texts, order


def check_seating(seed: bytes, table: str, texts: list[str], order: list[int]) -> None:
    """Raise `Unfair` unless the seating follows from the seed and the texts by place."""
    by_place = [texts[order.index(place)] for place in range(len(order))]
    if draw_seating(seed, table, by_place) != order:
        raise Unfair(Text("fair.seating"))


def check_deal(position: Position, written: str, number: int, deal_entropy: int) -> None:
    """Raise `Unfair` unless a deal follows from its entropy."""
    drawn = position.draw_deal(deal_entropy)
    if drawn != written:
        args = {"number": number + 1, "written": written, "drawn": drawn}
        raise Unfair(Text("fair.deal", args))
