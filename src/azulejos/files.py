"""Writing files so that readers find the old contents or the new ones, never a part of them."""

import os
from pathlib import Path
from threading import get_ident


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` to `path`: all of it or nothing, even if the process or the machine stops.

    The data goes to a temporary file in the same folder first, which then replaces `path`.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
