"""Positions and views of every game conform to its JSON Schema."""

import json
from dataclasses import replace

import jsonschema_rs
import pytest

from azulejos.games import GAMES
from azulejos.wire import positions
from tests.walk import VARIANTS, Script, walk

CHECK = jsonschema_rs.validator_for(
    {"$ref": "#/$defs/PositionJson", "$defs": positions.position_schemas("#/$defs/")}
)
WRONG = [{}, {"game": "chess"}, {"game": "azul", "round": "1"}, {"game": "blue", "tiles": []}]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("options", [(0,), (1,)])
def test_positions_of_a_game_conform_to_its_schema(variant: str, options: tuple[int, ...]) -> None:
    schema = VARIANTS[variant].schema
    assert schema
    names = json.loads(schema.read_text())["properties"].keys()
    for position in walk(variant, Script(choices=(1, 5, 2), options=options)):
        for data in (position.to_json(), position.view()):
            CHECK.validate(data)
            assert data.keys() <= names


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_is_no_position_does_not_conform(wrong: dict[str, object]) -> None:
    assert not CHECK.is_valid(wrong)


def test_with_a_game_without_a_schema_a_position_is_any_object(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = replace(GAMES["azul"], schema=None)
    monkeypatch.setattr(positions, "GAMES", {**GAMES, "other": other})
    assert positions.position_schemas("#/$defs/")["PositionJson"] == {"type": "object"}
