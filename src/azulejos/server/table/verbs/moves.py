"""Playing: moves of people and bots, the deals that follow, the end, and giving up."""

from typing import Literal

from azulejos.position import Position
from azulejos.server.table import fair
from azulejos.server.table.table import Event, Table
from azulejos.server.table.verbs.drafts import Draft, events
from azulejos.server.table.verbs.refusals import (
    Repeated,
    refuse,
    repeated,
    require_seats,
    require_status,
    stale,
)

STAND_IN = "level4"  # who plays for somebody who left


def move(
    table: Table,
    person: str,
    text: str,
    version: int,
    now: float,
    *,
    client_id: str | None = None,
    lag_s: float = 0.0,
) -> list[Event]:
    """Play a move for the seat to decide, and deal what the rules then ask for."""
    key = None if client_id is None else f"{person}:{client_id}"  # nobody takes another's id
    if key is not None and key in table.client_ids:
        raise repeated(*table.client_ids[key], text)
    require_status(table, "playing")
    mine = require_seats(table, person)
    if not table.position_version <= version <= table.version:
        raise stale(table, version)
    seat = table.turn
    if seat is None or seat not in mine:
        raise refuse("not_your_turn")
    if table.seats[seat].stand_in:
        raise refuse("stand_in")
    if table.clock.is_up(now, lag_s):
        raise refuse("time_up")
    return play(table, seat, text, now, key, lag_s)


def bot_move(table: Table, text: str, version: int, now: float) -> list[Event]:
    """Play a move that a bot of the house thought of on a version of the table."""
    client_id = f"bot:{version}"
    if client_id in table.client_ids:
        raise Repeated(table.client_ids[client_id][0])
    if table.turn is None or not table.bot_turn or version != table.position_version:
        raise stale(table, version)
    return play(table, table.turn, text, now, client_id, 0.0)


def play(
    table: Table, seat: int, text: str, now: float, client_id: str | None, lag_s: float
) -> list[Event]:
    """The events of a move: itself, the deals that follow, and the end if it comes."""
    after = table.position.copy()
    after.push(text)  # refused with its clause if it is illegal
    credit = round(table.clock.credit(now, lag_s), 3)
    drafts: list[Draft] = [("moved", {"seat": seat, "move": after.history[-1], "lag_s": credit})]
    drafts += deal(table, after, table.texts)
    if after.outcome:
        drafts.append(finish("played", after, table.out))
    return events(table, now, drafts, client_id)


def deal(table: Table, position: Position, texts: list[str]) -> list[Draft]:
    """Deal as long as deals are due, on a position that is nobody else's."""
    drafts: list[Draft] = []
    while position.needs_deal:
        number = table.deals + len(drafts)
        drawn = position.deal(fair.entropy(table.seed, table.plan.id, texts, number))
        drafts.append(("dealt", {"deal": drawn}))
    return drafts


def finish(reason: str, position: Position, out: set[int]) -> Draft:
    """The end. Whoever is out comes last, whatever the points; a game that did not reach its end
    has no winner among the others.
    """
    seats, scores = range(position.players), list(position.scores)
    inside = [seat for seat in seats if seat not in out]
    winners = inside
    if position.outcome and inside:
        best = max(scores[seat] for seat in inside)
        winners = [seat for seat in inside if position.outcome.shares[seat]]
        winners = winners or [seat for seat in inside if scores[seat] == best]
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    points = scores if position.outcome else [0] * len(scores)
    order = [(1, 0.0, 0) if i in out else (0, -shares[i], -points[i]) for i in seats]
    ranks = [1 + sum(other < mine for other in order) for mine in order]
    return "finished", {"reason": reason, "shares": shares, "scores": scores, "ranks": ranks}


def resign(table: Table, person: str, now: float, seat: int | None = None) -> list[Event]:
    """Give up: with two seats the game ends, with more a bot plays on and the person is last.

    Whoever has several seats gives up one: that to decide, unless another is named.
    """
    require_status(table, "playing")
    seats = [i for i in require_seats(table, person) if not table.seats[i].is_out]
    if not seats:
        raise refuse("out")
    if seat is None:
        seat = table.turn if table.turn in seats else seats[0]
    if seat not in seats:
        raise refuse("not_your_seat")
    return give_up(table, seat, "resigned", now)


def time_out(table: Table, now: float) -> list[Event]:
    """The running clock is up: the same as giving up. Nothing if it is not."""
    if table.turn is None or table.bot_turn or not table.clock.is_up(now):
        return []
    return give_up(table, table.turn, "timed_out", now)


def give_up(
    table: Table, seat: int, kind: Literal["resigned", "timed_out"], now: float
) -> list[Event]:
    """The game goes on while somebody decides who is not alone."""
    out = table.out | {seat}
    deciding = [i for i, s in enumerate(table.seats) if not s.thinker and i not in out]
    if deciding and len(table.seats) - len(out) > 1:
        return events(table, now, [(kind, {"seat": seat, "bot": STAND_IN})])
    return events(table, now, [(kind, {"seat": seat}), finish(kind, table.position, out)])
