"""Password hashing with argon2. Each hash takes 64 MiB, so few are computed at the same time."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MAX_CONCURRENT = 2  # hashes; a machine with 1 GiB has room for about 4
# Verified instead of a hash that does not exist; of a password that nobody knows.
NOBODYS_HASH = (
    "$argon2id$v=19$m=65536,t=3,p=4$"
    "aH+sgiXiX8Y7MB6tQgsTUg$HnMnshVhlu3rQ4O2BDXbwuWdhPjPbKX7cNN06sBtZFA"
)


class Passwords:
    """Computes hashes in threads, so that the event loop never waits."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._threads = ThreadPoolExecutor(MAX_CONCURRENT, thread_name_prefix="password")

    async def hash(self, password: str) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._hasher.hash, password)

    async def verify(self, password: str, stored: str | None) -> bool:
        """Does a password match a hash? Takes equally long without a hash, which never matches."""
        loop = asyncio.get_running_loop()
        is_match = await loop.run_in_executor(
            self._threads, self._verify, password, stored or NOBODYS_HASH
        )
        return is_match and stored is not None

    def _verify(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    def close(self) -> None:
        self._threads.shutdown()
