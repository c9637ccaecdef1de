"""Reasons as people get them, at positions of all kinds of games that are nowhere stored: a fact in
each, every fact true by independent readers, nothing against the figures, and the same every time.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from azulejos import Position, find_player
from azulejos.contract.reasons import Reason
from azulejos.games import GAMES
from azulejos.search.info import Info
from azulejos.search.played_on import LINES, MIN_POINTS, play_on
from azulejos.search.reasons import MIN_VISITS, Explanation, explain_move
from azulejos.search.review import evaluate, judge_move
from azulejos.search.settings import Limit
from azulejos.server.analysis.hints import find_hint, find_why
from azulejos.server.analysis.reviews import NODES
from azulejos.text import LANGUAGES, Text, catalogue, render
from azulejos.wire.marks import comparison_json
from tests.examples import examples
from tests.games.azul import line_reader as azul_lines
from tests.games.azul import slow_reader as azul_reader
from tests.games.blue import line_reader as blue_lines
from tests.games.blue import slow_reader as blue_reader
from tests.walk import VARIANTS, Script, opening

POSITIONS = examples(300)
EVERY = 11  # decisions between two positions of a game
POOR = {"later", "nothing"}  # points and chances
FIGURES = POOR | {"exact"}
READERS = {"azul": azul_reader.is_true, "blue": blue_reader.is_true}
LINE_READERS = {"azul": azul_lines.read_points, "blue": blue_lines.read_points}
PLAYERS = ("level1", "level2", "level4")
LIMIT = Limit(nodes=NODES)


@dataclass(frozen=True)
class Told:
    """A position, the search of its hint, and why its move is better."""

    position: Position
    info: Info
    why: Explanation


def kinds_of_games() -> list[tuple[str, Script]]:
    """Every variant with each choice of an option that it leaves open."""
    scripts = [Script(options=(n,)) for n in range(2)]
    return [
        (variant, script)
        for variant in VARIANTS
        for script in scripts
        if script.options[0] == 0 or opening(variant, script) != opening(variant, scripts[0])
    ]


def kind_of(position: Position) -> tuple[str, int, str]:
    view = position.view()
    return position.game.name, position.players, str(view.get("wall") or view["draw"])


def sampled() -> Iterator[Position]:
    """Some decisions of seeded games of every kind in turn, by players of different strength."""
    games = kinds_of_games()
    for seed in count(1):
        variant, script = games[seed % len(games)]
        position, bot, n = opening(variant, script), find_player(PLAYERS[seed % 3]), 0
        while not position.is_over:
            entropy = 7_919 * seed + len(position.history)
            if position.needs_deal:
                position.deal(entropy)
                continue
            n += 1
            if n % EVERY == seed % EVERY:
                yield position.copy()
            position.push(bot.choose(position, entropy=entropy).move)


@pytest.fixture(scope="module")
def told() -> list[Told]:
    found = []
    for position in sampled():
        info = evaluate(position, LIMIT).info
        assert info
        found.append(Told(position, info, explain_move(position, info.best, info)))
        if len(found) == POSITIONS:
            return found
    raise AssertionError


def test_every_hint_has_a_fact(told: list[Told]) -> None:
    kinds = [{reason.kind for reason in each.why.reasons} for each in told]
    assert len({each.position.to_text() for each in told}) == POSITIONS
    assert {kind_of(each.position) for each in told} == {
        kind_of(opening(*kind)) for kind in kinds_of_games()
    }
    bare = [
        str(each.why)
        for each, found in zip(told, kinds, strict=True)
        if all(kind in FIGURES or kind.startswith("line.") for kind in found)
        and len(each.position.legal_moves) > 1
    ]
    assert not bare
    assert sum(bool(found & POOR) for found in kinds) < 0.1 * POSITIONS


def test_every_sentence_is_true(told: list[Told]) -> None:
    for each in told:
        for reason in each.why.reasons:
            assert is_true(each, reason), (each.position.to_text(), each.why, reason.text)


def test_a_wrong_number_is_found(told: list[Told]) -> None:
    """Numbers of sentences that the readers of this file check, one too many."""
    found: Counter[str] = Counter()
    for each in told[::2]:
        for reason in each.why.reasons:
            numbers = [name for name in ("n", "other") if name in reason.text.args]
            if reason.kind in FIGURES or reason.kind.startswith("line."):
                for name in numbers:
                    args = {**reason.text.args, name: reason.text.args[name] + 1}
                    wrong = Reason(reason.kind, 1.0, Text(reason.text.code, args), reason.seat)
                    found[f"{reason.kind} {is_true(each, wrong)}"] += 1
    assert any(key.startswith("line.") for key in found)
    assert not [key for key in found if key.endswith("True")], found


def test_nothing_is_said_against_the_figures(told: list[Told]) -> None:
    for each in told:
        seat, why = each.position.actor, each.why
        assert why.win == each.info.moves[0].win[seat]
        assert why.move == each.info.best
        if not why.other:
            continue
        after = each.position.copy()
        after.push(why.other)
        judged = judge_move(
            each.position, seat, why.other, each.info, evaluate(after, LIMIT), LIMIT
        )
        codes = {reason.text.code for reason in (*why.reasons, *judged.reasons)}
        assert not (judged.grade and "reason.nothing" in codes), (each.position.to_text(), why)


def test_the_same_position_gives_the_same_hint(told: list[Told]) -> None:
    for each in told[::8]:
        data = each.position.to_json()
        hint = find_hint(data)
        assert hint["move"] == each.why.move
        assert find_why(data, hint["info"]) == comparison_json(each.why)


def test_sentences_are_short_in_every_language(told: list[Told]) -> None:
    for each in told:
        for reason in each.why.reasons:
            for language in LANGUAGES:
                said = render(reason.text, language)
                assert "{" not in said, reason.text
                assert "reason." not in said, reason.text
                assert len(said) <= 115, said


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.reasons])
def test_every_kind_with_a_theme_has_a_sentence(game: object) -> None:
    name, themes = game.name, game.reasons.THEMES  # type: ignore[attr-defined]
    others = {"notyet": "reason.otherwise.end", "clean": "reason.otherwise.clean"}
    for kind in themes:
        code = "reason.wins" if kind == "exact" else f"{name}.{others.get(kind, f'reason.{kind}')}"
        known = catalogue("en")
        assert code in known or any(each.startswith(f"{code}.") for each in known), kind


# ---- Readers of what holds for every game


def is_true(each: Told, reason: Reason) -> bool:
    """Is a sentence of a hint true?"""
    text, position = reason.text, each.position
    if reason.kind.startswith("line."):
        return is_line_true(each, reason)
    if reason.kind == "exact":
        return is_end_true(each, text)
    if reason.kind in POOR:
        return is_difference_true(each, text)
    move, other = each.why.move, each.why.other
    return READERS[position.game.name](position.to_json(), move, other, text.code, text.args)


def is_line_true(each: Told, reason: Reason) -> bool:
    """Do the lines after both moves bring the points that the sentence says?"""
    kind, args, means = reason.kind.removeprefix("line."), reason.text.args, []
    if kind == "over":
        return is_over_true(each, args)
    for move in (each.why.move, each.why.other):
        totals = [points for n in range(LINES) for points in line_totals(each, move, n + 1, kind)]
        means.append(sum(points for seat, points in totals if seat == args["seat"]) / LINES)
    gained = means[1] - means[0] if kind == "others" else means[0] - means[1]
    said = (args["n"], args["other"])
    return said == tuple(round(abs(mean)) for mean in means) and gained >= MIN_POINTS


def is_over_true(each: Told, args: dict[str, Any]) -> bool:
    """Does the game end in as many of the lines?"""
    shares, game = [], each.position.game
    assert game.reasons
    for move in (each.why.move, each.why.other):
        ends = []
        for n in range(LINES):
            end = each.position.copy()
            for text in play_on(each.position, move, game.reasons.HORIZON, n + 1):
                end.push(text)
            ends.append(end.outcome is not None)
        shares.append(round(100 * sum(ends) / LINES))
    return shares == [args["n"], args["other"]] and shares[0] != shares[1]


def line_totals(each: Told, move: str, entropy: int, kind: str) -> Iterator[tuple[int, int]]:
    """The points of the seats in a line, of one kind or of all."""
    position, game = each.position.copy(), each.position.game
    assert game.reasons
    found = [position.to_json()]
    for text in play_on(each.position, move, game.reasons.HORIZON, entropy):
        position.push(text)
        found.append(position.to_json())
    for (seat, each_kind), points in LINE_READERS[game.name](found).items():
        if kind in (each_kind, "others"):
            yield seat, points


def is_end_true(each: Told, text: Text) -> bool:
    """Does the line of the solver end the game as the sentence says?"""
    end, seat = each.position.copy(), each.position.actor
    for move in each.info.moves[0].line:
        end.push(move)
    lead = end.scores[seat] - end.scores[1 - seat]
    code = "reason.wins" if lead > 0 else "reason.loses" if lead < 0 else "reason.level"
    return end.is_over and each.info.is_exact and (text.code, text.args["n"]) == (code, abs(lead))


def is_difference_true(each: Told, text: Text) -> bool:
    """Is the difference that of the search, or of searches after both moves where it lacks one?"""
    seat, known = each.position.actor, {move.move: move for move in each.info.moves}
    both = [known.get(each.why.move), known.get(each.why.other)]
    seen = [x for x in both if x and x.visits >= MIN_VISITS]
    figures = [(x.win, x.points) for x in seen]
    if len(seen) < 2:
        figures = [evaluated(each.position, x) for x in (each.why.move, each.why.other)]
    leads = [p[seat] - max(p[:seat] + p[seat + 1 :]) for _, p in figures]
    ahead, share = leads[0] - leads[1], figures[0][0][seat] - figures[1][0][seat]
    if text.code == "reason.later":
        return bool(text.args["n"] == round(ahead) >= 1)
    if text.code == "reason.likelier":
        return bool(text.args["n"] == round(100 * share))
    return ahead < 1


def evaluated(position: Position, move: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    after = position.copy()
    after.push(move)
    found = evaluate(after, LIMIT)
    return found.win, found.points
