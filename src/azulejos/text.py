"""Sentences as codes and arguments, and the one catalogue that turns them into a language.

Code that explains, warns or refuses makes a `Text`; only the edge that talks to a person renders
it. Each room keeps its sentences in a folder `words/` with a JSON file for each language; a
sentence that counts something has a form for one and a form for other numbers of its argument `n`.
English is the fallback: games from outside the package may lack a language or a sentence of it.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "es", "pt-BR")
FALLBACK = "en"

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
    """Every sentence of a language, by code; in English where the language has none."""
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; known are {', '.join(LANGUAGES)}")
    sentences: dict[str, str | dict[str, str]] = {}
    for folder in _folders:
        for file in (folder / f"{FALLBACK}.json", folder / f"{language}.json"):
            if file.exists():
                sentences |= json.loads(file.read_text(encoding="utf-8"))
    return sentences


def render(text: Text, language: str = "en") -> str:
    """The sentence of `text` in a language; its code if there is no sentence."""
    args = {
        name: render(value, language) if isinstance(value, Text) else value
        for name, value in text.args.items()
    }
    sentence = catalogue(language).get(text.code, text.code)  # a game outside may lack one
    if isinstance(sentence, dict):
        sentence = sentence["one" if args["n"] == 1 else "other"]
    return sentence.format_map(args)


def phrases(prefix: str, language: str = "en") -> dict[str, str]:
    """The sentences whose codes begin with `prefix`, by the rest of the code."""
    sentences = catalogue(language).items()
    return {code.removeprefix(prefix): str(x) for code, x in sentences if code.startswith(prefix)}
