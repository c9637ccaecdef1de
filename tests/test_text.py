"""The catalogue: every sentence in every language, each used, and rendered rightly."""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple, get_args, get_type_hints

import pytest

from azulejos.contract.game import Game
from azulejos.contract.steps import step_kind
from azulejos.games import GAMES
from azulejos.server.notices.outbox import MailKind
from azulejos.server.notices.subscriptions import NotificationKind
from azulejos.server.settings import NAMES
from azulejos.server.table.fair_check import FairVerdict
from azulejos.server.web.status import State
from azulejos.text import LANGUAGES, Text, catalogue, phrases, plural_category, render
from azulejos.wire.views import Status
from tests.test_words import step_codes

SOURCE = Path(__file__).parent.parent / "src" / "azulejos"
CURVE = [SOURCE / "learning" / name for name in ("curve.py", "train.py")]
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


# ---- Unused sentences


class Strings(NamedTuple):
    """The strings of a file, and its templates as patterns with a group for each variable part."""

    literals: set[str]
    templates: list[re.Pattern[str]]


def strings_of(source: str) -> Strings:
    nodes = list(ast.walk(ast.parse(source)))
    literals = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    joined = [node.values for node in nodes if isinstance(node, ast.JoinedStr)]
    texts = [[getattr(part, "value", None) for part in parts] for parts in joined]
    patterns = [
        "".join(re.escape(part) if isinstance(part, str) else "(.+)" for part in parts)
        for parts in texts
    ]
    return Strings(literals, [re.compile(each) for each in patterns if re.search(r"\w\\\.", each)])


def find_unused(codes: Iterable[str], files: Iterable[Strings], derived: set[str]) -> list[str]:
    """The codes that are neither written out, nor made by a template from strings of its own file,
    nor derived from the data of a game.
    """
    files = list(files)
    used = derived.union(*(file.literals for file in files))
    for code in set(codes) - used:
        for file in files:
            matches = filter(None, (each.fullmatch(code) for each in file.templates))
            if any(file.literals.issuperset(match.groups()) for match in matches):
                used.add(code)
    return [code for code in codes if code not in used]


def derived_codes(name: str, game: Game) -> Iterator[str]:
    """The codes of a game whose ends come from its rules, its pictures and its lessons."""
    home = SOURCE / "games" / name
    assert game.habits
    assert game.teaching
    rules = strings_of((home / "rules.py").read_text(encoding="utf-8")).literals
    drawn = " ".join(file.read_text(encoding="utf-8") for file in home.glob("picture/*.py"))
    themes = strings_of((home / "themes.py").read_text(encoding="utf-8")).literals
    taught = re.findall(
        r'"(\w+)"', " ".join(x.read_text("utf-8") for x in game.teaching.glob("*.json"))
    )
    kinds = [step_kind(step) for step in game.steps.STEP_TYPES]
    parts = (home / name for name in ("facts.py", "reasons.py"))
    told = {text for part in parts for text in strings_of(part.read_text("utf-8")).literals}
    sources = {game.facts.get("centre"), *range(1, 1 + game.facts.get("max_displays", 0))}
    ends = {
        *("name", "stage", "reason.otherwise.clean", "reason.line.others"),
        *(f"reason.{code}" for code in told),
        *(f"{part}.{code}" for part in ("mark", "reason.otherwise") for code in told),
        *(f"reason.{kind}.{run}" for kind in ("complete", "place") for run in told),
        *(f"reason.line.{kind}" for kind in kinds),
        *(clause for clause in rules if re.fullmatch(r"[A-Z]\d+", clause)),
        *(f"picture.{word}" for word in re.findall(r"""(?<=["'.])\w+""", drawn)),
        *(f"picture.{colour}" for colour in game.facts.get("colour_names", {}).values()),
        *(f"{kind}.{letter}" for kind in ("colour", "segment") for letter in game.facts["colours"]),
        *(f"source.{source}" for source in sources),
        *(f"{part}.{kind}" for part in ("look", "hint") for kind in kinds),
        *(f"hint.{kind}.{then}" for kind in kinds for then in kinds),
        *(f"first.{x}.{end}" for x in taught for end in ("title", "do", "know", "right")),
        *(f"first.wrong.{reason}" for reason in taught),
        *(f"lesson.{x}.{end}" for x in taught for end in ("title", "text")),
        *(f"path.{level}" for level in range(1, 9)),
        *(f"habit.{habit}" for habit in game.habits.HABITS),
        *(f"stage.{n}" for n in range(1, 1 + getattr(game.habits, "STAGES", 0))),
        *(f"theme.{theme}" for theme in {*themes, "deny"}),  # the last: see teaching/mining.py
    }
    yield from (f"{name}.{end}" for end in ends)
    for step in game.steps.STEP_TYPES:
        yield from step_codes(name, step)


def test_every_sentence_is_used() -> None:
    files = [strings_of(file.read_text(encoding="utf-8")) for file in SOURCE.rglob("*.py")]
    games = {name: GAMES[name] for name in ("azul", "blue")}
    derived = {code for name, game in games.items() for code in derived_codes(name, game)}
    sentences = json.dumps([catalogue(language) for language in LANGUAGES])
    forms = re.findall(r"\{(?:seat|due)(s?):(\w+)\}", sentences)
    derived |= {f"seat{many}.{form.lower()}" for many, form in forms}
    derived |= {f"cli.fair.{proof}" for proof in get_args(get_type_hints(FairVerdict)["proof"])}
    derived |= {f"settings.{name}" for name in NAMES}
    derived |= {f"status.all.{state}" for state in get_args(State)}
    derived |= {f"page.table.{status}" for status in get_args(Status)}
    derived |= {
        f"call.{kind}.{part}" for kind in get_args(NotificationKind) for part in ("title", "body")
    }
    letters = get_args(MailKind)
    derived |= {f"email.{kind}.{part}" for kind in letters for part in ("subject", "body")}
    for file in CURVE:
        derived |= {f"learning.curve.{word}" for word in strings_of(file.read_text()).literals}
    assert find_unused(list(catalogue("en")), files, derived) == []


def test_an_unused_sentence_is_found() -> None:
    """Also one that begins like those of a template of another file."""
    files = [
        strings_of('say("table.full"); say(f"cli.{name}.done"); names = ("end", "annul")'),
        strings_of('kinds = ("open",)'),
    ]
    codes = ["table.full", "cli.end.done", "cli.open.done", "cli.end.gone", "azul.A8"]
    assert find_unused(codes, files, {"azul.A8"}) == ["cli.open.done", "cli.end.gone"]


def test_numbers_choose_their_form() -> None:
    assert str(Text("azul.step.sweep", {"count": 1})) == "The other tile goes to the centre."
    assert str(Text("azul.step.sweep", {"count": 3})) == "The other 3 tiles go to the centre."
    assert render(Text("azul.step.sweep", {"count": 3}), "es") == (
        "Las otras 3 losetas van al centro."
    )
    assert str(Text("reason.later", {"n": 1})) == "About 1 point better in the long run."


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
