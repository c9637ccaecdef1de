"""The terms of fair deals. Checking a record needs no more than the library: no types are here."""

from typing import Literal

HASH_PATTERN = r"^[0-9a-f]{64}$"  # commitments, pledges and nonces
# What is shown: that the deals follow from the record's own seed; that this seed was promised; that
# it was promised and mixed with randomness of players; or that nobody alone could choose a deal.
Proof = Literal["record", "seed", "mixed", "whole"]
