"""An authenticator in software, such as a phone or a security key: it makes passkeys and signs.

It follows WebAuthn level 2, sections 6.1 (authenticator data) and 6.5 (attestation "none"), and
shares no code with the library that verifies on the server.
"""

import base64
import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40  # flags of authenticator data


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Authenticator:
    """A device with one passkey, at a site."""

    origin: str
    counter: int = 0  # how often the key was used
    flags: int = PRESENT | VERIFIED
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    id: bytes = field(default_factory=lambda: os.urandom(16))

    def create(self, options: dict[str, Any], name: str = "My phone") -> dict[str, str]:
        """The form with which a browser adds the passkey."""
        numbers = self.key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})  # COSE: EC2, ES256, P-256
        credential = bytes(16) + len(self.id).to_bytes(2) + self.id + public
        data = self._data(options["rp"]["id"], self.flags | HAS_KEY) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        form = {"name": name, "id": encoded(self.id), "client_data": encoded(client)}
        return form | {"attestation": encoded(attestation)}

    def sign(self, options: dict[str, Any]) -> dict[str, str]:
        """The form with which a browser signs in."""
        self.counter += 1
        data = self._data(options["rpId"], self.flags)
        client = self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        form = {"id": encoded(self.id), "client_data": encoded(client)}
        return form | {"authenticator_data": encoded(data), "signature": encoded(signature)}

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4)
