"""Tables of the documents: refusals, operations, fields of types, settings, fields of positions.

A table stands between `<!-- generated: KIND NAMES… -->` and `<!-- end of generated -->`.
"""

import ast
import inspect
import json
import re
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from azulejos.games import GAMES
from azulejos.server.settings import Settings
from azulejos.text import catalogue
from azulejos.wire import views
from azulejos.wire.refusals import REFUSALS, RULES

DOCUMENTS = ("api.md", "notation.md", "running.md")
PART = re.compile(r"(<!-- generated: ([^>]*) -->\n).*?(<!-- end of generated -->)", re.DOTALL)
FIELD = re.compile(r"^    (\w+): .*?(?:  # (.*))?$")
DEFAULTS = {  # of settings whose default depends on the machine, or is long
    "database": "SQLite in the data folder",
    "workers": "cores less one",
    "analysts": "half of the cores",
    "push_hosts": "the services of Chrome, Firefox, Safari and Edge",
}
Api = dict[str, Any]


def fill(text: str, api: Api) -> str:
    """A document with its tables made anew."""

    def part(match: re.Match[str]) -> str:
        kind, *names = match[2].split()
        return f"{match[1]}\n{KINDS[kind](api, names)}\n\n{match[3]}"

    return PART.sub(part, text)


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '¦') for cell in row)} |" for row in lines)


def refusal_table(_api: Api, _names: list[str]) -> str:
    """Every refusal with its status and its sentence."""
    codes = {**REFUSALS, "move.illegal": RULES}
    words = catalogue("en")
    rows = [[f"`{code}`", str(status), sentence(words[code])] for code, status in codes.items()]
    return table(["code", "status", "text"], rows)


def sentence(words: str | dict[str, str]) -> str:
    return words if isinstance(words, str) else words["other"]


def operation_table(api: Api, tags: list[str]) -> str:
    """The operations with some tags, and the first sentence of what each does."""
    rows = [
        [f"`{method.upper()} {path.removeprefix('/api/v1')}`", one_line(each["description"])]
        for path, methods in api["paths"].items()
        for method, each in methods.items()
        if each["tags"][0] in tags
    ]
    assert rows, tags
    return table(["request", "does"], rows)


def one_line(text: str) -> str:
    return " ".join(text.split())


def type_tables(_api: Api, names: list[str]) -> str:
    """The fields of types of `wire/views.py`, with the comments of their source."""
    parts = []
    for name in names:
        kind: type[BaseModel] = getattr(views, name)
        told = comments(kind)
        rows = [[f"`{field}`", shown_type(kind, field), told[field]] for field in kind.model_fields]
        parts.append(f"`{name}`: {one_line(kind.__doc__ or '')}\n\n")
        parts[-1] += table(["field", "type", "meaning"], rows)
    return "\n\n".join(parts)


def comments(kind: type[BaseModel]) -> dict[str, str]:
    """The comments behind the fields of a type and its bases, by field."""
    found: dict[str, str] = {}
    for base in kind.__mro__:
        if base.__module__ == views.__name__:
            matches = map(FIELD.match, inspect.getsource(base).splitlines())
            found |= {match[1]: match[2] or "" for match in matches if match}
    return found


def shown_type(kind: type[BaseModel], field: str) -> str:
    """The type of a field as its source writes it."""
    for base in kind.__mro__:
        if field in vars(base).get("__annotations__", {}):
            tree = ast.parse(inspect.getsource(base)).body[0]
            assert isinstance(tree, ast.ClassDef)
            for node in tree.body:
                if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == field:
                    return f"`{ast.unparse(node.annotation)}`".replace(" | None", "?")
    return ""


def setting_table(_api: Api, _names: list[str]) -> str:
    """Every setting with its default and its sentence."""
    words = catalogue("en")
    rows = [
        [f"`{name}`", default_text(name), sentence(words[f"settings.{name}"])]
        for name in Settings.model_fields
    ]
    return table(["setting", "default", "meaning"], rows)


def default_text(name: str) -> str:
    default = Settings.model_fields[name].default
    if name in DEFAULTS or default is PydanticUndefined:
        return DEFAULTS[name]
    if isinstance(default, bool):
        return "`yes`" if default else "`no`"
    return f"`{default}`" if default or default == 0 else "none"


def position_table(_api: Api, names: list[str]) -> str:
    """The fields of a game's positions."""
    schema = GAMES[names[0]].schema
    assert schema
    fields = json.loads(schema.read_text(encoding="utf-8"))["properties"]
    rows = [
        [f"`{name}`", json_type(field), field.get("description", "")]
        for name, field in fields.items()
    ]
    return table(["field", "JSON", "meaning"], rows)


def json_type(schema: dict[str, Any]) -> str:
    """A JSON Schema in a few words."""
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"`{json.dumps(value)}`" for value in values)
    if "anyOf" in schema:
        return " or ".join(map(json_type, schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {json_type(schema['items'])}"
    return str(schema.get("type", "object"))


KINDS: dict[str, Callable[[Api, list[str]], str]] = {
    "refusals": refusal_table,
    "operations": operation_table,
    "types": type_tables,
    "settings": setting_table,
    "position": position_table,
}
