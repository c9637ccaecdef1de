"""The catalogue: every sentence in every language, each used, and rendered rightly."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest

from azulejos.text import LANGUAGES, Text, catalogue, phrases, plural_category, render

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
                assert {"one", "other"} <= set(sentence) <= {"one", "many", "other"}, code


def test_every_sentence_is_used() -> None:
    """Each code stands in the source, whole or as a prefix that a variable completes."""
    source = "".join(file.read_text() for file in SOURCE.rglob("*.py"))
    literals = set(re.findall(r"""["']([\w.]+)["']""", source))
    dynamic = tuple(re.findall(r"""["']([\w.]+\.)["'{]""", source))
    clauses = re.compile(r"\w+\.[AB]\d+")  # cited by whatever the rules refuse
    terms = re.compile(
        r"\w+\.(step|look|hint|source|segment|first|lesson|theme|habit|stage|path)(\.\w+)*"
    )  # see tests/test_words.py
    names = re.compile(r"\w+\.name")  # of games, see server/api/previews.py
    for code in catalogue("en"):
        is_known = code in literals or code.startswith(dynamic)
        is_derived = any(form.fullmatch(code) for form in (clauses, terms, names))
        assert is_known or is_derived, code


def test_numbers_choose_their_form() -> None:
    assert str(Text("azul.step.sweep", {"count": 1})) == "The other tile goes to the centre."
    assert str(Text("azul.step.sweep", {"count": 3})) == "The other 3 tiles go to the centre."
    assert render(Text("azul.step.sweep", {"count": 3}), "es") == (
        "Las otras 3 losetas van al centro."
    )
    assert str(Text("reason.gains", {"move": "1B1", "n": 1})) == "1B1 makes 1 point at once."


@pytest.mark.parametrize(
    ("language", "ones", "manys"),
    [
        ("en", [1, -1, 1.0], []),
        ("es", [1, -1, 1.0], [1_000_000, 3_000_000]),
        ("pt-BR", [1, -1, 1.0, 0, 0.5, 1.5], [1_000_000, 3_000_000]),
    ],
)
def test_plural_categories_are_those_of_the_page(
    language: str, ones: list[float], manys: list[float]
) -> None:
    """As `Intl.PluralRules` answers, by CLDR."""
    for number in (0, 0.5, 1, 1.0, -1, 1.5, 2, 17, 1_000_000, 1_000_001, 3_000_000):
        category = "one" if number in ones else "many" if number in manys else "other"
        assert plural_category(number, language) == category, number
    assert plural_category("1", language) == "other"


def test_lists_are_joined() -> None:
    colours = [Text("azul.colour.B"), Text("azul.colour.R")]
    said = Text("azul.step.deal", {"displays": colours})
    assert render(said, "es") == "Se llenan los expositores: azul; roja."


def test_a_word_agrees_with_the_number_of_its_sentence() -> None:
    for count, said in ((1, "1 loseta roja del"), (2, "2 losetas rojas del")):
        facts = {"seat": 0, "count": count, "colour": Text("azul.colour.R")}
        step = Text("azul.step.take", {**facts, "source": Text("azul.source.C")})
        assert said in render(step, "es")


def test_seats_have_the_form_that_the_sentence_needs() -> None:
    jam = Text("azul.step.jam", {"seat": 1, "line": 2, "colour": Text("azul.colour.R")})
    assert str(jam).startswith("Line 2 of seat 1: ")
    assert render(jam, "es").startswith("Línea 2 del asiento 1: ")
    start = Text("azul.step.start", {"seat": 0})
    assert str(start) == "Seat 0 starts the next round."
    assert render(start, "pt-BR") == "O assento 0 começa a próxima rodada."
    assert str(Text("blue.step.win.one", {"seats": 2})) == "Seat 2 wins."
    both = Text("list.and", {"others": "0", "last": 2})
    assert render(Text("blue.step.win.shared", {"seats": both}), "es") == (
        "Los asientos 0 y 2 comparten la victoria."
    )


def test_a_missing_language_is_read_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en.json").write_text('{"third.hello": "Hello, {name}."}')
    monkeypatch.setattr("azulejos.text._folders", [tmp_path])
    catalogue.cache_clear()
    try:
        assert render(Text("third.hello", {"name": "Ann"}), "pt-BR") == "Hello, Ann."
    finally:
        catalogue.cache_clear()


def test_texts_nest() -> None:
    text = Text("move.illegal", {"text": "3B2", "clause": "A12", "rule": Text("azul.A12")})
    assert render(text, "pt-BR").startswith("3B2 não é permitido por A12: Esta cor já está")


def test_phrases_lose_their_prefix() -> None:
    assert phrases("azul.picture.", "es")["bag"] == "Bolsa"
