"""The page's texts: every language has all of them, alike, and none is unused."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from azulejos.text import LANGUAGES

SOURCE = Path(__file__).resolve().parents[2] / "web" / "src"
FOLDERS = sorted(folder for folder in SOURCE.rglob("words") if (folder / "en.json").exists())
PUT_TOGETHER = re.compile(r"`([a-z${}][\w.${}-]*)`")  # keys with a part that is not written out

each_folder = pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: str(folder.relative_to(SOURCE))
)


@cache
def words(folder: Path, language: str) -> dict[str, str | dict[str, str]]:
    read = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return dict(read)


@cache
def code() -> str:
    files = [*SOURCE.rglob("*.svelte"), *SOURCE.rglob("*.ts")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def shape(sentence: str | dict[str, str]) -> object:
    """The forms of a sentence and what each speaks of."""
    forms = sentence if isinstance(sentence, dict) else {"": sentence}
    return {name: sorted(set(re.findall(r"\{\w+\}", form))) for name, form in forms.items()}


def test_there_are_texts() -> None:
    assert len(FOLDERS) >= 3


@each_folder
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_says_the_same(folder: Path, language: str) -> None:
    ours, theirs = words(folder, "en"), words(folder, language)
    assert list(ours) == list(theirs)
    for key in ours:
        mine, other = shape(ours[key]), shape(theirs[key])
        if isinstance(mine, dict) and "one" in mine and isinstance(other, dict):
            assert mine["other"] == other["other"], key
        else:
            assert mine == other, key


@each_folder
def test_no_text_is_unused(folder: Path) -> None:
    source = code()
    patterns = [
        re.compile(re.sub(r"\\\$\\\{.*?\\\}", "[^.]+(?:[.,][^.]+)?", re.escape(text)))
        for text in set(PUT_TOGETHER.findall(source))
        if "." in text
    ]
    unused = [
        key
        for key in words(folder, "en")
        if f'"{key}"' not in source and not any(each.fullmatch(key) for each in patterns)
    ]
    assert unused == []
