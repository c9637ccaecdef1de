"""The clock of a table: arithmetic on the times of events. No I/O; it never reads the time itself.

Three kinds: none; live, a bank of seconds for each seat and an increment after each move; and days,
a number of days for each turn. All times are the server's, in seconds since 1970.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

from azulejos.server.timing import TIMING

DAY_S = 86_400.0
MAX_LAG_S = 1.0  # network delay of a move that is not charged
LAG_QUOTA_S = 3.0  # network delay that a seat can be credited with at once, over several moves
LAG_REFILL_S = 0.25  # by which the quota grows again with each move of the seat
GRACE_S = 10.0  # for people to reconnect after a downtime, before clocks run on
SLOW_BANK_S = 600.0  # live games with at least this bank allow twice that absence
NO_CLOCK_CLAIM_S = 120.0  # the absence allowed where there is no clock


@dataclass(frozen=True)
class ClockPlan:
    """The kind of clock of a table and its times."""

    kind: Literal["none", "live", "days"] = "none"
    bank_s: float = 0.0  # live: for each seat at the start
    increment_s: float = 0.0  # live: added after each move
    days: float = 0.0  # days: for each turn

    @property
    def claim_s(self) -> float:
        """How long a person must be away before the others may claim the seat."""
        if self.kind == "live":
            return TIMING.claim_s * (2 if self.bank_s >= SLOW_BANK_S else 1)
        return self.days * DAY_S if self.kind == "days" else NO_CLOCK_CLAIM_S

    @property
    def start_s(self) -> float:
        """How long a game of a tournament waits for its people."""
        return TIMING.start_s if self.kind == "live" else self.reveal_s

    @property
    def reveal_s(self) -> float:
        """How long the start waits for a client to reveal; slow games are often begun offline."""
        if self.kind == "live":
            return TIMING.reveal_s
        return self.days * DAY_S if self.kind == "days" else DAY_S


@dataclass(frozen=True)
class Clock:
    """The time that each seat has left, and whose clock runs since when."""

    plan: ClockPlan
    banks: tuple[float, ...]  # by seat: seconds left when its clock last stopped
    seat: int | None = None  # whose clock runs
    since: float = 0.0  # the time from which on the running clock is charged
    lags: tuple[float, ...] = field(default=())  # by seat: network delay credited so far, seconds
    quotas: tuple[float, ...] = field(default=())  # by seat: network delay it can be credited with
    held_until: float = 0.0  # live: the end of the grace after a downtime; no clock runs before it

    @classmethod
    def start(cls, plan: ClockPlan, seats: int) -> "Clock":
        bank = plan.bank_s if plan.kind == "live" else plan.days * DAY_S
        return cls(plan, (bank,) * seats, lags=(0.0,) * seats, quotas=(LAG_QUOTA_S,) * seats)

    def left(self, seat: int, now: float) -> float | None:
        """Seconds that a seat has left; None without a clock."""
        if self.plan.kind == "none":
            return None
        spent = max(0.0, now - self.since) if seat == self.seat else 0.0
        return max(0.0, self.banks[seat] - spent)

    def deadline(self) -> float | None:
        """The time at which the running clock is up, network delay not counted."""
        if self.plan.kind == "none" or self.seat is None:
            return None
        return self.since + self.banks[self.seat]

    def is_up(self, now: float, lag_s: float = MAX_LAG_S) -> bool:
        """Is it too late even for a move that was delayed by the network for `lag_s`?"""
        deadline = self.deadline()
        return deadline is not None and now - self.credit(now, lag_s) >= deadline

    def credit(self, now: float, lag_s: float) -> float:
        """Seconds of network delay that a move is not charged for, of `lag_s` that were measured.

        At most `MAX_LAG_S` for a move, and in the long run `LAG_REFILL_S`: a client could delay the
        answers to our pings as well as its moves.
        """
        quota_s = 0.0 if self.seat is None else self.quotas[self.seat]
        return min(self._possible_lag(now, lag_s), quota_s)

    def _possible_lag(self, now: float, lag_s: float) -> float:
        """The part of a network delay that fits into a turn."""
        ran = max(0.0, now - self.since)
        return min(max(lag_s, 0.0), MAX_LAG_S, ran) if self.plan.kind == "live" else 0.0

    def move_on(self, seat: int | None, now: float, credit_s: float) -> "Clock":
        """The clock after a move: its time is charged, less the credit; the increment is added."""
        clock, mover = self.turn_to(seat, now, credit_s), self.seat
        if mover is None or self.plan.kind != "live":
            return clock
        credit_s = self._possible_lag(now, credit_s)
        banks, lags, quotas = list(clock.banks), list(self.lags), list(self.quotas)
        banks[mover] += self.plan.increment_s
        lags[mover] += credit_s
        quotas[mover] = min(LAG_QUOTA_S, max(0.0, quotas[mover] - credit_s) + LAG_REFILL_S)
        return replace(clock, banks=tuple(banks), lags=tuple(lags), quotas=tuple(quotas))

    def turn_to(self, seat: int | None, now: float, credit_s: float = 0.0) -> "Clock":
        """Stop the running clock, charge its time less a credit, and start the clock of a seat."""
        banks = list(self.banks)
        if self.seat is not None and self.plan.kind == "live":
            spent = max(0.0, now - self.since) - self._possible_lag(now, credit_s)
            banks[self.seat] = max(0.0, banks[self.seat] - spent)
        return replace(self, banks=tuple(banks), seat=seat, since=max(now, self.held_until))

    def wait_until(self, time: float) -> "Clock":
        """Charge the running clock from a time on, if that is later."""
        return replace(self, since=max(self.since, time))

    def pause(self, start: float, until: float, until_before: float) -> "Clock":
        """Do not charge the running clock for a vacation; it may have been planned to last until
        another time before.
        """
        begins = until_before if until_before > start else max(start, self.since)
        return replace(self, since=self.since + until - begins)

    def restart(self, since: float) -> "Clock":
        """Charge time from `since` on only, after a downtime of the server.

        Clocks with days for a turn run on during a downtime, but are not up before `since`.
        """
        if self.plan.kind == "days" and self.seat is not None:
            return replace(self, since=max(self.since, since - self.banks[self.seat]))
        return replace(self, since=since, held_until=since)
