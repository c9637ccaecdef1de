"""The files of the page that are written from the games: `facts.ts` and `palette.css`.

`facts_source` has the facts, shapes, options and types of steps of a game, `palette_source` the
colours as custom properties. Where the files go, and when they are written, is not decided here.
"""

import json
import types
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from azulejos.contract.game import Game
from azulejos.contract.steps import Step, step_kind

WIDTH = 120  # of a line, where it can be kept
WRITER = "Written by `make generate`."


def facts_source(game: Game) -> str:
    """The text of a game's `facts.ts`."""
    options = {
        str(players): [
            {"name": option.name, "choices": list(option.choices)}
            for option in game.options(players)
        ]
        for players in sorted(game.players)
    }
    parts = {"FACTS": game.facts, "ART": game.art, "OPTIONS": options}
    return "\n".join(
        [
            f"/** Facts, art, options and steps of a game. {WRITER} */\n",
            *(f"export const {name} = {literal(x)} as const;\n" for name, x in parts.items()),
            f"export type Step =\n{step_union(game.steps.STEP_TYPES)};\n",
        ]
    )


def palette_source(palette: Mapping[str, Mapping[str, str]]) -> str:
    """Colours by theme as the text of a `palette.css`. In print the colours are those of the light
    theme, changed by the theme `print` if there is one.
    """
    title = f"/* Custom properties by theme. {WRITER} */\n"
    sections = [title, _rule(":root", palette["light"], "")]
    screen = [
        _rule(f':root[data-theme="{theme}"]', values, "  ")
        for theme, values in palette.items()
        if theme not in ("light", "print")
    ]
    sections.append("@media not print {\n" + "\n".join(screen) + "}\n")
    if "print" in palette:
        sections.append("@media print {\n" + _rule(":root", palette["print"], "  ") + "}\n")
    return "\n".join(sections)


def _rule(selector: str, values: Mapping[str, str], indent: str) -> str:
    """A CSS rule that sets custom properties."""
    lines = [f"{indent}  --{name}: {value};\n" for name, value in values.items()]
    return f"{indent}{selector} {{\n{''.join(lines)}{indent}}}\n"


# ---- TypeScript


def literal(value: Any, indent: int = 0) -> str:
    """A JSON value as TypeScript, on one line if it fits."""
    if not isinstance(value, Mapping | list):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        opening, closing = "{ ", " }"
        items = [(f"{_key(name)}: ", each) for name, each in value.items()]
    else:
        opening, closing = "[", "]"
        items = [("", each) for each in value]
    line = opening + ", ".join(name + literal(each) for name, each in items) + closing
    if "\n" not in line and indent + len(line) <= WIDTH:
        return line if items else line.replace(" ", "")
    inner = " " * (indent + 2)
    lines = [f"{inner}{name}{literal(each, indent + 2)},\n" for name, each in items]
    return f"{opening.strip()}\n{''.join(lines)}{' ' * indent}{closing.strip()}"


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def step_union(steps: tuple[type[Step], ...]) -> str:
    """The types of steps as a union, told apart by `kind`."""
    return "\n".join(f"  | {step_type(step)}" for step in steps)


def step_type(step: type[Step]) -> str:
    """The type of a step's JSON."""
    hints = get_type_hints(step)
    facts = [f"{each.name}: {type_source(hints[each.name])}" for each in fields(step)]
    return "{ " + "; ".join([f'kind: "{step_kind(step)}"', *facts]) + " }"


NAMES = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


def type_source(hint: Any) -> str:
    """A Python type as TypeScript."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in args)
    if origin in (Union, types.UnionType):
        return " | ".join(map(type_source, args))
    if origin is list:
        return f"{type_source(args[0])}[]"
    return NAMES[hint]
