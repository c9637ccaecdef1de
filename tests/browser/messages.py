"""Writes the page's types from the server's: `python -m tests.browser.messages`. No page needed.

One TypeScript interface for each model that travels, over the socket or over HTTP, from the JSON
Schema that pydantic makes of them. `test_messages.py` fails when the written file is stale.
"""

import importlib
import inspect
import re
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

FILE = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "messages.ts"
MODULE = "tests.browser.messages"
SOURCES = ("azulejos.server.socket.messages", "azulejos.server.api.schemas")
BARE = {"Received", "Sent", "Form", "Answer"}  # that others are made of
UNIONS = {
    "ClientMessage": ("Watch", "Unwatch", "Move", "Act", "Explain", "Lobby", "Ping"),
    "ServerMessage": ("Hello", "Update", "Ack", "Refusal", "Explained", "Tables", "Pong"),
}
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
Schema = dict[str, Any]


def models() -> list[type[BaseModel]]:
    """Every model of the sources, in the order of the files."""
    found: list[type[BaseModel]] = []
    for source in SOURCES:
        module = importlib.import_module(source)
        for name, member in vars(module).items():
            is_model = inspect.isclass(member) and issubclass(member, BaseModel)
            if is_model and member.__module__ == source and name not in BARE:
                found.append(member)
    return found


def type_text(schema: Schema) -> str:
    """A JSON Schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return quoted(schema["const"])
    if "enum" in schema:
        return " | ".join(quoted(value) for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(type_text(each) for each in schema[key]))
    kind = schema.get("type")
    if kind == "array":
        inner = type_text(schema.get("items", {}))
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties", True)
        return f"Record<string, {'any' if isinstance(values, bool) else type_text(values)}>"
    return "null" if kind == "null" else PLAIN.get(str(kind), "any")


def quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def interface_text(name: str, schema: Schema, is_sent: bool) -> str:
    """One model; what a client may leave out is optional, what the server sends is always there."""
    needed = set(schema.get("required", ()))
    lines = [f"/** {first_line(schema)} */", f"export interface {name} {{"]
    for field, inner in schema.get("properties", {}).items():
        mark = "" if is_sent or field in needed else "?"
        lines.append(f"  {field}{mark}: {type_text(inner)};")
    return "\n".join([*lines, "}"])


def first_line(schema: Schema) -> str:
    return re.sub(r"\s+", " ", str(schema.get("description", "")).split("\n\n")[0])


def make() -> str:
    """The whole file."""
    ours = models()
    received = {model.__name__ for model in ours if is_received(model)}
    _, schema = models_json_schema([(model, "validation") for model in ours])
    parts = [
        interface_text(name, inner, name not in received)
        if "properties" in inner or inner.get("type") == "object"
        else f"export type {name} = {type_text(inner)};"
        for name, inner in schema["$defs"].items()
    ]
    unions = [
        f"export type {name} =\n  | " + "\n  | ".join(members) + ";"
        for name, members in UNIONS.items()
    ]
    head = f"/** What travels between server and page. Written by `python -m {MODULE}`. */"
    return "\n\n".join([head, *parts, *unions]) + "\n"


def is_received(model: type[BaseModel]) -> bool:
    """Does a client write it? Then what has a default may be left out."""
    return any(base.__name__ in ("Received", "Form") for base in model.__mro__)


if __name__ == "__main__":
    FILE.write_text(make(), encoding="utf-8")
    print(FILE)
