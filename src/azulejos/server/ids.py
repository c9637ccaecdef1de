"""Random ids and secrets from the operating system. Only hashes of secrets are stored."""

import hashlib
import secrets

ID_LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
ID_LENGTH = 12
SECRET_BYTES = 32


def make_id() -> str:
    """A random id for a person, session, token or table: 70 bits."""
    number, letters = secrets.randbelow(len(ID_LETTERS) ** ID_LENGTH), []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[letter])
    return "".join(letters)


def make_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_secret(secret: str) -> str:
    """The hash that is stored of a secret; 256 random bits need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()
