"""The summary of a table: what lists of tables show, and what is stored for them."""

from dataclasses import asdict

from azulejos.contract.rules import Json
from azulejos.server.table.table import Table

CLOCK_FIELDS = ("kind", "bank_s", "increment_s", "days")
SEAT_FIELDS = ("name", "person", "bot", "rating", "is_program", "has_left")


def make_summary(table: Table) -> Json:
    """Summarise a table as JSON; `Summary` in `wire/messages.py` describes the fields."""
    plan, finish = table.plan, table.finish
    return {
        "table": plan.id,
        "version": table.version,
        "status": table.status,
        "game": plan.game,
        "edition": plan.edition,
        "players": plan.players,
        "options": plan.options,
        "clock": {name: getattr(plan.clock, name) for name in CLOCK_FIELDS},
        "is_public": plan.is_public,
        "is_rated": plan.is_rated,
        "seats": [{name: getattr(seat, name) for name in SEAT_FIELDS} for seat in table.seats],
        "turn": table.turn,
        "deadline": table.clock.deadline() if table.turn is not None else None,
        "created_at": plan.created_at,
        "moved_at": table.moved_at,
        "finish": asdict(finish) if finish else None,
    }
