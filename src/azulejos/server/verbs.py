"""What people and bots may do at a table: each verb decides, makes events, and changes nothing.

A verb refuses with a coded reason, or returns the events that follow, to be stored together and
only then applied. It is handed the moment and, through the table, the seed of its deals: no clock
is read and no randomness taken here.
"""

import math
import unicodedata
from dataclasses import dataclass, replace
from typing import Literal

from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.position import Position
from azulejos.server import fair
from azulejos.server.table import Event, Offer, Table
from azulejos.text import Text

STAND_IN = "level4"  # who plays for somebody who left
TEXT_LENGTH = 64  # letters that a player may add for fair deals
Draft = tuple[str, Json]  # kind and data of an event that has no version yet


class Refused(AzulejosError):
    """Something that cannot be done at this table now; its code says why."""


class Stale(Refused):
    """A move made on a position that is no more."""


class Repeated(Exception):
    """A move that was made already, under the same id; `version` is the table's after it."""

    def __init__(self, version: int):
        super().__init__(version)
        self.version = version


@dataclass(frozen=True)
class Newcomer:
    """Somebody who sits down."""

    name: str
    person: str = ""
    bot: str = ""  # a player of the house
    text: str = ""  # for fair deals
    is_program: bool = False  # the account of a program


def refuse(code: str, **args: object) -> Refused:
    return Refused(Text(f"table.{code}", args))


def events(
    table: Table, now: float, drafts: list[Draft], client_id: str | None = None
) -> list[Event]:
    """Drafts as events that follow on a table, never before the last; the id is the first's."""
    at = max(now, table.at)
    return [
        Event(table.version + 1 + i, at, kind, data, client_id if i == 0 else None)
        for i, (kind, data) in enumerate(drafts)
    ]


# ---- Before the start


def join(table: Table, newcomer: Newcomer, now: float, place: int | None = None) -> list[Event]:
    """Sit down, at a place or at the first that is open; the last to come starts the game.

    A person may have several seats of a casual game, but names the place of each further one: so
    that to ask twice is not to sit down twice.
    """
    require_status(table, "open")
    if newcomer.is_program and table.plan.is_rated and not table.plan.accepts_bots:
        raise refuse("no_programs")
    if newcomer.bot and table.plan.is_rated:
        raise refuse("rated_bots")
    if table.seats_of(newcomer.person) and (table.plan.is_rated or place is None):
        raise refuse("seated")
    require_text(newcomer.text)
    open_places = [i for i, seat in enumerate(table.seats) if seat.is_open]
    if place is None and open_places:
        place = open_places[0]
    if place not in open_places:
        raise refuse("no_place")
    data: Json = {"seat": place, "name": newcomer.name, "person": newcomer.person}
    data |= {"bot": newcomer.bot, "text": newcomer.text}
    if newcomer.is_program:
        data["is_program"] = True
    drafts: list[Draft] = [("joined", data)]
    if len(open_places) == 1:
        texts = table.texts
        texts[place] = newcomer.text
        drafts += start(table, texts)
    return events(table, now, drafts)


def require_text(text: str) -> None:
    """A text for fair deals is short, and can be written and stored anywhere."""
    if len(text) > TEXT_LENGTH:
        raise refuse("long_text", most=TEXT_LENGTH)
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise refuse("odd_text")


def start(table: Table, texts: list[str]) -> list[Draft]:
    """The seating and the first deals, once every place is taken; texts are by place."""
    order = list(range(len(texts)))
    if table.plan.seating == "lot":
        order = fair.draw_seating(table.seed, table.plan.id, texts)
    seated = [texts[place] for place in order]
    return [("started", {"order": order}), *deal(table, table.position.copy(), seated)]


def leave(table: Table, person: str, now: float) -> list[Event]:
    """Stand up again before the start; a table that nobody is left at is closed."""
    require_status(table, "open")
    mine = require_seats(table, person)
    drafts: list[Draft] = [("left", {"seat": seat}) for seat in mine]
    if not table.people() - {person}:
        drafts.append(("closed", {}))
    return events(table, now, drafts)


# ---- Playing


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


def repeated(version: int, made: str, text: str) -> Exception:
    """What a move gets whose id came before: the same answer, if it is the same move."""
    return Repeated(version) if text == made else refuse("id_used", move=made)


def stale(table: Table, version: int) -> Stale:
    return Stale(Text("table.stale", {"version": version, "now": table.position_version}))


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


# ---- Agreement


