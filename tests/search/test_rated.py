"""Players of a rating: their curve, their lapses and their styles."""

from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

import pytest

from azulejos.contract.rules import Json
from azulejos.games import GAMES, find_game
from azulejos.games.azul.human_bias import FAVOURITES
from azulejos.match.openings import opening_position
from azulejos.match.plan import MatchPlan
from azulejos.position import Position
from azulejos.search.players import CHARACTERS, LEVELS, PLAYERS, find_player, rating_of
from azulejos.search.rated import Character, RatedPlayer, standing
from azulejos.search.ratings import Strength, curve_of, measured_curve
from azulejos.search.settings import Limit
from azulejos.teaching.drills import ENDING, make_drill
from tests.walk import VARIANTS, Script, play

every_variant = pytest.mark.parametrize("variant", VARIANTS)
GAMES_PLAYED = 24  # of a style against a player without one


def decision(variant: str) -> Position:
    """A position in which a seat decides."""
    position = play(variant, Script(choices=(4, 1, 7), entropy=2, events=9))
    if position.needs_deal:
        position.deal(1)
    return position


@every_variant
def test_whoever_has_a_higher_rating_searches_more_and_lapses_less(variant: str) -> None:
    curve = curve_of(decision(variant).states)
    ratings = [rung.rating for rung in curve.rungs]
    assert ratings == sorted(set(ratings))
    found = [curve.strength(rating) for rating in range(400, round(curve.best), 25)]
    assert all(found)
    strengths = [each for each in found if each]
    assert [each.lapses for each in strengths] == sorted(
        (each.lapses for each in strengths), reverse=True
    )
    assert [each.nodes for each in strengths] == sorted(each.nodes for each in strengths)
    assert curve.strength(curve.best) is None


@every_variant
def test_levels_are_equal_steps_up_to_the_best(variant: str) -> None:
    position = decision(variant)
    curve = curve_of(position.states)
    ratings = [curve.level_rating(level) for level in range(1, LEVELS + 1)]
    assert ratings[-1] == curve.best
    assert {round(b - a) for a, b in pairwise(ratings)} == {curve.step}
    highest, best = find_player(f"level{LEVELS}"), find_player("best")
    limit = Limit(nodes=300)
    assert highest.choose(position, limit, 3).move == best.choose(position, limit, 3).move


@every_variant
def test_a_player_of_a_rating_chooses_legal_moves(variant: str) -> None:
    position = decision(variant)
    for rating in (400, 1000, 1300, 1700):
        player = find_player(f"rating:{rating}")
        moves = [player.choose(position, entropy=k).move for k in range(6)]
        assert set(moves) <= set(position.legal_moves)
        assert moves == [player.choose(position, entropy=k).move for k in range(6)]


def test_the_highest_level_thinks_no_longer_than_the_standard_time() -> None:
    position = decision("azul-2-coloured")
    find_player("best").choose(position, Limit(nodes=10))  # so that everything is loaded
    info = find_player(f"level{LEVELS}").choose(position, Limit(seconds=60)).info
    assert info
    assert info.seconds < 30


def test_the_adaptive_player_is_weaker_when_it_is_ahead() -> None:
    words = make_drill(GAMES["azul"], 2, {}, ENDING, 4).position.to_json()
    strengths, standings, seats = [], [], list(enumerate(words["boards"]))
    for loser in (words["turn"], None, 1 - words["turn"]):
        boards = [{**each, "score": 0 if n == loser else each["score"]} for n, each in seats]
        position = Position.from_json({**words, "boards": boards})
        standings.append(standing(position, position.actor))
        player = PLAYERS["eco"]
        assert isinstance(player, RatedPlayer)
        strengths.append(player.rating_in(position, curve_of(position.states)))
    assert standings == sorted(standings)
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[0] > strengths[2] + 500


@every_variant
def test_every_character_but_the_strongest_has_a_style_and_a_rating(variant: str) -> None:
    position = decision(variant)
    human_bias, curve = position.game.human_bias, curve_of(position.states)
    assert human_bias
    assert set(human_bias.CHARACTERS) == set(curve.characters) == {*CHARACTERS[:-1]}
    assert set(human_bias.CHARACTERS.values()) <= set(human_bias.STYLES)
    ratings = [curve.character_rating(name) for name in CHARACTERS]
    assert ratings == sorted(ratings)


@every_variant
def test_the_rating_of_a_player_is_known_where_it_was_measured(variant: str) -> None:
    states = decision(variant).states
    curve = measured_curve(states)
    names = ("greedy", "best", *(f"level{n}" for n in range(1, LEVELS + 1)), *CHARACTERS)
    found = {name: rating_of(name, states) for name in (*names, "rating:1500")}
    if curve is None:
        assert set(found.values()) == {None}
        return
    assert found["greedy"] == 1000
    assert found["best"] == found[f"level{LEVELS}"] == found["leonor"] == round(curve.best)
    assert found["level2"] == round(curve.level_rating(2))
    assert found["tome"] == curve.characters["tome"][1]
    assert found["rating:1500"] == 1500
    assert rating_of("rating:4000", states) == round(curve.best)  # it is nothing stronger
    assert rating_of("rating:400", states) == round(curve.rungs[0].rating)
    assert {rating_of(name, states) for name in ("eco", "random", "hand")} == {None}


