"""Reasons of BLUE: lines that close, spaces where they could, and spaces that get blocked."""

from collections.abc import Iterator
from typing import Any

from azulejos.contract.reasons import Played, Reason, advantages, avoided
from azulejos.contract.rules import Json
from azulejos.games.blue.lines import Closing, Place, chances, has_chain, read_place
from azulejos.games.blue.marks import (
    chance_marks,
    danger_mark,
    line_marks,
    show_move,
    show_source,
)
from azulejos.games.blue.state import CHAIN_POINTS, CIRCLE_POINTS
from azulejos.games.blue.steps import Block, Chain, Circle, Lay
from azulejos.text import Text

__all__ = ["compare", "facts", "show_move", "show_source"]

DENIED = 0.8  # of the points that the next seat would have got
SOON = 0.2  # of the points of a space that could close a line next time
SOME = 0.3  # of what is true but decides little
Chances = dict[Place, list[Closing]]


def reason_text(code: str, **args: Any) -> Text:
    """The sentence of a reason."""
    return Text(f"blue.reason.{code}", args)


def compare(before: Json, move: Played, other: Played) -> list[Reason]:
    """What speaks for a move."""
    own, rival = facts(before, move), facts(before, other)
    found = [*advantages(own, rival), *avoided(own, rival)]
    kinds = {fact.kind for fact in rival if fact.points > 0}
    if any(fact.kind == "close" for fact in own) and "circle" in kinds and "close" not in kinds:
        mover = before["turn"]
        found.append(Reason("ten", CIRCLE_POINTS, reason_text("ten"), mover))
    return found


def facts(before: Json, played: Played) -> list[Reason]:
    """All facts about a move."""
    mover, players = before["turn"], before["players"]
    found = [*closing_facts(played, mover)]
    if not any(played.after["left"].values()):
        return found
    following = (mover + 1) % players
    theirs = chances(before, following), chances(played.after, following)
    ours = chances(before, mover), chances(played.after, mover)
    found += denial_facts(played, following, *map(chains_of, theirs))
    found += gift_facts(following, *map(chains_of, theirs))
    found += own_facts(played, mover, *ours)
    return [*found, *space_facts(played, following, *theirs)]


def chains_of(found: Chances) -> Chances:
    """The spaces where a chain could close."""
    return {place: closings for place, closings in found.items() if has_chain(closings)}


def blocked_by(played: Played) -> set[Place]:
    """The spaces that a move blocks."""
    found = [step.places for step in played.steps if isinstance(step, Block)]
    return {read_place(place) for places in found for place in places}


# ---- Lines that the move closes


def closing_facts(played: Played, mover: int) -> Iterator[Reason]:
    """Chains and circles, of the mover and of others."""
    lines = [step for step in played.steps if isinstance(step, Chain | Circle)]
    mine = [line for line in lines if line.seat == mover and isinstance(line, Chain)]
    marks = tuple(
        mark for line in mine for mark in line_marks(line.cells, line.count, line.points, mover)
    )
    if len(mine) > 1:
        points = CHAIN_POINTS * len(mine)
        yield Reason(
            "close", points, reason_text("close2", count=len(mine), n=points), mover, marks
        )
    elif mine:
        text = reason_text("close", count=mine[0].count)
        yield Reason("close", CHAIN_POINTS, text, mover, marks)
    for line in lines:
        if line.seat == mover and isinstance(line, Circle):
            shown = tuple(line_marks(line.cells, 0, line.points, mover))
            yield Reason("circle", CIRCLE_POINTS, reason_text("circle"), mover, shown)
        elif line.seat not in (mover, None):
            assert line.seat is not None
            shown = tuple(line_marks(line.cells, line.count, line.points, line.seat))
            case = "gift" if isinstance(line, Chain) else "gift.circle"
            text = reason_text(case, seat=line.seat)
            yield Reason("gift", -line.points, text, line.seat, shown)


