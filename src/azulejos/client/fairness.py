"""A client's part in fair deals: nonces, and what it keeps to check the deals (`docs/fair.md`)."""

import json
import os
import time
from hashlib import sha256
from pathlib import Path

from azulejos.client.http import Client
from azulejos.wire.views import View

STARTS = 10  # how often a start may fail before the series of nonces is used up


class Nonces:
    """The nonces of one table, and what is kept about it.

    Send `pledge` when you sit down, tell what came back to `sit`, and show every later view of the
    table to `reveal`.
    """

    def __init__(self, folder: Path | str = "."):
        self.folder = Path(folder)
        self._nonces: dict[str, str] = {}  # by pledge: each is the hash of the one before it
        last = os.urandom(32)
        for _ in range(STARTS):
            last, nonce = sha256(last).digest(), last
            self._nonces[last.hex()] = nonce.hex()
        self.pledge = last.hex()
        self._commitment, self._seen_at = "", 0.0
        self._revealed: set[str] = set()

    def sit(self, view: View) -> View:
        """Keep the commitment of the table at which you have just sat down."""
        self._commitment, self._seen_at = view.fair.commitment, time.time()
        return view

    def reveal(self, client: Client, view: View) -> None:
        """If the start waits for your nonce, keep what was promised, and then reveal it."""
        for place in sorted(set(view.you) & set(view.fair.awaited)):
            nonce = self._nonces.get(view.fair.pledges[place])
            if nonce:
                self._keep(view, nonce)
                client.reveal(view.table, nonce, self._commitment)

    def _keep(self, view: View, nonce: str) -> None:
        self._revealed.add(nonce)
        kept = {"table": view.table, "commitment": self._commitment, "seen_at": self._seen_at}
        kept |= {"texts": view.fair.texts, "pledges": view.fair.pledges}
        kept |= {"nonces": [nonce], "reveals": len(self._revealed)}
        file = self.folder / f"kept-{view.table}.json"
        file.write_text(json.dumps(kept), encoding="utf-8")
