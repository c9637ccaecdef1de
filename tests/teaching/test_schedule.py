"""When mistakes are asked again: after a day, three days and a week; missed ones anew."""

import pytest

from azulejos.teaching.schedule import DAY_S, missed_in_game


def days_after(*found: bool) -> list[float]:
    """The days between questions, if each is answered when it falls due."""
    recall = missed_in_game(0.0)
    days = [recall.due_at / DAY_S]
    for is_found in found:
        at = recall.due_at
        recall = recall.after(is_found, at)
        days.append((recall.due_at - at) / DAY_S)
    return days


def test_a_mistake_returns_after_a_day_three_days_and_a_week() -> None:
    assert days_after(True, True) == [1, 3, 7]


def test_one_that_is_known_returns_ever_later() -> None:
    days = days_after(*[True] * 8)
    assert days[:3] == [1, 3, 7]
    assert days == sorted(days)
    assert days[3] > 10


@pytest.mark.parametrize("known", [0, 1, 2, 3, 6])
def test_a_missed_one_begins_anew(known: int) -> None:
    assert days_after(*[True] * known, False, True, True)[-3:] == [1, 3, 7]


def test_an_answer_before_it_is_due_changes_nothing() -> None:
    recall = missed_in_game(0.0)
    assert recall.after(True, DAY_S / 2) == recall.after(False, DAY_S / 2) == recall
    assert recall.after(True, DAY_S).after(False, DAY_S) == recall.after(True, DAY_S)
