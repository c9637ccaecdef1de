"""The verbs: what people and bots may do at a table.

A verb either raises a coded refusal or returns a `Decision`: the events that follow, to be stored
together, and the table after them. The table that it was given does not change. A verb does no
I/O: the caller passes the time, and the table knows the seed of its deals.

- `absence`: people who lose their connection and return, stand-ins, clocks after a downtime.
- `actions`: the verbs besides moving, by the names that clients send for them.
- `agreement`: taking a move back, and ending the game early.
- `decision`: decisions and refusals: the events of a verb with the table after them, or why not.
- `host`: the host's verbs: close a table, end or annul its game, rename a seat.
- `moves`: playing: moves of people and bots, the deals and the result that follow, resigning.
- `seats`: joining and leaving, pledges and nonces before the start, and the rematch.
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
