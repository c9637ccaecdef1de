"""Sentences as codes and arguments, and the catalogue that turns them into a language.

Code that explains, warns or refuses makes a `Text`; only the code that talks to a person renders
it. Each package keeps its sentences in a folder `words/` with one JSON file per language. A
sentence that counts something is an object with a form for each plural category of CLDR that it
distinguishes: `one`, `other`, and if need be `many`. Its argument `count`, or else `n`, selects the
form. A sentence inside another that has neither agrees with the number of the outer one, as an
adjective does with its noun; alone it is in the form for 1.
A seat is an argument with a form, `{seat:the}`, `{seat:of}`, `{seat:to}` or `{seat:bare}`: "seat 0"
here, a player's name where seats have names. `{seat:The}` begins a sentence.
English is the fallback: games from outside the package may lack a language or a sentence of it.
"""

import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "es", "pt-BR")
FALLBACK = "en"

SEAT = re.compile(r"\{(\w+):(\w+)\}")  # the argument, and the form

_folders: list[Path] = [Path(__file__).parent / "words"]


@dataclass(frozen=True)
class Text:
    """A sentence without a language: the code of the sentence, and its arguments."""

    code: str
    args: dict[str, Any] = field(default_factory=dict)  # values, other sentences, or lists of them

    def __str__(self) -> str:
        return render(self)


def add_words(folder: Path) -> None:
    """Add the sentences of a folder to the catalogue; a missing language is read in English."""
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


def has_sentence(code: str) -> bool:
    """Whether the catalogue has a sentence of this code."""
    return code in catalogue("en")


def render(text: Text, language: str = "en") -> str:
    """The sentence of `text` in a language; its code if there is no sentence."""
    return _render(text, language, 1)


def _render(text: Text, language: str, outer: Any) -> str:
    """The sentence of `text`; `outer` is the number of the sentence around it."""
    number = text.args.get("count", text.args.get("n", outer))
    args = {name: _render_argument(value, language, number) for name, value in text.args.items()}
    sentence = catalogue(language).get(text.code, text.code)  # a game outside may lack one
    if isinstance(sentence, dict):
        sentence = sentence.get(plural_category(number, language), sentence["other"])
    named = SEAT.sub(lambda seat: _render_seat(text.args[seat[1]], seat[2], language), sentence)
    return named.format_map(args)


def _render_seat(value: Any, form: str, language: str) -> str:
    """A seat, or a list of seats, in a form; a form with a capital begins a sentence."""
    code = form.lower()
    one, several = (
        Text(f"seat.{code}", {"number": value}),
        Text(f"seats.{code}", {"numbers": value}),
    )
    phrase = _render(one if isinstance(value, int) else several, language, 1)
    return phrase if form == code else phrase[0].upper() + phrase[1:]


def plural_category(number: Any, language: str) -> str:
    """The plural category of a number, as by `Intl.PluralRules`: one, many or other."""
    if not isinstance(number, int | float):
        return "other"
    number = abs(number)
    if number < 2 if language == "pt-BR" else number == 1:
        return "one"
    is_millions = number > 0 and number % 1_000_000 == 0  # Spanish and Portuguese add "de"
    return "many" if is_millions and language != "en" else "other"


def _render_argument(value: Any, language: str, number: Any) -> Any:
    """An argument in a language: sentences rendered, lists joined, other values as they are."""
    if isinstance(value, Text):
        return _render(value, language, number)
    if isinstance(value, list):
        return "; ".join(str(_render_argument(each, language, 1)) for each in value)
    return value


def phrases(prefix: str, language: str = "en") -> dict[str, str]:
    """The sentences whose codes begin with `prefix`, by the rest of the code."""
    sentences = catalogue(language).items()
    return {code.removeprefix(prefix): str(x) for code, x in sentences if code.startswith(prefix)}


def sentences_of(game: str, language: str) -> dict[str, str | dict[str, str]]:
    """The sentences of a game in a language, by code."""
    prefix = f"{game}."
    return {code: x for code, x in catalogue(language).items() if code.startswith(prefix)}
