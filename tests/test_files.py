"""Atomic writing of files."""

import stat
from pathlib import Path

import pytest

from azulejos.files import atomic_file, write_atomically


def test_content_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomically(path, "old")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_keeps_the_old_content(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomically(path, "old")
    with pytest.raises(FileNotFoundError), atomic_file(path) as part:
        part.write_bytes((tmp_path / "missing").read_bytes())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_mode_holds_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with atomic_file(path, mode=0o600) as part:
        assert stat.S_IMODE(part.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
