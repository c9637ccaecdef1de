"""R23: messages of clients are validated strictly; unknown fields are refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from azulejos.wire.messages import CLIENT_MESSAGE, SERVER_MESSAGE

TABLE = "T4bleT4bleT4"
GOOD = [
    {"type": "watch", "table": TABLE},
    {"type": "watch", "table": TABLE, "version": 7},
    {"type": "unwatch", "table": TABLE},
    {"type": "move", "table": TABLE, "id": "a-1", "version": 7, "move": "3B2"},
    {"type": "act", "table": TABLE, "id": "a-2", "act": "resign"},
    {"type": "act", "table": TABLE, "id": "a-3", "act": "claim", "seat": 3},
    {"type": "explain", "table": TABLE, "id": "a-4", "move": "1,0:gwgb"},
    {"type": "lobby", "on": True},
    {"type": "board", "board": TABLE, "on": True},
    {"type": "ping", "id": "a-5"},
]


@pytest.mark.parametrize("message", GOOD, ids=lambda message: str(message["type"]))
def test_valid_messages_are_parsed(message: dict[str, object]) -> None:
    read = CLIENT_MESSAGE.validate_json(json.dumps(message))
    assert read.model_dump(exclude_unset=True) == message


@pytest.mark.parametrize("message", GOOD, ids=lambda message: str(message["type"]))
def test_r23_every_message_refuses_an_unknown_field(message: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        CLIENT_MESSAGE.validate_json(json.dumps(message | {"seed": 1}))


@pytest.mark.parametrize("message", GOOD, ids=lambda message: str(message["type"]))
def test_r23_every_field_without_a_default_is_required(message: dict[str, object]) -> None:
    optional = {"version", "seat"} if message["type"] != "move" else set()
    for name in message.keys() - optional:
        with pytest.raises(ValidationError):
            CLIENT_MESSAGE.validate_json(
                json.dumps({k: v for k, v in message.items() if k != name})
            )


@pytest.mark.parametrize(
    "wrong",
    [
        {"version": "7"},
        {"version": 7.0},
        {"version": True},
        {"version": -1},
        {"version": 10**9},
        {"version": None},
        {"table": "short"},
        {"table": "../../etc/passwd"},
        {"table": f"{TABLE}\n"},
        {"table": "T" * 33},
        {"table": "Tàble12345"},
        {"id": ""},
        {"id": "x" * 41},
        {"id": "a\0b"},
        {"id": "a b"},
        {"id": "ä"},
        {"id": "a\n"},
        {"id": 7},
        {"move": ""},
        {"move": "3" * 41},
        {"move": ["3B2"]},
        {"type": "MOVE"},
        {"type": "shutdown"},
        {"type": None},
    ],
    ids=str,
)
def test_r23_fields_are_strict(wrong: dict[str, object]) -> None:
    good = {"type": "move", "table": TABLE, "id": "a", "version": 7, "move": "3B2"}
    CLIENT_MESSAGE.validate_json(json.dumps(good))
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_json(json.dumps(good | wrong))


@pytest.mark.parametrize("wrong", [{"act": "cheat"}, {"seat": 4}, {"seat": -1}, {"seat": "0"}])
def test_r23_acts_are_strict(wrong: dict[str, object]) -> None:
    good = {"type": "act", "table": TABLE, "id": "a", "act": "claim", "seat": 0}
    CLIENT_MESSAGE.validate_json(json.dumps(good))
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_json(json.dumps(good | wrong))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(anything | st.dictionaries(st.sampled_from(["type", "table", "id", "version"]), anything))
def test_r23_junk_is_refused_with_a_validation_error(junk: object) -> None:
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_json(json.dumps(junk))


@given(st.binary(max_size=60))
def test_r23_bytes_are_refused(junk: bytes) -> None:
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_json(junk)


def test_the_schema_names_each_message_once_with_its_type() -> None:
    """The published schema names each message once, with its type."""
    for adapter, names in (
        (CLIENT_MESSAGE, "watch unwatch move act explain hint analyse cancel lobby board ping"),
        (
            SERVER_MESSAGE,
            "hello update ack refused explained hinted info tables board spoken challenged pong",
        ),
    ):
        assert set(adapter.json_schema()["discriminator"]["mapping"]) == set(names.split())


def test_every_field_of_a_client_message_is_bounded() -> None:
    """Texts by length and numbers by value, besides the limit of 4 KiB for a message."""
    definitions = CLIENT_MESSAGE.json_schema()["$defs"]
    del definitions["PositionJson"]  # bounded by that limit, and by the rules of its game
    for name, definition in definitions.items():
        assert definition["additionalProperties"] is False, name
        for field, schema in definition["properties"].items():
            for each in schema.get("anyOf", [schema]):
                if each.get("type") == "string" and "enum" not in each and "const" not in each:
                    assert each["maxLength"] <= 64, (name, field)
                if each.get("type") == "integer":
                    assert each["maximum"] <= 1_000_000, (name, field)
                    assert each["minimum"] >= 0, (name, field)
