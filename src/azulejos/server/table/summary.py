"""The summary of a table: what lists of tables show, and what is stored for them."""

from azulejos.contract.rules import Json
from azulejos.server.table.table import Table
from azulejos.wire.fields import fields_from
from azulejos.wire.views import FinishView, Summary

CLOCK_FIELDS = ("kind", "bank_s", "increment_s", "days")
SEAT_FIELDS = ("name", "person", "bot", "rating", "is_program", "has_left")


def make_summary(table: Table) -> Json:
    """Summarise a table as JSON; `Summary` describes the fields."""
    plan, finish = table.plan, table.finish
    return fields_from(
        Summary,
        table,
        plan,
        table=plan.id,
        clock={name: getattr(plan.clock, name) for name in CLOCK_FIELDS},
        seats=[{name: getattr(seat, name) for name in SEAT_FIELDS} for seat in table.seats],
        deadline=table.clock.deadline() if table.turn is not None else None,
        finish=fields_from(FinishView, finish) if finish else None,
    )
