"""The generated sources of the page are up to date."""

from pathlib import Path

import pytest

from azulejos.server.page_sources import COMMAND, page_sources

SOURCES = page_sources()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_generated_source_of_the_page_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == SOURCES[path], f"run {COMMAND}"
