"""Positions to play out: what they are, and bots that play along."""

import pytest

from azulejos.compiled.rng import make_rng
from azulejos.contract.game import Game
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.players import LEVELS, find_player
from azulejos.teaching.drills import ENDING, ROUND, WHOLE, kinds_of, make_drill
from azulejos.teaching.lessons import lessons, path
from azulejos.teaching.practice import adapted_level, play_on, push_event
from azulejos.text import sentences_of

TAUGHT = {name: game for name, game in GAMES.items() if game.teaching}
every_game = pytest.mark.parametrize("game", TAUGHT.values(), ids=list(TAUGHT))
VARIANT = {"azul": (2, {"wall": "gray"}), "blue": (3, dict[str, str]())}


@every_game
def test_a_drill_ends_with_the_round_or_the_game(game: Game) -> None:
    players, options = VARIANT[game.name]
    for kind in kinds_of(game):
        drill = make_drill(game, players, options, kind, 7)
        position, seat, rng = drill.position.copy(), drill.position.actor, make_rng(1)
        assert position.to_text() == make_drill(game, players, options, kind, 7).position.to_text()
        assert (drill.goal is None) == (kind == WHOLE)
        if kind == WHOLE:
            continue
        decisions, bot = 0, find_player("level1")
        while position.turn == seat:
            decisions += 1
            push_event(position, bot.choose(position, entropy=decisions).move)
            play_on(position, seat, bot, rng, has_deals=False)
        assert 1 <= decisions <= 8
        assert position.is_over or position.needs_deal
        assert kind == ROUND or position.is_over or game.name == "azul"
    assert (ROUND in kinds_of(game)) == Position(game.name).needs_deal
    assert ENDING in kinds_of(game)


def test_the_adaptive_bot_plays_at_a_level_that_fits_the_position() -> None:
    """Whoever is far ahead meets the highest level, whoever is far behind the lowest."""
    words = make_drill(GAMES["azul"], 2, {}, ENDING, 4).position.to_json()
    levels, boards_of = list[int](), list(enumerate(words["boards"]))
    for loser in (0, None, 1):
        boards = [{**each, "score": 0 if n == loser else each["score"]} for n, each in boards_of]
        levels.append(adapted_level(Position.from_json({**words, "boards": boards}), 0))
    assert levels[0] == 1
    assert levels[2] == LEVELS
    assert levels == sorted(levels)
    opening = Position("blue", 3)
    assert 2 <= adapted_level(opening, opening.actor) <= LEVELS - 1


@every_game
def test_the_path_has_a_sentence_and_a_lesson_for_each_level(game: Game) -> None:
    assert len(path(game)) == LEVELS
    assert set(path(game)) <= set(lessons(game))
    codes = {f"{game.name}.path.{level}" for level in range(1, LEVELS + 1)}
    assert codes == {
        code for code in sentences_of(game.name, "en") if code.startswith(f"{game.name}.path.")
    }
