"""A client that contributes randomness to fair deals and keeps what it sees. No server code."""

import hashlib
import secrets
from typing import Any

LENGTH = 8  # nonces of a client, for starts that others delay


def sha256(text: str) -> str:
    return hashlib.sha256(bytes.fromhex(text)).hexdigest()


class FairClient:
    """The nonces of one client, and what it kept of one table."""

    def __init__(self, length: int = LENGTH) -> None:
        last = secrets.token_hex(32)
        self.nonces: dict[str, str] = {}  # by pledge
        for _ in range(length):
            self.nonces[sha256(last)] = last
            last = sha256(last)
        self.pledge = last
        self.revealed: set[str] = set()
        self.kept: dict[str, Any] = {}

    def sit(self, view: dict[str, Any]) -> None:
        """Keep the first commitment."""
        self.kept = {"table": view["table"], "commitment": view["fair"]["commitment"]}

    def reveal(self, view: dict[str, Any]) -> dict[str, str]:
        """Keep what is promised, and return the form that reveals this client's nonce."""
        fair = view["fair"]
        place = next(place for place in fair["awaited"] if place in view["you"])
        nonce = self.nonces[fair["pledges"][place]]
        self.revealed.add(nonce)
        self.kept |= {"texts": fair["texts"], "pledges": fair["pledges"]}
        self.kept |= {"nonces": [nonce], "reveals": len(self.revealed)}
        return {"nonce": nonce, "commitment": self.kept["commitment"]}
