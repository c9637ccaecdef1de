"""JSON Schemas of the positions of all games, for OpenAPI and the schema of messages."""

import json
from typing import Any

from azulejos.games import GAMES

Schema = dict[str, Any]


def position_schemas(where: str) -> dict[str, Schema]:
    """By name, to be put at an address such as `#/$defs/`: the schema of each game's positions and
    its parts, and `PositionJson`, a position of any game.
    """
    found: dict[str, Schema] = {}
    by_game: dict[str, str] = {}
    for game in GAMES.values():
        if game.schema:
            text = game.schema.read_text(encoding="utf-8").replace("#/$defs/", where)
            schema = json.loads(text)
            found |= schema.pop("$defs", {}) | {schema["title"]: schema}
            by_game[game.name] = where + schema["title"]
    if len(by_game) < len(GAMES):  # a game from outside may describe its positions elsewhere
        return found | {"PositionJson": {"type": "object"}}
    known = {"propertyName": "game", "mapping": by_game}
    refs = [{"$ref": each} for each in by_game.values()]
    return found | {"PositionJson": {"oneOf": refs, "discriminator": known}}
