"""Fair deals: what the draws of a table follow from. No I/O; `fair_check.py` verifies a record.

When a table is created the server draws a secret seed and publishes its SHA-256, the commitment.
Each player's client draws randomness of its own, the nonce, and sends its SHA-256, the pledge, when
its player sits down. Once every seat is taken, and so every pledge is fixed, the clients reveal
their nonces, and the game starts. The entropy of every deal and of the seating is an HMAC of table,
texts, nonces and the deal's number under the seed: the server fixed its part before it knew a
nonce, and no player ever knows the seed. `docs/fair.md` describes the protocol and what it proves.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence

from azulejos.compiled.rng import below, make_rng

SEED_BYTES = 32
SEATING = -1  # the deal number that is used to draw the seating


def make_seed() -> bytes:
    """Draw a secret seed for one table."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The hash of a seed that is published before the first deal."""
    return hashlib.sha256(seed).hexdigest()


def pledge_of(nonce: str) -> str:
    """The pledge of a nonce: the SHA-256 of its 32 bytes; both are written in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(nonce)).hexdigest()


def entropy(
    seed: bytes, table: str, texts: Sequence[str], number: int, nonces: Sequence[str] = ()
) -> int:
    """64 bits of entropy for one deal; they reveal nothing about those of another deal.

    Without nonces the message is that of the first release, whose records stay verifiable.
    """
    parts = [table, list(texts), *([list(nonces)] if nonces else []), number]
    message = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return int.from_bytes(hmac.digest(seed, message.encode(), "sha256")[:8], "big")


def draw_seating(
    seed: bytes, table: str, texts: Sequence[str], nonces: Sequence[str] = ()
) -> list[int]:
    """A random permutation, by seat: the place that moves to it. Texts and nonces are by place."""
    rng = make_rng(entropy(seed, table, texts, SEATING, nonces))
    order = list(range(len(texts)))
    for i in range(len(order) - 1, 0, -1):
        k = below(rng, i + 1)
        order[i], order[k] = order[k], order[i]
    return order