def offer(table: Table, person: str, what: Literal["takeback", "end"], now: float) -> list[Event]:
    """Ask the others to take a move back, or to end the game without a result for ratings."""
    require_status(table, "playing")
    mine = require_deciding(table, person)
    if table.offer:
        raise refuse("offer_open")
    if table.declined & set(mine):
        raise refuse("offer_declined")
    if what == "takeback" and table.plan.is_rated:
        raise refuse("rated_takeback")
    ply = takeback_ply(table, mine) if what == "takeback" else len(table.position.history)
    agreed = [i for i, seat in enumerate(table.seats) if i in mine or seat.thinker]
    asked = Offer(what, mine[0], ply, frozenset(agreed))
    data = {"seat": mine[0], "what": what, "ply": ply, "agreed": agreed}
    return events(table, now, [("offered", data), *consent(table, asked)])


def takeback_ply(table: Table, mine: list[int]) -> int:
    """The ply before the last move of one of some seats, if no deal came after it."""
    walk, found = table.position.copy(), -1
    while walk.history and found < 0:
        walk.pop()
        if walk.needs_deal:
            break
        if walk.turn in mine:
            found = len(walk.history)
    if found < 0:
        raise refuse("no_takeback")
    return found


def answer(table: Table, person: str, yes: bool, now: float) -> list[Event]:
    """Agree or not to what was offered; it happens when everybody has agreed.

    Whoever asked may think better of it.
    """
    mine, asked = require_deciding(table, person), table.offer
    if not asked:
        raise refuse("no_offer")
    if not yes:
        return events(table, now, [("answered", {"seat": mine[0], "yes": False})])
    new = [seat for seat in mine if seat not in asked.agreed]
    if not new:
        raise refuse("agreed")
    drafts: list[Draft] = [("answered", {"seat": seat, "yes": True}) for seat in new]
    drafts += consent(table, replace(asked, agreed=asked.agreed | frozenset(new)))
    return events(table, now, drafts)


def consent(table: Table, asked: Offer) -> list[Draft]:
    """What follows once everybody has agreed; nothing before."""
    if len(asked.agreed) < len(table.seats):
        return []
    if asked.what == "takeback":
        return [("taken_back", {"ply": asked.ply})]
    return [finish("agreed", table.position, table.out)]


# ---- People who leave and come back


def go_away(table: Table, person: str, now: float) -> list[Event]:
    """Nobody listens any more for a person who sits here."""
    if table.status not in ("open", "playing"):
        return []
    seats = [seat for seat in table.seats_of(person) if not table.seats[seat].is_away]
    return events(table, now, [("away", {"seat": seat}) for seat in seats])


def come_back(table: Table, person: str, now: float) -> list[Event]:
    """A person who was away listens again."""
    if table.status not in ("open", "playing"):
        return []
    seats = [seat for seat in table.seats_of(person) if table.seats[seat].is_away]
    return events(table, now, [("back", {"seat": seat}) for seat in seats])


def claim(table: Table, person: str, seat: int, now: float) -> list[Event]:
    """Let a bot play for somebody who has been away too long."""
    require_status(table, "playing")
    mine = require_deciding(table, person)
    if not 0 <= seat < len(table.seats) or seat in mine or table.seats[seat].thinker:
        raise refuse("no_claim")
    since = table.seats[seat].away_since
    if since is None:
        raise refuse("not_away")
    wait_s = table.plan.clock.claim_s - (now - since)
    if wait_s > 0:
        raise refuse("claim_early", n=math.ceil(wait_s))
    return events(table, now, [("claimed", {"seat": seat, "by": mine[0], "bot": STAND_IN})])


def come_in_again(table: Table, person: str, now: float) -> list[Event]:
    """Take the seat back from the stand-in, before it has made too many moves."""
    require_status(table, "playing")
    seats = [seat for seat in require_seats(table, person) if table.seats[seat].can_return]
    if not seats:
        raise refuse("no_return")
    return events(table, now, [("returned", {"seat": seat}) for seat in seats])


def resume(table: Table, now: float, grace_s: float) -> list[Event]:
    """After we were down: clocks go on only after a grace, and nobody pays for the gap.

    Turns of days go on to the second.
    """
    waits = any(seat.is_away for seat in table.seats)
    kind = table.plan.clock.kind
    if table.status != "playing" or kind == "days" or (kind == "none" and not waits):
        return []
    return events(table, now, [("resumed", {"clock_from": now + grace_s})])


def rematch(table: Table, person: str, new_table: str, now: float) -> list[Event]:
    """Say where the game goes on; the first to ask decides."""
    require_status(table, "over")
    require_seats(table, person)
    if table.rematch:
        raise Repeated(table.version)
    return events(table, now, [("rematched", {"table": new_table})])


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
