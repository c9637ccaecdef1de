"""The verbs: what people and bots may do at a table.

A verb either raises a coded refusal or returns a `Decision`: the events that follow, to be stored
together, and the table after them. The table that it was given does not change. A verb does no
I/O: the caller passes the time, and the table knows the seed of its deals. `ACTIONS` has the verbs
besides moving, by the names that clients send for them.

- `absence`: people who lose their connection and return, stand-ins, clocks after a downtime.
- `agreement`: taking a move back, and ending the game early.
- `decision`: decisions and refusals: the events of a verb with the table after them, or why not.
- `host`: the host's verbs: close a table, end or annul its game, rename a seat.
- `moves`: playing: moves of people and bots, the deals and the result that follow, resigning.
- `seats`: joining and leaving, pledges and nonces before the start, and the rematch.
"""

from collections.abc import Callable

from azulejos.server.table.table import Table
from azulejos.server.table.verbs.absence import (
    claim,
    claim_win,
    mark_away,
    mark_back,
    resume,
    return_to_seat,
    take_vacation,
)
from azulejos.server.table.verbs.agreement import answer, offer
from azulejos.server.table.verbs.decision import (
    Decision,
    Repeated,
    Stale,
    TableRefusal,
    refuse,
    require_status,
)
from azulejos.server.table.verbs.moves import (
    STAND_IN,
    abort,
    bot_move,
    move,
    resign,
    time_out,
)
from azulejos.server.table.verbs.seats import (
    MAX_RETRIES,
    Newcomer,
    check_time,
    decline,
    join,
    leave,
    pledge,
    rematch,
    reveal,
)

__all__ = [
    "MAX_RETRIES",
    "STAND_IN",
    "Decision",
    "Newcomer",
    "Repeated",
    "Stale",
    "TableRefusal",
    "abort",
    "answer",
    "bot_move",
    "check_time",
    "claim",
    "claim_win",
    "decline",
    "join",
    "leave",
    "mark_away",
    "mark_back",
    "move",
    "offer",
    "pledge",
    "refuse",
    "rematch",
    "require_status",
    "resign",
    "resume",
    "return_to_seat",
    "reveal",
    "take_vacation",
    "time_out",
]


Action = Callable[[Table, str, int | None, float], Decision]


def with_seat(verb: Callable[[Table, str, int, float], Decision]) -> Action:
    """A verb about the seat of another player, which has to be named."""

    def act(table: Table, person: str, seat: int | None, now: float) -> Decision:
        if seat is None:
            raise refuse("no_claim")
        return verb(table, person, seat, now)

    return act


ACTIONS: dict[str, Action] = {
    "leave": lambda table, person, seat, now: leave(table, person, now),
    "resign": lambda table, person, seat, now: resign(table, person, now, seat),
    "offer_takeback": lambda table, person, seat, now: offer(table, person, "takeback", now),
    "offer_end": lambda table, person, seat, now: offer(table, person, "end", now),
    "agree": lambda table, person, seat, now: answer(table, person, True, now),
    "disagree": lambda table, person, seat, now: answer(table, person, False, now),
    "claim": with_seat(claim),
    "claim_win": with_seat(claim_win),
    "abort": lambda table, person, seat, now: abort(table, person, now),
    "return": lambda table, person, seat, now: return_to_seat(table, person, now),
}


def decide_action(
    name: str, person: str, seat: int | None = None
) -> Callable[[Table, float], Decision]:
    """The action of a name as a function of table and time, for `Tables.act`."""
    return lambda table, now: ACTIONS[name](table, person, seat, now)
