"""Every code that the source uses has a sentence. `test_text.py` has the reverse."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import azulejos
from azulejos.contract.steps import Step, step_kind
from azulejos.games import GAMES
from azulejos.server.settings import NAMES
from azulejos.text import catalogue

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
            node.value for node in nodes(f"games/{game}/rules.py") if isinstance(node, ast.Constant)
        ]
        clauses = {str(each) for each in strings if re.fullmatch(r"[A-Z]\d+", str(each))}
        assert clauses
        assert {f"{game}.{clause}" for clause in clauses} <= set(CODES)


def step_codes(game: str, step: type[Step]) -> list[str]:
    """The codes of a step's sentences: one, or one for each case."""
    code = f"{game}.step.{step_kind(step)}"
    cases = get_args(get_type_hints(step).get("case"))
    return [f"{code}.{case}" for case in cases] or [code]


def test_the_sentences_of_steps_are_those_of_the_step_types() -> None:
    for name, game in GAMES.items():
        codes = {code for step in game.steps.STEP_TYPES for code in step_codes(name, step)}
        assert codes == {code for code in CODES if code.startswith(f"{name}.step.")}


def test_sentences_of_steps_name_only_facts_of_the_step() -> None:
    for name, game in GAMES.items():
        for step in game.steps.STEP_TYPES:
            facts = {each.name for each in fields(step)}
            for code in step_codes(name, step):
                forms = catalogue("en")[code]
                used = re.findall(r"{(\w+)(?::\w+)?}", json.dumps(forms))
                assert set(used) <= facts, code
                assert not isinstance(forms, dict) or "count" in facts, code


def test_no_code_has_two_sentences() -> None:
    assert [code for code, n in CODES.items() if n > 1] == []


# ---- The server, where short functions complete a code: `refuse("out")` says `table.out`

SERVER_CODES = set(json.loads((HOUSE / "server/words/en.json").read_text(encoding="utf-8")))
SAYERS = {"Text": "", "refusal": "", "say": ""}  # functions whose first argument is a code
ROOMS = "|".join(sorted({code.split(".")[0] for code in SERVER_CODES}))


def server_trees() -> dict[str, ast.Module]:
    """The server's files and the commands, by the name of their module."""
    files = [*(HOUSE / "server").rglob("*.py"), *(HOUSE / "cli").glob("*.py")]
    trees = {file.relative_to(HOUSE.parent): ast.parse(file.read_text()) for file in files}
    return {".".join(path.with_suffix("").parts): tree for path, tree in trees.items()}


def sayers_of(tree: ast.Module) -> dict[str, str]:
    """The functions of a file that complete their first argument to a code, and its beginning."""
    found: dict[str, str] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.args.args:
            first = function.args.args[0].arg
            for beginning in re.findall(rf"Text\(f'(\w+\.){{{first}}}'", ast.unparse(function)):
                found[function.name] = beginning
    return found


def server_codes_said() -> set[str]:
    """Every code, or pattern of codes, that a call says."""
    trees, said = server_trees(), set[str]()
    sayers = {module: sayers_of(tree) for module, tree in trees.items()}
    for module, tree in trees.items():
        known = SAYERS | sayers[module]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                theirs = sayers.get(node.module or "", {})
                known |= {
                    each.name: theirs[each.name] for each in node.names if each.name in theirs
                }
        for node in ast.walk(tree):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in known and node.args:
                said |= {re.escape(known[name]) + end for end in codes_said(node.args[0])}
    return {code for code in said if re.match(rf"({ROOMS})\\\.", code)}


def server_codes_named() -> set[str]:
    """Codes that stand in the files otherwise: as what a function says if nobody says more."""
    nodes = [node for tree in server_trees().values() for node in ast.walk(tree)]
    texts = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    return {re.escape(text) for text in texts if text in SERVER_CODES}


def test_everything_that_the_server_says_has_a_sentence() -> None:
    said = server_codes_said()
    assert len(said) > 60
    for code in said:
        assert any(re.fullmatch(code, known) for known in SERVER_CODES), code


def test_every_sentence_of_the_server_is_said() -> None:
    patterns = {r"settings\..+", r"table\..+", r"backup\..+"}  # where the functions are made
    settings = {re.escape(f"settings.{name}") for name in NAMES}
    said = (server_codes_said() | server_codes_named() | settings) - patterns
    for known in SERVER_CODES:
        assert any(re.fullmatch(code, known) for code in said), known


def test_every_setting_is_described() -> None:
    assert {f"settings.{name}" for name in NAMES} <= SERVER_CODES