# ---- The next seat


def denial_facts(played: Played, seat: int, before: Chances, after: Chances) -> Iterator[Reason]:
    """Spaces where the next seat could have closed a chain, and cannot any more."""
    gone = {place: before[place] for place in before if place not in after}
    if not gone:
        return
    lay = played.steps[0]
    assert isinstance(lay, Lay)
    blocked = {
        read_place(x) for step in played.steps if isinstance(step, Block) for x in step.places
    }
    is_only = not after
    weight = CHAIN_POINTS * (DENIED if is_only else SOON)
    if blocked & gone.keys():
        count = len(blocked & gone.keys())
        case = "block.only" if is_only and len(before) == 1 else "block"
        text = reason_text(case, count=count, seat=seat)
        yield Reason("block", weight, text, seat, (danger_mark(blocked & gone.keys(), text, seat),))
    elif (place := read_place(lay.place)) in gone and after.keys() <= before.keys():
        line = max(gone[place], key=lambda closing: closing.segments)
        text = reason_text("fill", count=line.segments, seat=seat)
        yield Reason("fill", weight, text, seat, (danger_mark([place], text, seat),))


def gift_facts(seat: int, before: Chances, after: Chances) -> Iterator[Reason]:
    """Spaces where the next seat can close a chain now: new ones, or ones that are left."""
    new = {place: after[place] for place in after if place not in before}
    if new:
        text = reason_text("opens", seat=seat)
        marks = (danger_mark(new, text, seat),)
        yield Reason("opens", -CHAIN_POINTS * DENIED, text, seat, marks)
    elif after:
        text = reason_text("leave", seat=seat)
        marks = (danger_mark(after, text, seat),)
        yield Reason("leave", -CHAIN_POINTS * DENIED, text, seat, marks)
    else:
        yield Reason("safe", SOME / 2, reason_text("safe", seat=seat), seat)


# ---- Spaces


def own_facts(played: Played, seat: int, before: Chances, after: Chances) -> Iterator[Reason]:
    """Spaces where the mover could close a chain next time, and those that are lost."""
    had, has = chains_of(before), chains_of(after)
    new = {place: has[place] for place in has if place not in had}
    if new:
        text = reason_text("two", count=len(has)) if len(has) > 1 else reason_text("open")
        weight = CHAIN_POINTS * SOON * min(2, len(has))
        yield Reason("open", weight, text, seat, chance_marks(has, text, seat))
    elif has:
        text = reason_text("keeps", count=len(has))
        yield Reason("keeps", SOME * len(has), text, seat, chance_marks(has, text, seat))
    dead = blocked_by(played) & had.keys()
    if dead:
        text = reason_text("dead", count=len(dead))
        weight = -CHAIN_POINTS * SOON * len(dead)
        yield Reason("dead", weight, text, seat, (danger_mark(dead, text, seat),))
    circles = {place: after[place] for place in after if place not in has}
    more = len(circles) - len([place for place in before if place not in had])
    if more > 0:
        text = reason_text("circles", count=len(circles))
        yield Reason("circles", SOME * more, text, seat, chance_marks(circles, text, seat))


def space_facts(played: Played, seat: int, before: Chances, after: Chances) -> Iterator[Reason]:
    """Blocked spaces, and spaces where the next seat could close a circle."""
    gone = {place: before[place] for place in before if place not in after}
    circles = {place: gone[place] for place in gone if not has_chain(gone[place])}
    if circles:
        text = reason_text("spoil", count=len(circles), seat=seat)
        weight = SOME * len(circles)
        yield Reason("spoil", weight, text, seat, (danger_mark(circles, text, seat),))
    for step in played.steps:
        if isinstance(step, Block):
            text = reason_text("blocks", count=step.count)
            marks = (danger_mark(map(read_place, step.places), text, seat),)
            yield Reason("blocks", SOME / 2, text, -1, marks)
