"""Verbs of the host of a server: close a table, end or annul its game, rename a seat."""

from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import Decision, refuse, require_status
from azulejos.server.table.verbs.moves import add_finish


def close(table: Table, now: float) -> Decision:
    """Close a table whose game has not begun."""
    require_status(table, "open")
    decision = Decision(table, now)
    decision.add("closed")
    return decision


def end(table: Table, now: float) -> Decision:
    """End the game of a table without a result for the ratings."""
    require_status(table, "playing")
    decision = Decision(table, now)
    add_finish(decision, "annulled")
    return decision


def annul(table: Table, now: float) -> Decision:
    """Take the result of a finished game out of ratings and statistics."""
    require_status(table, "over")
    if table.finish and table.finish.reason == "annulled":
        raise refuse("annulled")
    decision = Decision(table, now)
    decision.add("annulled")
    return decision


def announce_name(table: Table, person: str, name: str, now: float) -> Decision:
    """Tell everybody the new name of a person's seats, which stored events have already."""
    decision = Decision(table, now)
    for seat in table.seats_of(person):
        if table.seats[seat].name == name:
            decision.add("renamed", seat=seat, name=name, person=person)
    return decision
