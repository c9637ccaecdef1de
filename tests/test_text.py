"""The catalogue: every sentence in every language, each used, and rendered rightly."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest

from azulejos.text import LANGUAGES, Text, catalogue, phrases, render

SOURCE = Path(__file__).parent.parent / "src" / "azulejos"
FOLDERS = sorted({file.parent for file in SOURCE.rglob("words/*.json")})


def arguments(sentence: str | dict[str, str]) -> set[str]:
    forms = sentence.values() if isinstance(sentence, dict) else [sentence]
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(SOURCE)))
def test_every_language_has_the_same_sentences(folder: Path) -> None:
    files = {x: json.loads((folder / f"{x}.json").read_text(encoding="utf-8")) for x in LANGUAGES}
    english = files["en"]
    for language, sentences in files.items():
        assert sentences.keys() == english.keys(), language
        for code, sentence in sentences.items():
            assert isinstance(sentence, dict) == isinstance(english[code], dict), (language, code)
            # a form for one may say its number as a word
            assert arguments(sentence) == arguments(english[code]), (language, code)
            if isinstance(sentence, dict):
                assert set(sentence) == {"one", "other"}, (language, code)


def test_every_sentence_is_used() -> None:
    """Each code stands in the source, whole or as a prefix that a variable completes."""
    source = "".join(file.read_text() for file in SOURCE.rglob("*.py"))
    literals = set(re.findall(r"""["']([\w.]+)["']""", source))
    dynamic = tuple(re.findall(r"""["']([\w.]+\.)["'{]""", source))
    games = re.compile(r"\w+\.[AB]\d+")  # clauses, cited by whatever the rules refuse
    for code in catalogue("en"):
        assert code in literals or code.startswith(dynamic) or games.fullmatch(code), code


def test_numbers_choose_their_form() -> None:
    assert str(Text("azul.tell.rest", {"n": 1})) == "The other tile goes to the centre."
    assert str(Text("azul.tell.rest", {"n": 3})) == "The other 3 tiles go to the centre."
    assert render(Text("azul.tell.rest", {"n": 3}), "es") == "Las otras 3 losetas van al centro."


def test_texts_nest() -> None:
    text = Text("move.illegal", {"text": "3B2", "clause": "A12", "rule": Text("azul.A12")})
    assert render(text, "pt-BR").startswith("3B2 não é permitido por A12: Esta cor já está")


def test_phrases_lose_their_prefix() -> None:
    assert phrases("azul.picture.", "es")["bag"] == "Bolsa"
