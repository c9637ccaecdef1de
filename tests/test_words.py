"""The sentences of the house: complete in every language, with the same arguments, and all used."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import azulejos
from azulejos.text import LANGUAGES, catalogue

HOUSE = Path(azulejos.__file__).parent
ROOMS = sorted(folder.parent.relative_to(HOUSE).as_posix() for folder in HOUSE.rglob("words"))

Sentences = dict[str, str | dict[str, str]]


def sentences(room: str, language: str) -> Sentences:
    file = HOUSE / room / "words" / f"{language}.json"
    found: Sentences = json.loads(file.read_text(encoding="utf-8"))
    return found


def arguments(sentence: str | dict[str, str]) -> set[str]:
    forms = sentence.values() if isinstance(sentence, dict) else [sentence]
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


@cache
def trees(room: str) -> list[ast.Module]:
    return [ast.parse(file.read_text(encoding="utf-8")) for file in (HOUSE / room).rglob("*.py")]


def nodes(room: str) -> Iterator[ast.AST]:
    return (node for tree in trees(room) for node in ast.walk(tree))


def strings(room: str) -> set[str]:
    """Every string that the code of a room names."""
    return {str(node.value) for node in nodes(room) if isinstance(node, ast.Constant)}


def pattern(node: ast.JoinedStr) -> str:
    """What an f-string can be."""
    parts = (part.value if isinstance(part, ast.Constant) else None for part in node.values)
    return "".join(".+" if part is None else re.escape(str(part)) for part in parts)


def patterns(room: str) -> list[str]:
    """What the f-strings of a room can be, those that begin with a fixed word."""
    found = [pattern(node) for node in nodes(room) if isinstance(node, ast.JoinedStr)]
    return [each for each in found if not each.startswith(".+")]


def codes_said(node: ast.expr) -> list[str]:
    """The codes, as patterns, that the first argument of a `Text` can be."""
    if isinstance(node, ast.Constant):
        return [re.escape(str(node.value))]
    if isinstance(node, ast.IfExp):
        return codes_said(node.body) + codes_said(node.orelse)
    return [pattern(node)] if isinstance(node, ast.JoinedStr) else []


@pytest.mark.parametrize("room", ROOMS)
def test_every_language_has_the_same_sentences_with_the_same_arguments(room: str) -> None:
    expected = {code: arguments(sentence) for code, sentence in sentences(room, "en").items()}
    for language in LANGUAGES:
        found = sentences(room, language)
        assert {code: arguments(sentence) for code, sentence in found.items()} == expected
        for sentence in found.values():
            forms = sentence if isinstance(sentence, dict) else {"one": sentence, "other": sentence}
            assert set(forms) == {"one", "other"}
            assert all(form.strip() for form in forms.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_rooms_say_the_same_code(language: str) -> None:
    counts = Counter(code for room in ROOMS for code in sentences(room, language))
    assert [code for code, n in counts.items() if n > 1] == []
    assert set(counts) == set(catalogue(language))


@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_is_used(room: str) -> None:
    """A code is named in full, or an f-string can be it; of `azul.A6` and `azul.picture.bag` the
    game's own room may name the last word alone.
    """
    everywhere, fitting = strings("."), patterns(".")
    last_words = strings(room) if room != "." else set()
    for code in sentences(room, "en"):
        assert (
            code in everywhere
            or code.rpartition(".")[2] in last_words
            or any(re.fullmatch(each, code) for each in fitting)
        ), code


def test_everything_that_the_code_says_has_a_sentence() -> None:
    known = catalogue("en")
    for node in nodes("."):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text":
            for code in codes_said(node.args[0]):
                assert any(re.fullmatch(code, each) for each in known), code
