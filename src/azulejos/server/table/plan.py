"""The plan of a table: everything that is fixed when the table is created."""

from dataclasses import dataclass, field
from typing import Literal

from azulejos.server.table.clock import ClockPlan

BOT_PREFIX = "bot:"


@dataclass(frozen=True)
class Plan:
    """The game and the terms of a table."""

    id: str
    game: str
    players: int
    created_by: str  # a person's id
    created_at: float  # seconds since 1970
    commitment: str  # SHA-256 of the seed of the deals
    edition: str = ""  # the look of the game; the rules are the same in every edition
    options: dict[str, str] = field(default_factory=dict)
    clock: ClockPlan = field(default_factory=ClockPlan)
    seating: Literal["lot", "fixed"] = "lot"  # seats drawn at random at the start, or as joined
    is_public: bool = False  # listed in the lobby
    is_rated: bool = False
    is_pairing: bool = (
        False  # made for quick pairing: its people wait for a person of their strength
    )
    accepts_bots: bool = False  # rated tables: accounts of programs may join
    invited: str = ""  # a challenge: the id of the person for whom the open place is reserved
    rematch_of: str = ""  # the id of the table before this one
    tournament: str = ""  # the id of the tournament to which the game belongs
    reserved: list[str] = field(default_factory=list)  # tournament: by place, a person's id or a
    # bot's (`bot_id`)


def bot_id(name: str) -> str:
    """The id under which a built-in bot takes part in a tournament; no person has such a one."""
    return f"{BOT_PREFIX}{name}"


def bot_name(entrant: str) -> str:
    """The name of the built-in bot that takes part under an id; "" for a person."""
    return entrant.removeprefix(BOT_PREFIX) if entrant.startswith(BOT_PREFIX) else ""
