"""The files of the page that are written from the games: valid values, every step, every colour."""

import json
import re
from dataclasses import dataclass
from typing import Literal

import pytest
from generate.facts import facts_source, literal, palette_source, step_type

from azulejos.contract.steps import Step
from azulejos.games import GAMES
from azulejos.games.palette import PALETTE

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@dataclass(frozen=True)
class LongJump(Step):
    seat: int | None
    cells: list[str]
    case: Literal["far", "near"]


def test_the_type_of_a_step() -> None:
    assert step_type(LongJump) == (
        '{ kind: "long_jump"; seat: number | null; cells: string[]; case: "far" | "near" }'
    )


def test_values_are_written_on_one_line_if_they_fit() -> None:
    assert literal({"a": [1, 2.5], "b-c": {}, "d": None}) == '{ a: [1, 2.5], "b-c": {}, d: null }'
    words = ["word"] * 40
    assert literal({"words": words}) == ("{\n  words: [\n" + '    "word",\n' * 40 + "  ],\n}")


@every_game
def test_facts_and_art_are_plain_json(game) -> None:  # type: ignore[no-untyped-def]
    for part in (game.facts, game.art):
        assert part
        assert json.loads(json.dumps(part)) == part


@every_game
def test_a_source_has_every_step_and_every_option(game) -> None:  # type: ignore[no-untyped-def]
    source = facts_source(game)
    for step in game.steps.STEP_TYPES:
        assert f"  | {step_type(step)}" in source
    for players in game.players:
        for option in game.options(players):
            assert f'name: "{option.name}", choices: {json.dumps(option.choices)}' in source


@pytest.mark.parametrize(
    "palette", [PALETTE, *(game.palette for game in GAMES.values())], ids=["board", *GAMES]
)
def test_a_theme_changes_only_what_the_light_theme_has(palette: dict[str, dict[str, str]]) -> None:
    assert set(palette) >= {"light", "dark", "contrast"}
    for values in palette.values():
        assert values.keys() <= palette["light"].keys()


def test_a_palette_as_css() -> None:
    light = {"a": "#ffffff", "b": "#000000"}
    source = palette_source({"light": light, "dark": {"a": "#000000"}, "print": {"b": "#111111"}})
    assert re.sub(r"\s+", " ", source).endswith(
        ":root { --a: #ffffff; --b: #000000; } "
        '@media not print { :root[data-theme="dark"] { --a: #000000; } } '
        "@media print { :root { --b: #111111; } } "
    )
