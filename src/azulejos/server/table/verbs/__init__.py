"""What people and bots may do at a table: each verb decides, makes events, and changes nothing.

A verb refuses with a coded reason, or returns the events that follow, to be stored together and
only then applied. It is handed the moment and, through the table, the seed of its deals: no clock
is read and no randomness taken here.
"""

from azulejos.server.table.verbs.absence import claim, come_back, come_in_again, go_away, resume
from azulejos.server.table.verbs.agreement import answer, offer
from azulejos.server.table.verbs.moves import STAND_IN, bot_move, move, resign, time_out
from azulejos.server.table.verbs.refusals import Refused, Repeated, Stale, refuse, require_status
from azulejos.server.table.verbs.seats import TEXT_LENGTH, Newcomer, join, leave, rematch

__all__ = [
    "STAND_IN",
    "TEXT_LENGTH",
    "Newcomer",
    "Refused",
    "Repeated",
    "Stale",
    "answer",
    "bot_move",
    "claim",
    "come_back",
    "come_in_again",
    "go_away",
    "join",
    "leave",
    "move",
    "offer",
    "refuse",
    "rematch",
    "require_status",
    "resign",
    "resume",
    "time_out",
]