def test_ratings_were_measured_with_two_seats() -> None:
    for game in ("azul", "blue"):
        for seats in GAMES[game].players:
            found = rating_of("level3", Position(game, seats).states)
            assert (found is not None) == (seats == 2)


# ---- Styles


@dataclass(frozen=True)
class Styled(Character):
    """A quick player with a style of its own, or none."""

    manner: str = ""

    def style_in(self, game: object) -> str:
        return self.manner

    def strength(self, position: Position) -> Strength:
        return Strength(40, 0.3, 2)


def figures(game: str, style: str) -> list[dict[str, float]]:
    """The habits of both players in games of a style against a player without one."""
    players = (Styled("with", manner=style), Styled("without"))
    plan = MatchPlan(game, {}, ("random", "random"), 2, GAMES_PLAYED, None, None, 7)
    found: list[dict[str, list[float]]] = [{}, {}]
    for group, rotation in plan.schedule:
        position, seating, deals = opening_position(plan, group), plan.seating(rotation), 0
        steps: list[Json] = []
        counts: list[dict[str, float]] = [{}, {}]
        while not position.is_over:
            if position.turn is None:
                position.deal(plan.entropy(group, "deal", deals))
                deals += 1
                continue
            entropy = plan.entropy(group, rotation, len(position.history))
            mover = seating[position.turn]
            move = players[mover].choose(position, None, entropy).move
            steps += [step.to_json() for step in position.steps(move)]
            count(position, move, counts[mover])
            position.push(move)
        habits = find_game(game).habits
        assert habits
        for seat, player in enumerate(seating):
            seen = habits.count_habits(steps, position.to_json(), seat) | counts[player]
            seen["favourites"] = float(count_favourites(position, seat))
            for name, value in seen.items():
                found[player].setdefault(name, []).append(value)
    return [{name: fmean(values) for name, values in each.items()} for each in found]


def count_favourites(position: Position, seat: int) -> int:
    """The tiles on a wall of the colours that one of Azul's styles collects."""
    boards = position.to_json().get("boards")
    wall = "".join(boards[seat]["wall"]) if boards else ""
    return sum(wall.count(colour) for colour in FAVOURITES)


def count(position: Position, move: str, counts: dict[str, float]) -> None:
    """Count what a move takes, marks and denies in Azul, and what it touches in BLUE."""
    words = position.to_json()
    if words["game"] == "blue":
        x, y = map(int, move.partition(":")[0].split(","))
        around = (f"{x + dx},{y + dy}" for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        touched = sum(place in words["tiles"] for place in around)
        counts["touched"] = counts.get("touched", 0.0) + touched
        return
    source, colour = move[0], move[1]
    held = words["centre"] if source == "C" else words["displays"][int(source) - 1]
    lines = words["boards"][1 - position.actor]["lines"]
    denies = any(line[:1] == colour and len(line) <= n for n, line in enumerate(lines))
    marks = source == "C" and words["marker"] == "centre"
    for name, value in (("taken", held.count(colour)), ("denied", denies), ("marker", marks)):
        counts[name] = counts.get(name, 0.0) + float(value)


MORE = [  # game, style, habit of which it has more, at least so many times as much
    ("azul", "columns", "columns", 1.3),
    ("azul", "colours", "favourites", 1.15),
    ("azul", "hurry", "rows", 1.1),
    ("azul", "gather", "taken", 1.05),
    ("azul", "spoil", "denied", 1.3),
    ("azul", "begin", "marker", 2.0),
    ("blue", "close", "circles", 1.2),
    ("blue", "circle", "circles", 1.2),
    ("blue", "compact", "touched", 1.03),
    ("blue", "block", "blocked", 1.4),
]
LESS = [("azul", "tidy", "floor", 0.8), ("blue", "build", "circles", 0.8)]


@pytest.mark.parametrize(("game", "style", "habit", "least"), MORE, ids=lambda each: str(each))
def test_a_style_shows_in_games(game: str, style: str, habit: str, least: float) -> None:
    own, other = figures(game, style)
    assert own[habit] > least * other[habit], (own, other)


@pytest.mark.parametrize(("game", "style", "habit", "most"), LESS, ids=lambda each: str(each))
def test_a_style_avoids_what_others_do(game: str, style: str, habit: str, most: float) -> None:
    own, other = figures(game, style)
    assert own[habit] < most * other[habit], (own, other)
