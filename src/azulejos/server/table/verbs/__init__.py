"""The verbs: what people and bots may do at a table.

A verb either raises a coded refusal or returns a `Decision`: the events that follow, to be stored
together, and the table after them. The table that it was given does not change. A verb does no
I/O: the caller passes the time, and the table knows the seed of its deals.

- `absence`: people who lose their connection and return, stand-ins, clocks after a downtime.
- `actions`: the verbs besides moving, by the names that clients send for them.
- `agreement`: taking a move back, and ending the game early.
- `decision`: the result of a verb: events, and the table after them.
- `hints`: a person is told where to look, which move is best, or why; the table remembers it.
- `host`: the host's verbs: close a table, end or annul its game, rename a seat.
- `moves`: playing: moves of people and bots, the deals and the result that follow, resigning.
- `refusals`: the coded errors of the verbs, and the checks that several verbs share.
- `reveals`: the start of a game: pledges and nonces of the players' clients.
- `seats`: joining and leaving before the start, and the rematch.
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
from azulejos.server.table.verbs.refusals import (
    Repeated,
    Stale,
    TableRefusal,
    refuse,
    require_status,
)
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
