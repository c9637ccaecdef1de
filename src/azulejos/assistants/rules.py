"""The rules for looking them up: the documents `docs/rules*.md`, clause by clause.

A wheel carries copies of the documents beside this file; a clone has them in `docs/`.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from azulejos.arguments import check_language

HERE = Path(__file__).parent
FOLDERS = (HERE, HERE.parents[2] / "docs")
CLAUSE = re.compile(r'^- <a id="(\w+)"></a>(.*?)(?=^- |^#|^\n|\Z)', re.MULTILINE | re.DOTALL)
MAX_FOUND = 8  # clauses of one answer


@dataclass(frozen=True)
class Clause:
    """A clause of the rules."""

    name: str  # as errors name it
    text: str


@cache
def rules_text(language: str = "en") -> str:
    """The whole document in a language."""
    ending = "" if check_language(language) == "en" else f".{language}"
    files = (folder / f"rules{ending}.md" for folder in FOLDERS)
    return next(file for file in files if file.exists()).read_text(encoding="utf-8")


@cache
def clauses(language: str = "en") -> tuple[Clause, ...]:
    """All clauses in their order."""
    found = CLAUSE.findall(rules_text(language))
    return tuple(Clause(name, " ".join(text.replace("**", "").split())) for name, text in found)


def find_clauses(query: str, language: str = "en") -> list[Clause]:
    """The clause of a name, or the clauses that contain most of the words of a question."""
    words = set(re.findall(r"\w+", query.lower()))
    named = [clause for clause in clauses(language) if clause.name.lower() in words]
    if named:
        return named[:MAX_FOUND]
    long_words = [word for word in words if len(word) > 2]
    counts = {
        clause: sum(word in clause.text.lower() for word in long_words)
        for clause in clauses(language)
    }
    found = sorted(counts, key=lambda clause: -counts[clause])  # stable: in the order of the rules
    return [clause for clause in found if counts[clause]][:MAX_FOUND]
