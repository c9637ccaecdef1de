"""The verbs: what people and bots may do at a table.

A verb either raises a coded refusal or returns a `Decision`: the events that follow, to be stored
together, and the table after them. The table that it was given does not change. A verb does no
I/O: the caller passes the time, and the table knows the seed of its deals.
"""

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
from azulejos.server.table.verbs.decision import Decision
from azulejos.server.table.verbs.moves import (
    STAND_IN,
    abort,
    bot_move,
    hurry,
    move,
    resign,
    time_out,
)
from azulejos.server.table.verbs.refusals import Refused, Repeated, Stale, refuse, require_status
from azulejos.server.table.verbs.reveals import MAX_RETRIES, check_time, pledge, reveal
from azulejos.server.table.verbs.seats import (
    Newcomer,
    decline,
    join,
    leave,
    rematch,
)

__all__ = [
    "MAX_RETRIES",
    "STAND_IN",
    "Decision",
    "Newcomer",
    "Refused",
    "Repeated",
    "Stale",
    "abort",
    "answer",
    "bot_move",
    "check_time",
    "claim",
    "claim_win",
    "decline",
    "hurry",
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
