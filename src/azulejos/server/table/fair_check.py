"""Checking that the deals of a record are fair, against what a client kept. No I/O.

A record alone shows that its deals follow from its seed. That the seed was fixed in time is shown
by what a client kept from before the game: the commitment, the pledges and texts of all seats when
the client revealed its nonce, and the nonce. `docs/fair.md` says what each of them proves.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.record import Record
from azulejos.server.table.fair import (
    commitment,
    draw_seating,
    entropy,
    pledge_of,
)
from azulejos.text import Text
from azulejos.wire.fairness import HASH_PATTERN, Proof


class Unfair(AzulejosError):
    """A record whose deals do not follow from what was published or kept."""


@dataclass(frozen=True)
class Kept:
    """The facts of a table that a client kept from before its first deal."""

    commitment: str
    table: str = ""  # the rest is empty if only the commitment was kept
    texts: tuple[str, ...] = ()  # by place, as seen before the nonce was revealed
    pledges: tuple[str, ...] = ()
    nonces: tuple[str, ...] = ()  # the client's own
    reveals: int = 1  # how often the client revealed a nonce for this table


@dataclass(frozen=True)
class FairVerdict:
    """The result of the check of a record."""

    deals: int  # how many were drawn again
    seats: int  # how many seats contributed randomness of their own
    retries: int  # how often a player did not reveal in time, so that everybody revealed again
    proof: Proof


@dataclass(frozen=True)
class Claims:
    """The claims of a record about its draws; lists are by seat."""

    table: str
    commitment: str
    seed: bytes
    texts: list[str]
    order: list[int] = field(default_factory=list)  # empty if the seating was fixed
    pledges: list[str] = field(default_factory=list)  # empty if nobody contributed randomness
    nonces: list[str] = field(default_factory=list)
    retries: int = 0

    def by_place(self, values: list[str]) -> list[str]:
        """Values by seat, in the order of the places before the seating was drawn."""
        if not self.order or not values:
            return values
        return [values[self.order.index(place)] for place in range(len(self.order))]


def fair_headers(claims: Claims) -> dict[str, str]:
    """The headers of a record from which its draws can be checked."""
    headers = {
        "table": claims.table,
        "fair_commitment": claims.commitment,
        "fair_seed": claims.seed.hex(),
        "fair_texts": json.dumps(claims.texts, ensure_ascii=False),
        "fair_order": json.dumps(claims.order),
    }
    if claims.nonces:
        headers["fair_pledges"] = json.dumps(claims.pledges)
        headers["fair_nonces"] = json.dumps(claims.nonces)
        headers["fair_retries"] = str(claims.retries)
    return headers


# ---- Checking a record


def check(record: Record, kept: Kept | None = None) -> FairVerdict:
    """Repeat the draw of the seating and of every deal, and compare with what a client kept.

    Raises `Unfair` for the first thing that differs.
    """
    claims = read_claims(record)
    if kept and kept.commitment != claims.commitment:
        raise Unfair(Text("fair.other_commitment"))
    if commitment(claims.seed) != claims.commitment:
        raise Unfair(Text("fair.commitment"))
    check_nonces(claims)
    if kept and kept.nonces:
        check_kept(claims, kept)
    if claims.order:
        check_seating(claims)
    deals = check_deals(record, claims)
    seats = sum(map(bool, claims.nonces))
    return FairVerdict(deals, seats, claims.retries, proof_of(claims, kept))


def proof_of(claims: Claims, kept: Kept | None) -> Proof:
    """The proof that a record without faults gives to a client that kept something."""
    if not kept:
        return "record"
    if kept.nonces:
        return "whole"
    return "mixed" if any(claims.nonces) else "seed"


def read_claims(record: Record) -> Claims:
    """Parse what `fair_headers` wrote."""
    headers = record.headers
    try:
        claims = Claims(
            table=headers["table"],
            commitment=headers["fair_commitment"],
            seed=bytes.fromhex(headers["fair_seed"]),
            texts=strings(headers["fair_texts"]),
            order=[int(place) for place in json.loads(headers.get("fair_order", "[]"))],
            pledges=strings(headers.get("fair_pledges", "[]")),
            nonces=strings(headers.get("fair_nonces", "[]")),
            retries=int(headers.get("fair_retries", "0")[:9]),
        )
        (claims.table + "".join(claims.texts)).encode()  # lone surrogates cannot be encoded
    except (KeyError, ValueError, TypeError, OverflowError, RecursionError):
        raise Unfair(Text("fair.headers")) from None
    seats = list(range(record.players))
    is_whole = len(claims.texts) == len(seats) and sorted(claims.order) in ([], seats)
    counts = len(claims.pledges), len(claims.nonces)
    if not is_whole or counts not in ((0, 0), (len(seats), len(seats))):
        raise Unfair(Text("fair.headers"))
    return claims


def strings(text: str) -> list[str]:
    return [str(each) for each in json.loads(text)]


def check_nonces(claims: Claims) -> None:
    """Raise `Unfair` unless every nonce is the one that its seat had pledged."""
    for seat, (pledge, nonce) in enumerate(zip(claims.pledges, claims.nonces, strict=True)):
        if not pledge and not nonce:
            continue
        if not re.match(HASH_PATTERN, nonce) or pledge_of(nonce) != pledge:
            raise Unfair(Text("fair.pledge", {"seat": seat + 1}))


def check_kept(claims: Claims, kept: Kept) -> None:
    """Raise `Unfair` unless all contributions are those that the client saw before it revealed."""
    is_mine = set(kept.nonces) <= set(claims.nonces)
    seen = list(kept.texts), list(kept.pledges)
    used = claims.by_place(claims.texts), claims.by_place(claims.pledges)
    if kept.table != claims.table or not is_mine or seen != used:
        raise Unfair(Text("fair.other_contributions"))
    if kept.reveals > claims.retries + 1:
        raise Unfair(Text("fair.hidden_retries", {"n": kept.reveals, "retries": claims.retries}))


def check_seating(claims: Claims) -> None:
    """Raise `Unfair` unless the seating follows from the seed and the contributions by place."""
    by_place = claims.by_place
    drawn = draw_seating(claims.seed, claims.table, by_place(claims.texts), by_place(claims.nonces))
    if drawn != claims.order:
        raise Unfair(Text("fair.seating"))


def check_deals(record: Record, claims: Claims) -> int:
    """Repeat every deal; return their number."""
    number, position = 0, record.first()
    for entry in record.entries:
        if position.needs_deal:
            drawn_from = entropy(claims.seed, claims.table, claims.texts, number, claims.nonces)
            check_deal(position, entry.text, number, drawn_from)
            number += 1
        position.push(entry.text)
    return number


def check_deal(position: Position, written: str, number: int, deal_entropy: int) -> None:
    """Raise `Unfair` unless a deal follows from its entropy."""
    drawn = position.draw_deal(deal_entropy)
    if drawn != written:
        args = {"number": number + 1, "written": written, "drawn": drawn}
        raise Unfair(Text("fair.deal", args))


# ---- What a client kept


def read_kept(data: Any) -> Kept:
    """The facts that a client kept, from JSON (`docs/fair.md`); raises `Unfair` if malformed."""
    try:
        table, published = str(data["table"]), str(data["commitment"])
        texts, pledges, nonces = (
            tuple(map(str, data.get(name) or ())) for name in ("texts", "pledges", "nonces")
        )
        reveals = int(data.get("reveals", 1))
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError):
        raise Unfair(Text("fair.unreadable")) from None
    hashes: Sequence[str] = (published, *filter(None, pledges), *nonces)
    if not all(re.match(HASH_PATTERN, each) for each in hashes):
        raise Unfair(Text("fair.unreadable"))
    return Kept(published, table, texts, pledges, nonces, reveals)


def read_commitment(text: str) -> Kept:
    """A commitment alone that a client kept, in hexadecimal."""
    return read_kept({"table": "", "commitment": text.strip().lower()})
