"""Atomic writing of files: a reader sees the old content or the new one, never a part of it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident


def write_atomically(path: Path, data: bytes | str) -> None:
    """Replace a file's content; after a crash the file holds either the old content or `data`."""
    with atomic_file(path) as part:
        part.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)


@contextmanager
def atomic_file(path: Path, mode: int = 0o666) -> Iterator[Path]:
    """A temporary file beside `path` that replaces it when the block ends without an error.

    The file is flushed to the disk first. If the block raises, `path` stays as it was. `mode` is
    that of the new file, less the process's umask.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=mode)
    try:
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
