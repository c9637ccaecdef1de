"""Acts: what somebody does at a table besides moving, by the word that socket and HTTP use."""

from collections.abc import Callable

from azulejos.server.table import verbs
from azulejos.server.table.table import Event, Table
from azulejos.server.table.verbs.refusals import refuse

Act = Callable[[Table, str, int | None, float], list[Event]]


def claim(table: Table, person: str, seat: int | None, now: float) -> list[Event]:
    if seat is None:
        raise refuse("no_claim")
    return verbs.claim(table, person, seat, now)


ACTS: dict[str, Act] = {
    "leave": lambda table, person, seat, now: verbs.leave(table, person, now),
    "resign": lambda table, person, seat, now: verbs.resign(table, person, now, seat),
    "offer_takeback": lambda table, person, seat, now: verbs.offer(table, person, "takeback", now),
    "offer_end": lambda table, person, seat, now: verbs.offer(table, person, "end", now),
    "agree": lambda table, person, seat, now: verbs.answer(table, person, True, now),
    "disagree": lambda table, person, seat, now: verbs.answer(table, person, False, now),
    "claim": claim,
    "return": lambda table, person, seat, now: verbs.come_in_again(table, person, now),
}


def decide_act(
    word: str, person: str, seat: int | None = None
) -> Callable[[Table, float], list[Event]]:
    """What an act decides, for `tables.act`."""
    return lambda table, now: ACTS[word](table, person, seat, now)
