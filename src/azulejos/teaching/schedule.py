"""When a mistake is asked again: spaced repetition by FSRS, a published scheduler.

    >>> recall = missed_in_game(at=0.0)
    >>> [round(due / DAY_S) for due in (recall.due_at, recall.after(True, DAY_S).due_at)]
    [1, 4]

A mistake in a game counts as its first miss, so it is asked a day later. Found again it returns
after three days, then after a week, and then at the intervals that FSRS computes; whenever it is
missed it begins anew.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fsrs import Card, Rating, Scheduler, State

DAY_S = 86_400.0
STEPS = (timedelta(days=1), timedelta(days=3), timedelta(days=7))
SCHEDULER = Scheduler(learning_steps=STEPS, relearning_steps=STEPS, enable_fuzzing=False)


@dataclass(frozen=True)
class Recall:
    """How well a mistake is remembered, by FSRS, and when it is asked again."""

    state: int  # learning, in review, or learning again
    step: int | None  # of STEPS; None in review
    stability: float  # days after which nine of ten are still remembered
    difficulty: float  # from 1 to 10
    asked_at: float
    due_at: float

    def after(self, is_found: bool, at: float) -> "Recall":
        """The recall after an answer; one that comes before it is due changes nothing."""
        if at < self.due_at:
            return self
        card = Card(
            card_id=0,
            state=State(self.state),
            step=self.step,
            stability=self.stability,
            difficulty=self.difficulty,
            due=moment(self.due_at),
            last_review=moment(self.asked_at),
        )
        return _review(card, is_found, at)


def missed_in_game(at: float) -> Recall:
    """The recall of a mistake that was made in a game."""
    return _review(Card(card_id=0, due=moment(at)), False, at)


def moment(at: float) -> datetime:
    """A time as FSRS takes it."""
    return datetime.fromtimestamp(at, UTC)


def _review(card: Card, is_found: bool, at: float) -> Recall:
    after, _ = SCHEDULER.review_card(card, Rating.Good if is_found else Rating.Again, moment(at))
    assert after.stability is not None
    assert after.difficulty is not None
    return Recall(
        int(after.state), after.step, after.stability, after.difficulty, at, after.due.timestamp()
    )
