"""The plan of a match: which games are played and who sits where."""

from dataclasses import asdict

import pytest

from azulejos.errors import AzulejosError
from azulejos.match.plan import GameResult, parse_game_result
from tests.match.plans import make_plan


def test_seats_rotate_and_the_last_player_takes_the_remaining_ones() -> None:
    four = make_plan(seats=4)
    assert [four.seating(rotation) for rotation in range(4)] == [
        [0, 1, 1, 1],
        [1, 0, 1, 1],
        [1, 1, 0, 1],
        [1, 1, 1, 0],
    ]


def test_games_are_rounded_up_to_whole_groups() -> None:
    assert make_plan(games=3).schedule == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_terms_are_everything_but_the_number_of_games() -> None:
    assert make_plan(games=3).terms == make_plan(games=9).terms
    assert make_plan(seed=1).terms != make_plan(seed=2).terms


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"players": ("random",)}, "match.players"),
        ({"players": ("random", "greedy", "best")}, "match.players"),
        ({"players": ("random", "deepest")}, "player.unknown"),
        ({"options": {"wall": "pink"}}, "option.unknown"),
    ],
)
def test_invalid_plans_are_refused(changed: dict[str, object], code: str) -> None:
    with pytest.raises(AzulejosError) as error:
        make_plan(**changed)
    assert error.value.code == code


def test_results_of_other_plans_are_refused() -> None:
    plan = make_plan()
    result = GameResult(0, 1, [40, 35], [1.0, 0.0], [20, 20], [0.5, 0.5], [0.1, 0.1], ["1B2"])
    assert parse_game_result(asdict(result), plan) == result
    for field, value in (
        ("group", -1),
        ("group", "0"),
        ("rotation", 2),
        ("scores", [40]),
        ("seconds", [-1.0, 0.5]),
        ("shares", None),
        ("extra", 1),
    ):
        with pytest.raises(ValueError):  # noqa: PT011  # any
            parse_game_result(asdict(result) | {field: value}, plan)
