"""The page's types are those of the server."""

from tests.browser.messages import FILE, make


def test_the_types_of_the_page_are_not_stale() -> None:
    assert FILE.read_text(encoding="utf-8") == make(), "run python -m tests.browser.messages"
