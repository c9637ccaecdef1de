"""Opening positions: the same in all games of a group, different between groups."""

from azulejos.match.openings import RANDOM_MOVES, opening_position
from tests.match.plans import make_plan


def test_games_that_begin_with_a_deal_need_no_random_moves() -> None:
    assert opening_position(make_plan(), 0).history == []


def test_other_games_begin_with_random_moves_that_depend_on_the_group() -> None:
    plan = make_plan(game="blue")
    openings = [opening_position(plan, group).history for group in range(10)]
    assert all(len(opening) == RANDOM_MOVES for opening in openings)
    assert opening_position(plan, 3).history == openings[3]
    assert len(set(map(tuple, openings))) > 5
    assert opening_position(make_plan(game="blue", seed=2), 3).history != openings[3]
