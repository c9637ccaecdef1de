"""Time: the server's wall clock, and how long it waits, which tests shorten or stretch.

The wall clock never runs backwards while the process lives. Only a test changes `TIMING`; times
that no test has to change stand where they are used.
"""

import time
from dataclasses import dataclass

DAY_S = 24 * 3600.0

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # runs on while the machine sleeps
_START = time.time() - time.clock_gettime(_CLOCK)


def now() -> float:
    """The current time in seconds since 1970."""
    return _START + time.clock_gettime(_CLOCK)


@dataclass
class Timing:
    """Seconds, each read when it is needed."""

    # Requests
    head_s: float = 10.0  # from the first byte of a request to the end of its headers
    body_s: float = 20.0  # how long a body may take to arrive

    # The database; R40 allows 2 s for an answer
    answer_s: float = 1.5  # how long an operation may take
    statement_s: float = 1.4  # how long PostgreSQL works on a statement
    lock_s: float = 1.2  # how long a transaction waits for a lock of another one
    connect_s: int = 2  # how long connecting may take; libpq allows no less
    delete_s: float = 60.0  # between two deletions of old rows

    # Tables
    close_s: float = 60.0  # between two searches for abandoned tables
    leave_s: float = 3.0  # from the last connection, or from sitting down, to being away
    claim_s: float = 30.0  # absence after which the others may let a bot play for a seat
    start_s: float = 45.0  # live, tournament: for people to sit down
    reveal_s: float = 30.0  # live: for clients to reveal their nonces once every seat is taken
    spectator_delay_s: float = 20.0  # by which spectators see a rated game later
    settled_s: float = 10.0  # after which no process stores an earlier end of a game any more

    # People
    challenge_s: float = 300.0  # for which a challenge waits for the answer of a passkey
    rename_s: float = 30 * DAY_S  # between two changes of an account's name
    reserved_s: float = 365 * DAY_S  # for which nobody else gets a name that was given up

    # Notices
    call_wait_s: float = 5.0  # from an event to its call: it is then known who is at the table
    digest_wait_s: float = 600.0  # from the first turn to a digest: who is at the table needs none
    mail_lease_s: float = 300.0  # after which a mail that was not sent is tried again

    # Processes that search, after the start of the server
    start_workers_s: float = 1.0
    start_analysts_s: float = 5.0  # after the workers of bots


TIMING = Timing()
