"""Ids and secrets: drawn from the system's randomness. Of a secret only the hash is ever kept."""

import hashlib
import secrets

ID_LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
ID_LENGTH = 12
SECRET_BYTES = 32


def make_id() -> str:
    """An id for a person, a session, a token or a table: 70 bits that nobody guesses."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def make_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_secret(secret: str) -> str:
    """What is stored of a secret; it has enough randomness of its own to need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()
