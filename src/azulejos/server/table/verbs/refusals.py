"""Why something cannot be done, and who or what must be there for anything to be done at all."""

from azulejos.errors import AzulejosError
from azulejos.server.table.table import Table
from azulejos.text import Text


class Refused(AzulejosError):
    """Something that cannot be done at this table now; its code says why."""


class Stale(Refused):
    """A move made on a position that is no more."""


class Repeated(Exception):
    """A move that was made already, under the same id; `version` is the table's after it."""

    def __init__(self, version: int):
        super().__init__(version)
        self.version = version


def refuse(code: str, **args: object) -> Refused:
    return Refused(Text(f"table.{code}", args))


def stale(table: Table, version: int) -> Stale:
    return Stale(Text("table.stale", {"version": version, "now": table.position_version}))


def repeated(version: int, made: str, text: str) -> Exception:
    """What a move gets whose id came before: the same answer, if it is the same move."""
    return Repeated(version) if text == made else refuse("id_used", move=made)


def require_status(table: Table, status: str) -> None:
    if table.status != status:
        raise refuse(f"not_{status}")


def require_seats(table: Table, person: str) -> list[int]:
    """Where a person sits, who must sit here."""
    seats = table.seats_of(person)
    if not seats:
        raise refuse("not_seated")
    return seats


def require_deciding(table: Table, person: str) -> list[int]:
    """The seats in which a person still decides, who must have one."""
    seats = require_seats(table, person)
    deciding = table.deciding(person)
    if not deciding:
        raise refuse("out" if all(table.seats[seat].is_out for seat in seats) else "stand_in")
    return deciding
