"""What the code says, it can say: every code has its sentence. `test_text.py` has the reverse."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import azulejos
from azulejos.catalog import GAMES

HOUSE = Path(azulejos.__file__).parent
CODES = Counter(
    code
    for file in HOUSE.glob("**/words/en.json")
    for code in json.loads(file.read_text(encoding="utf-8"))
)


def nodes(files: str) -> Iterator[ast.AST]:
    """The parts of every file of a pattern."""
    for file in HOUSE.glob(files):
        yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def codes_said(node: ast.expr) -> list[str]:
    """The codes, as patterns, that the first argument of a `Text` can be."""
    if isinstance(node, ast.Constant):
        return [re.escape(str(node.value))]
    if isinstance(node, ast.IfExp):
        return codes_said(node.body) + codes_said(node.orelse)
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
        return ["".join(".+" if part is None else re.escape(str(part)) for part in parts)]
    return []


def test_everything_that_the_code_says_has_a_sentence() -> None:
    said = set[str]()
    for node in nodes("**/*.py"):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text":
            said.update(codes_said(node.args[0]))
    assert len(said) > 40
    for code in said:
        assert any(re.fullmatch(code, known) for known in CODES), code


def test_every_clause_that_a_refusal_names_has_a_sentence() -> None:
    for game in GAMES:
        strings = [
            node.value for node in nodes(f"{game}/rules.py") if isinstance(node, ast.Constant)
        ]
        clauses = {str(each) for each in strings if re.fullmatch(r"[A-Z]\d+", str(each))}
        assert clauses
        assert {f"{game}.{clause}" for clause in clauses} <= set(CODES)


def test_no_code_has_two_sentences() -> None:
    assert [code for code, n in CODES.items() if n > 1] == []
