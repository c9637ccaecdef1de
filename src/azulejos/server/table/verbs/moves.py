"""Playing: moves of people and bots, the deals and the result that follow, resigning, time-outs."""

import math
from typing import Literal

from azulejos.server.table import fair
from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import (
    Decision,
    Repeated,
    refuse,
    repeated,
    require_deciding,
    require_seats,
    require_status,
    stale,
)
from azulejos.wire.views import Depth

STAND_IN = "level2"  # the bot that plays for a person who left


def move(
    table: Table,
    person: str,
    text: str,
    version: int,
    now: float,
    *,
    client_id: str | None = None,
    lag_s: float = 0.0,
) -> Decision:
    """Play a person's move, and the deals that the rules then require."""
    key = None if client_id is None else f"{person}:{client_id}"  # ids are private to a person
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


def bot_move(table: Table, text: str, version: int, now: float) -> Decision:
    """Play the move that a built-in bot chose at a version of the table."""
    client_id = f"bot:{version}"
    if client_id in table.client_ids:
        raise Repeated(table.client_ids[client_id][0])
    if table.turn is None or not table.bot_turn or version != table.position_version:
        raise stale(table, version)
    return play(table, table.turn, text, now, client_id, 0.0)


def play(
    table: Table, seat: int, text: str, now: float, client_id: str | None, lag_s: float
) -> Decision:
    """Play a move for a seat; an illegal move raises `IllegalMove` with the rule it breaks."""
    credit_s = round(table.clock.credit(now, lag_s), 3)
    decision = Decision(table, now)
    decision.add("moved", client_id=client_id, seat=seat, move=text, lag_s=credit_s)
    add_deals(decision)
    if decision.table.position.is_over:
        add_finish(decision, "played")
    return decision


def add_deals(decision: Decision) -> None:
    """Draw deals as long as the rules require one."""
    table = decision.table
    while table.position.needs_deal:
        entropy = fair.entropy(table.seed, table.plan.id, table.texts, table.deals, table.nonces)
        decision.add("dealt", deal=table.position.draw_deal(entropy))


def add_finish(decision: Decision, reason: str) -> None:
    """End the game with its result.

    Seats that are out rank last, whatever their points. Without a final position the others tie.
    """
    position, out = decision.table.position, decision.table.out
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
    decision.add("finished", reason=reason, shares=shares, scores=scores, ranks=ranks)


def resign(table: Table, person: str, now: float, seat: int | None = None) -> Decision:
    """Resign a seat.

    A person with several seats resigns the one to move unless another is named.
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


def abort(table: Table, person: str, now: float) -> Decision:
    """End a game in which no person has moved yet, without a result for the ratings."""
    check_abort(table, person)
    decision = Decision(table, now)
    add_finish(decision, "aborted")
    return decision


def check_abort(table: Table, person: str) -> None:
    """Check that a person may abort the game."""
    require_status(table, "playing")
    require_seats(table, person)
    if table.has_moved or table.plan.tournament:
        raise refuse("no_abort")


def time_out(table: Table, now: float, sure_until: float = math.inf) -> Decision:
    """Let the seat to move lose on time if its clock was up when the server surely ran last.

    Otherwise decide nothing.
    """
    if table.turn is None or table.bot_turn or not table.clock.is_up(min(now, sure_until)):
        return Decision(table, now)
    return give_up(table, table.turn, "timed_out", now)


def give_up(
    table: Table, seat: int, kind: Literal["resigned", "timed_out"], now: float
) -> Decision:
    """Put a seat out of the game.

    A stand-in plays on for it while at least two seats are left and a person decides for one of
    them; otherwise the game ends.
    """
    out = table.out | {seat}
    deciding = [i for i, s in enumerate(table.seats) if not s.thinker and i not in out]
    decision = Decision(table, now)
    if deciding and len(table.seats) - len(out) > 1:
        decision.add(kind, seat=seat, bot=STAND_IN)
    else:
        decision.add(kind, seat=seat)
        add_finish(decision, kind)
    return decision


# ---- Hints


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
