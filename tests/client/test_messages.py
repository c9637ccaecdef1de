"""Messages and answers are read as the types of the wire."""

import pytest

from azulejos.client.messages import parse_message, read
from azulejos.wire.messages import Refusal
from azulejos.wire.tables import DoneAnswer


def test_unknown_fields_are_ignored_and_missing_ones_refused() -> None:
    done = read(DoneAnswer, {"table": "abcdefgh", "version": 3, "more": 1})
    assert done == DoneAnswer(table="abcdefgh", version=3)
    with pytest.raises(ValueError, match="version"):
        read(DoneAnswer, {"table": "abcdefgh"})
    with pytest.raises(ValueError, match="dict"):
        read(DoneAnswer, [])


def test_unknown_fields_of_parts_of_a_message_are_ignored() -> None:
    line = '{"type": "refused", "id": "", "error": {"code": "api.busy", "more": 1}, "more": 2}'
    message = parse_message(line)
    assert isinstance(message, Refusal)
    assert message.error.code == "api.busy"


def test_a_message_of_an_unknown_type_is_skipped_and_a_broken_one_refused() -> None:
    assert parse_message('{"type": "news"}') is None
    assert parse_message("\n") is None
    with pytest.raises(ValueError, match="Field required"):
        parse_message('{"type": "pong"}')
