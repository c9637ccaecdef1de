"""Actions: the verbs besides moving, by the names that clients send for them."""

from collections.abc import Callable

from azulejos.server.table.table import Table
from azulejos.server.table.verbs.absence import claim, claim_win, return_to_seat
from azulejos.server.table.verbs.agreement import answer, offer
from azulejos.server.table.verbs.decision import Decision, refuse
from azulejos.server.table.verbs.moves import abort, resign
from azulejos.server.table.verbs.seats import leave

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
