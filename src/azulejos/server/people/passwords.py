"""Passwords, as argon2 keeps them: 64 MiB for each that is counted, so never many at once."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2  # of at most 4 that a small machine could bear


class Passwords:
    """Counts hashes in threads of its own; the event loop never waits."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self._nobody = self._hasher.hash("")

    async def hash(self, password: str) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._hasher.hash, password)

    async def fits(self, password: str, stored: str | None) -> bool:
        """Is it the password? Takes as long for somebody who has none or does not exist."""
        loop = asyncio.get_running_loop()
        fits = await loop.run_in_executor(
            self._threads, self._fits, password, stored or self._nobody
        )
        return fits and stored is not None

    def _fits(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    def close(self) -> None:
        self._threads.shutdown()
