"""The clock of a table, as arithmetic on moments that events tell. No I/O, no clock of its own.

Three kinds: none; live, with a bank of seconds for each seat and an increment after each move; and
days, so much for each turn. Moments are seconds since 1970, the server's alone.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

DAY_S = 86_400.0
MOST_LAG_S = 1.0  # that a move is not charged for, when it was on its way
CLAIM_S = 30.0  # that somebody must be away before the others may let a bot take the seat
SLOW_BANK_S = 600.0  # from which on a live game is slow: people may be away twice as long
UNHURRIED_CLAIM_S = 120.0  # the same where there is no clock


@dataclass(frozen=True)
class ClockPlan:
    """What a table agreed on."""

    kind: Literal["none", "live", "days"] = "none"
    bank_s: float = 0.0  # live: for each seat at the start
    increment_s: float = 0.0  # live: added after each move
    days: float = 0.0  # days: for each turn

    @property
    def claim_s(self) -> float:
        """How long a seat must be away before the others may claim it."""
        if self.kind == "live":
            return CLAIM_S * (2 if self.bank_s >= SLOW_BANK_S else 1)
        return self.days * DAY_S if self.kind == "days" else UNHURRIED_CLAIM_S


@dataclass(frozen=True)
class Clock:
    """Who has how much left, and since when it runs for whom."""

    plan: ClockPlan
    banks: tuple[float, ...]  # seconds left by seat when its clock last stood still
    seat: int | None = None  # whose clock runs
    since: float = 0.0  # the moment from which time is charged
    lags: tuple[float, ...] = field(default=())  # seconds credited so far, by seat

    @classmethod
    def start(cls, plan: ClockPlan, seats: int) -> "Clock":
        bank = plan.bank_s if plan.kind == "live" else plan.days * DAY_S
        return cls(plan, (bank,) * seats, lags=(0.0,) * seats)

    def left(self, seat: int, now: float) -> float | None:
        """Seconds that a seat has left."""
        if self.plan.kind == "none":
            return None
        spent = max(0.0, now - self.since) if seat == self.seat else 0.0
        return max(0.0, self.banks[seat] - spent)

    def deadline(self) -> float | None:
        """The moment at which the running clock is up; what was on its way then still counts."""
        if self.plan.kind == "none" or self.seat is None:
            return None
        return self.since + self.banks[self.seat]

    def is_up(self, now: float, lag_s: float = MOST_LAG_S) -> bool:
        """Is it too late, even for a move that spent so long on its way?"""
        deadline = self.deadline()
        return deadline is not None and now - self.credit(now, lag_s) >= deadline

    def credit(self, now: float, lag_s: float) -> float:
        """Seconds that a move is not charged for, of those it says it spent on its way."""
        ran = max(0.0, now - self.since)
        return min(max(lag_s, 0.0), MOST_LAG_S, ran) if self.plan.kind == "live" else 0.0

    def move_on(self, seat: int | None, now: float, lag_s: float) -> "Clock":
        """After a move: it is charged, less what is credited; then the increment is added."""
        clock = self.turn_to(seat, now, lag_s)
        if self.seat is None or self.plan.kind != "live":
            return clock
        banks, lags = list(clock.banks), list(self.lags)
        banks[self.seat] += self.plan.increment_s
        lags[self.seat] += self.credit(now, lag_s)
        return replace(clock, banks=tuple(banks), lags=tuple(lags))

    def turn_to(self, seat: int | None, now: float, lag_s: float = 0.0) -> "Clock":
        """Stop the running clock and charge what it ran, less a credit; start a seat's."""
        banks = list(self.banks)
        if self.seat is not None and self.plan.kind == "live":
            spent = max(0.0, now - self.since) - self.credit(now, lag_s)
            banks[self.seat] = max(0.0, banks[self.seat] - spent)
        return replace(self, banks=tuple(banks), seat=seat, since=now)

    def restart(self, moment: float) -> "Clock":
        """Forget what ran since the last event, which was our fault; go on from a moment.

        A turn of days goes on over restarts to the second.
        """
        return self if self.plan.kind == "days" else replace(self, since=moment)
