"""The page's texts: every language has all of them, alike, and none is unused."""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from azulejos.contract.game import Game
from azulejos.games import GAMES
from azulejos.search.players import ADAPTIVE, CHARACTERS
from azulejos.text import LANGUAGES, catalogue
from tests.test_words import step_codes

SOURCE = Path(__file__).resolve().parents[2] / "web" / "src"
FILES = sorted([*SOURCE.glob("words/en/*.json"), *SOURCE.glob("games/*/words/en.json")])

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))


@cache
def words(file: Path) -> dict[str, str | dict[str, str]]:
    return dict(json.loads(file.read_text(encoding="utf-8")))


def translated(file: Path, language: str) -> Path:
    """The file in another language than English."""
    parts = [
        part.replace("en", language) if part in ("en", "en.json") else part for part in file.parts
    ]
    return Path(*parts)


def shape(sentence: str | dict[str, str]) -> object:
    """The forms of a sentence and what each speaks of."""
    forms = sentence if isinstance(sentence, dict) else {"": sentence}
    return {name: sorted(set(re.findall(r"\{\w+\}", form))) for name, form in forms.items()}


def test_there_are_texts() -> None:
    assert len(FILES) >= 15


@each_file
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_says_the_same(file: Path, language: str) -> None:
    ours, theirs = words(file), words(translated(file, language))
    assert list(ours) == list(theirs)
    for key in ours:
        mine, other = shape(ours[key]), shape(theirs[key])
        if isinstance(mine, dict) and "one" in mine and isinstance(other, dict):
            assert mine["other"] == other["other"], key
        else:
            assert mine == other, key


# ---- Unused texts


class Said(NamedTuple):
    """The strings of a source; see `web/textKeys.mjs`."""

    literals: dict[str, list[str]]  # by file
    made: list[str]
    open: list[str]

    def find_unused(self, keys: Iterable[str], enumerated: Iterable[str] = ()) -> list[str]:
        """The keys that are neither written out nor the value of a template.

        A template with a part that may be any string counts only for keys that are `enumerated`.
        """
        written = {*self.made, *(text for texts in self.literals.values() for text in texts)}
        patterns = [re.escape(template).replace(r"\*", ".+") for template in self.open]
        known = re.compile("|".join(patterns) or "$^")
        used = written | {key for key in enumerated if known.fullmatch(key)}
        return [key for key in keys if key not in used]


@cache
def said_in(folder: Path) -> Said:
    script = SOURCE.parent / "textKeys.mjs"
    read = subprocess.run(["node", script, folder], capture_output=True, text=True, check=True)
    return Said(**json.loads(read.stdout))


def enumerated(name: str, game: Game, literals: dict[str, list[str]]) -> Iterator[str]:
    """The keys of a game whose ends come from the game, from its bots or from lists of the page."""
    assert game.human_bias
    options = [option for players in game.players for option in game.options(players)]
    steps = {code for step in game.steps.STEP_TYPES for code in step_codes(name, step)}
    rules = (SOURCE.parents[1] / f"src/azulejos/games/{name}/rules.py").read_text(encoding="utf-8")
    ends = {
        *("about", "credit", "custom", "field.help", "guide.about", "guide.bonuses"),
        *(f"edition.{edition}" for edition in game.editions),
        *(f"option.{option.name}" for option in options),
        *(f"option.{option.name}.{choice}" for option in options for choice in option.choices),
        *(f"style.{style}" for style in game.human_bias.CHARACTERS.values()),
        *(f"remark.{bot}.{line}" for bot in (*CHARACTERS, ADAPTIVE) for line in (1, 2)),
        *(f"closed.{clause}" for clause in re.findall(r'"([AB]\d+)"', rules)),
        *(code.removeprefix(f"{name}.").replace("step.", "you.", 1) for code in steps),
        *(f"guide.{step}{end}" for step in literals["Guide.svelte"] for end in ("", ".title")),
        *(f"figure.{clause}" for clause in literals["Figure.svelte"]),
        *(f"page.{code}" for code in literals["textCommands.ts"]),
        *(f"page.tally.{part}" for part in literals.get("RoundCard.svelte", ())),
        *(f"tally.{part}" for part in (f"{case}s" for case in game.facts.get("bonuses", ()))),
        *(f"tally.{part}s" for part in game.facts.get("points", ())),
    }
    yield from (f"{name}.{end}" for end in ends)


def literals_of(name: str, said: Said) -> dict[str, list[str]]:
    start = f"games/{name}/"
    return {
        file.removeprefix(start): texts
        for file, texts in said.literals.items()
        if file.startswith(start)
    }


def test_no_text_is_unused() -> None:
    said = said_in(SOURCE)
    keys = [key for file in FILES for key in words(file)]
    games = [(name, GAMES[name]) for name in ("azul", "blue")]
    known = {key for name, game in games for key in enumerated(name, game, literals_of(name, said))}
    sentences = json.dumps([catalogue(language) for language in LANGUAGES])
    known |= {f"games.seat.{form.lower()}" for form in re.findall(r"\{\w+:(\w+)\}", sentences)}
    known |= {f"{key}.shown" for key in (*keys, *catalogue("en"))}  # see `voice.ts`
    assert said.find_unused(keys, known) == []


def test_an_unused_text_is_found(tmp_path: Path) -> None:
    """Also one that looks like a value of a template, and one that any template could be."""
    (tmp_path / "Page.svelte").write_text(
        """<script lang="ts">
  let { kind, any, say }: { kind: "open" | "full"; any: string; say: (key: string) => string } =
    $props();
</script>
<h1>{say("home.title")} {say(`${any}.declined`)}</h1>
{#each ["deep", "flat"] as const as depth (depth)}<p>{say(`list.${kind}.${depth}`)}</p>{/each}
""",
        encoding="utf-8",
    )
    said = said_in(tmp_path)
    assert said.find_unused(["home.title", "list.open.deep", "list.full.flat"]) == []
    dead = ["home.about", "list.closed.deep", "challenge.declined"]
    assert said.find_unused(dead) == dead
    assert said.find_unused(dead, ["challenge.declined"]) == dead[:2]
