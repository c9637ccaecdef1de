"""A refusal is defined once: what is raised is defined, what is defined is raised and has words."""

import ast
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import azulejos.server
from azulejos.text import LANGUAGES
from azulejos.wire.refusals import REFUSALS
from tests.test_words import codes_said

SERVER = Path(azulejos.server.__file__).parent
SOURCES = [file.read_text(encoding="utf-8") for file in SERVER.rglob("*.py")]
PREFIXES = {"Text": "", "refusal": "", "refuse": "table."}  # functions that are given a code
AREAS = {code.split(".")[0] for code in REFUSALS}
ELSEWHERE = {"admin", "backup", "cluster", "database", "settings"}  # no answers to requests
WORDS = {
    language: json.loads((SERVER / "words" / f"{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}


def raised_codes(source: str) -> set[str]:
    """The codes, as patterns, of the errors that a source raises, or makes for others to raise."""
    found, tree = set[str](), ast.parse(source)
    raises = [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    raised = {id(part) for node in raises for part in ast.walk(node)}
    is_verb = "table.verbs" in source or "`table.*`" in source
    names = PREFIXES.keys() - (set() if is_verb else {"refuse"})
    for node in ast.walk(tree):
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if name in names and (name != "Text" or id(node) in raised):
            assert isinstance(node, ast.Call)
            found |= {re.escape(PREFIXES[name]) + end for end in codes_said(node.args[0])}
    return found


def undefined(sources: Iterable[str], refusals: Mapping[str, int]) -> set[str]:
    """The patterns of raised codes that no refusal has."""
    raised = set().union(*map(raised_codes, sources))
    ours = {code for code in raised if code.split("\\")[0] not in ELSEWHERE}
    return {code for code in ours if not any(re.fullmatch(code, known) for known in refusals)}


def named_codes(source: str) -> set[str]:
    """The texts in the bodies and defaults of functions, and in the fields of classes; not those in
    decorators.
    """
    nodes = list(ast.walk(ast.parse(source)))
    functions = [each for each in nodes if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    classes = [each for each in nodes if isinstance(each, ast.ClassDef)]
    fields = [part for each in classes for part in each.body if isinstance(part, ast.Assign)]
    parts = [*fields, *(part for each in functions for part in (each.args, *each.body))]
    found = [node for part in parts for node in ast.walk(part)]
    return {str(node.value) for node in found if isinstance(node, ast.Constant)}


def unused(sources: Iterable[str], refusals: Mapping[str, int]) -> set[str]:
    """The refusals that nothing raises."""
    texts = list(sources)
    raised = set().union(*map(raised_codes, texts))
    left = set(refusals) - set().union(*map(named_codes, texts))
    return {code for code in left if not any(re.fullmatch(each, code) for each in raised)}


def without_words(refusals: Iterable[str], words: Mapping[str, object]) -> set[str]:
    return set(refusals) - set(words)


def test_every_code_that_is_raised_is_defined() -> None:
    assert undefined(SOURCES, REFUSALS) == set()
    assert undefined(['raise refusal("api.busi")'], REFUSALS) == {r"api\.busi"}
    assert undefined(['raise PeopleError(Text("people.nobody"))'], REFUSALS) == {r"people\.nobody"}
    verb = 'from azulejos.server.table.verbs import refuse\nraise refuse("asleep")'
    assert undefined([verb], REFUSALS) == {r"table\.asleep"}


def test_every_refusal_is_raised() -> None:
    assert unused(SOURCES, REFUSALS) == set()
    route = '@router.get("/x", responses=refuses("api.never"))\nasync def show() -> None: ...'
    assert unused([*SOURCES, route], {**REFUSALS, "api.never": 400}) == {"api.never"}


def test_every_refusal_has_its_words_and_a_status_of_http() -> None:
    for words in WORDS.values():
        assert without_words(REFUSALS, words) == set()
    assert without_words(["api.never"], WORDS["en"]) == {"api.never"}
    assert all(400 <= status < 600 for status in REFUSALS.values())


def test_every_sentence_in_the_area_of_a_refusal_is_a_refusal() -> None:
    in_areas = {code for code in WORDS["en"] if code.split(".")[0] in AREAS}
    assert in_areas == set(REFUSALS)
