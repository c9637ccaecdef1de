"""Sentences as codes and arguments, and the one catalogue that turns them into a language.

Code that explains, warns or refuses makes a `Text`; only the edge that talks to a person renders
it. Each room keeps its sentences in a folder `words/` with a JSON file for each language; a
sentence that counts something has a form for one and a form for other numbers of its argument `n`.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "es", "pt-BR")

_folders: list[Path] = [Path(__file__).parent / "words"]


@dataclass(frozen=True)
class Text:
    """A sentence before it has a language: what to say, and about what."""

    code: str
    args: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return render(self)


def add_words(folder: Path) -> None:
    """Add a room's sentences to the catalogue."""
    if folder not in _folders:
        _folders.append(folder)
        catalogue.cache_clear()


@cache
def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    """Every sentence of a language, by code."""
    sentences: dict[str, str | dict[str, str]] = {}
    for folder in _folders:
        sentences |= json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return sentences


def render(text: Text, language: str = "en") -> str:
    """Say `text` in a language."""
    args = {
        name: render(value, language) if isinstance(value, Text) else value
        for name, value in text.args.items()
    }
    sentence = catalogue(language)[text.code]
    if isinstance(sentence, dict):
        sentence = sentence["one" if args["n"] == 1 else "other"]
    return sentence.format_map(args)


def phrases(prefix: str, language: str = "en") -> dict[str, str]:
    """The sentences whose codes begin with `prefix`, by the rest of the code."""
    sentences = catalogue(language).items()
    return {code.removeprefix(prefix): str(x) for code, x in sentences if code.startswith(prefix)}
