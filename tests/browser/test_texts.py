"""The page's texts: every language has all of them, alike, and none is unused."""

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from azulejos.text import LANGUAGES

SOURCE = Path(__file__).resolve().parents[2] / "web" / "src"
FILES = sorted([*SOURCE.glob("words/en/*.json"), *SOURCE.glob("games/*/words/en.json")])
PUT_TOGETHER = re.compile(
    r"`((?:[\w.-]|\$\{[^}`]*\})+)`"
)  # keys with a part that is not written out

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


@cache
def code() -> str:
    files = [*SOURCE.rglob("*.svelte"), *SOURCE.rglob("*.ts")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


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


def find_unused(keys: Iterable[str], source: str) -> list[str]:
    """The keys that stand nowhere in a source, neither whole nor as a template.

    A template counts only with its first or its second part written out.
    """
    templates = {
        text for text in PUT_TOGETHER.findall(source) if re.match(r"\w+\.|\$\{[^}]*\}\.\w", text)
    }
    patterns = [
        re.compile(re.sub(r"\\\$\\\{.*?\\\}", "[^.]+(?:[.,][^.]+)?", re.escape(text)))
        for text in templates
    ]
    return [
        key
        for key in keys
        if f'"{key}"' not in source and not any(each.fullmatch(key) for each in patterns)
    ]


def test_an_unused_text_is_found() -> None:
    source = 'say("home.title"); say(`list.${kind}`); translate(`${game}.${fact}.${value}`)'
    assert find_unused(["home.title", "list.open"], source) == []
    assert find_unused(["home.about", "challenge.declined"], source) == [
        "home.about",
        "challenge.declined",
    ]


@each_file
def test_no_text_is_unused(file: Path) -> None:
    assert find_unused(words(file), code()) == []
