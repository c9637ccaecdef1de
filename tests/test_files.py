"""Writing files atomically."""

from pathlib import Path

import pytest

from azulejos.files import write_atomically


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    for data in (b"first", b"second, which is longer", b""):
        write_atomically(file, data)
        assert file.read_bytes() == data
    assert list(tmp_path.iterdir()) == [file]


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.json"
    write_atomically(file, b"old")

    def fail(descriptor: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]
