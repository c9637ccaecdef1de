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


def strings(room: str) -> set[str]:
    """Every string that the code of a room names."""
    nodes = (node for tree in trees(room) for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and is_text(node.value)}


def is_text(value: object) -> bool:
    return isinstance(value, str)


def patterns(room: str) -> Iterator[str]:
    """Every string with parts to be filled in that begins with a fixed word, as a pattern."""
    for node in (node for tree in trees(room) for node in ast.walk(tree)):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            yield "".join(
                re.escape(part.value) if isinstance(part, ast.Constant) else ".+"
                for part in node.values
            )


def codes_said(node: ast.expr) -> Iterator[str]:
    """The codes, as patterns, that the first argument of a `Text` can be."""
    if isinstance(node, ast.Constant):
        yield re.escape(node.value)
    elif isinstance(node, ast.IfExp):
        yield from codes_said(node.body)
        yield from codes_said(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        parts = (x.value if isinstance(x, ast.Constant) else None for x in node.values)
        yield "".join(".+" if part is None else re.escape(part) for part in parts)


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
    """A code is named in full, or fits a pattern, or its room names what follows a dot of it."""
    everywhere, here, fitting = strings("."), strings(room), list(patterns("."))
    for code in sentences(room, "en"):
        endings = {code[dot.end() :] for dot in re.finditer(r"\.", code)}
        assert (
            code in everywhere
            or endings & here
            or any(re.fullmatch(pattern, code) for pattern in fitting)
        ), code


def test_everything_that_the_code_says_has_a_sentence() -> None:
    known = catalogue("en")
    for tree in trees("."):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text":
                for pattern in codes_said(node.args[0]):
                    assert any(re.fullmatch(pattern, code) for code in known), pattern
