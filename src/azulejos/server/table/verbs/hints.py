"""Hints: a person is told where to look, which move is best, or why; the table remembers it."""

from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import Decision
from azulejos.server.table.verbs.refusals import refuse, require_deciding, require_status, stale
from azulejos.wire.views import Depth


def check_hint(table: Table, person: str) -> int:
    """Check that a person may get a hint now; return the person's seat."""
    require_status(table, "playing")
    mine = require_deciding(table, person)
    if table.plan.is_rated or table.plan.tournament:
        raise refuse("rated_hint")
    if table.turn is None or table.turn not in mine:
        raise refuse("not_your_turn")
    return table.turn


def hint(table: Table, person: str, depth: Depth, version: int, now: float) -> Decision:
    """Note that a person got a hint for the position of a version; the same one counts once."""
    seat = check_hint(table, person)
    if version != table.position_version:
        raise stale(table, version)
    decision = Decision(table, now)
    if (len(table.position.history), seat, depth) not in table.hints:
        decision.add("hinted", seat=seat, depth=depth)
    return decision
