"""Statistics that teach: what reviewed games say, and what is recommended from it."""

import json

import pytest

from azulejos.compiled.rng import make_rng
from azulejos.contract.game import Game
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.record import Record
from azulejos.search.players import find_player
from azulejos.search.review import review
from azulejos.search.settings import Limit
from azulejos.teaching.habits import Habits, Tally, add_up, advise, review_habits
from azulejos.teaching.lessons import lessons
from azulejos.text import sentences_of

TAUGHT = {name: game for name, game in GAMES.items() if game.habits}
every_game = pytest.mark.parametrize("game", TAUGHT.values(), ids=list(TAUGHT))


def played(game: Game) -> Record:
    """A game of two weak players."""
    position, rng, player = Position(game.name, 2), make_rng(5), find_player("level1")
    while not position.is_over:
        if position.needs_deal:
            position.deal(rng)
        else:
            position.push(player.choose(position, entropy=len(position.history)).move)
    return Record.from_position(position)


@every_game
def test_a_reviewed_game_says_what_its_record_and_review_say(game: Game) -> None:
    record = played(game)
    entries = list(review(record, Limit(nodes=50)))
    for seat in range(2):
        found = review_habits(record, entries, seat)
        own = [entry.judgement for entry in entries if entry.seat == seat and entry.judgement]
        assert sum(tally.decisions for tally in found.stages.values()) == len(own)
        lost = sum(tally.loss for tally in found.stages.values())
        assert lost == pytest.approx(sum(judgement.loss for judgement in own))
        assert game.habits
        assert tuple(found.figures) == game.habits.HABITS
        assert Habits.from_json(json.loads(json.dumps(found.to_json()))) == found
        twice = add_up([found, found])
        assert (twice.games, twice.luck) == (2, 2 * found.luck)
        assert list(twice.figures.values()) == [2 * each for each in found.figures.values()]
    assert {f"{game.name}.habit.{name}" for name in found.figures} <= set(
        sentences_of(game.name, "en")
    )


def test_the_figures_of_azul_are_those_of_the_score() -> None:
    record = played(GAMES["azul"])
    position = record.position()
    found = review_habits(record, [], 0)
    last = position.to_json()["boards"][0]
    assert found.figures["wasted"] == sum(map(len, last["lines"]))
    laid = sum(
        step.to_json()["points"]
        for ply, entry in enumerate(record.entries)
        for step in record.position(ply).steps(entry.text)
        if step.kind == "lay" and step.to_json()["seat"] == 0
    )
    bonus = sum(found.figures[name] for name in ("rows", "columns", "colours"))
    assert laid + bonus - found.figures["floor"] == position.scores[0]


@every_game
def test_what_costs_most_is_recommended_with_its_lesson(game: Game) -> None:
    every = {theme: lesson.name for lesson in lessons(game).values() for theme in lesson.themes}
    assert len(every) == sum(len(lesson.themes) for lesson in lessons(game).values())
    cheap, dear, rare = list(every)[:3]
    habits = Habits(2, themes={cheap: Tally(9, 8, 3), dear: Tally(9, 5, 12), rare: Tally(1, 0, 9)})
    advice = [(each.theme, each.lesson, each.loss) for each in advise(game, habits)]
    assert advice == [(dear, every[dear], 6), (cheap, every[cheap], 1.5)]
    known = sentences_of(game.name, "en")
    assert {f"{game.name}.theme.{theme}" for theme in every} <= set(known)
