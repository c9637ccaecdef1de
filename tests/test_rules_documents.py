"""The rules and their translations have the same clauses, gap marks and numbers."""

import re
from collections import Counter
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"
GAP_MARKS = {"rules.md": "(gap)**", "rules.es.md": "(laguna)**", "rules.pt-BR.md": "(lacuna)**"}
CLAUSES = [f"A{n}" for n in range(1, 29)] + [f"B{n}" for n in range(1, 13)]
CLAUSE = re.compile(r'^- <a id="([AB]\d+)"></a>(\*\*\1\b.*(?:\n  .*)*)', re.MULTILINE)

each_document = pytest.mark.parametrize("name", GAP_MARKS)
each_translation = pytest.mark.parametrize("name", ["rules.es.md", "rules.pt-BR.md"])


def text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def clauses(name: str) -> dict[str, str]:
    return dict(CLAUSE.findall(text(name)))


def gaps(name: str) -> list[str]:
    return [clause for clause, body in clauses(name).items() if GAP_MARKS[name] in body]


def numbers(name: str) -> dict[str, Counter[str]]:
    found = {clause: re.findall(r"\u2212?\d+", body) for clause, body in clauses(name).items()}
    return {clause: Counter(digits) for clause, digits in found.items()}


@each_document
def test_clauses_in_order(name: str) -> None:
    assert [match[1] for match in CLAUSE.finditer(text(name))] == CLAUSES


@each_document
def test_each_anchor_once(name: str) -> None:
    assert re.findall(r'\bid="([^"]*)"', text(name)) == CLAUSES


@each_translation
def test_same_gaps(name: str) -> None:
    assert gaps("rules.md")
    assert gaps(name) == gaps("rules.md")


@each_translation
def test_same_numbers(name: str) -> None:
    assert numbers(name) == numbers("rules.md")
