"""Why a move is better than another, as facts that a person can count on the board.

    >>> from azulejos import Position, analyse, Limit
    >>> position = Position("azul")
    >>> position.push("BBYR KKWW WRYB YYYY RRKW")
    >>> *_, info = analyse(position, Limit(nodes=2000))
    >>> why = explain_move(position, info.best, info)
    >>> why.move == info.best, why.other in position.legal_moves, 1 <= len(why.reasons) <= 3
    (True, True, True)

The game names candidates (`games/<game>/reasons.py`); here they are checked against the figures of
a search and ranked. A fact about a seat's points is kept only if the search agrees: the mover
expects no fewer points than with the other move, another seat no more. If nothing is left, the
difference in points is said, with one fact about the move.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from azulejos import batch
from azulejos.contract.marks import Mark
from azulejos.contract.reasons import Played, Reason
from azulejos.position import Position
from azulejos.search.analysis import analyse
from azulejos.search.info import Info
from azulejos.search.played_on import line_reasons
from azulejos.search.settings import Limit, Style
from azulejos.search.verbs import points_now_at
from azulejos.text import Text, render

MAX_REASONS = 3
SHOWN = 2  # that are told even where room is short
MIN_POINTS = 0.5  # a reason of less weight is not given beside another
NOISE = 1.0  # points by which the figures of a search may err
MIN_SHARE = 3  # % of the win that are told where no points are
MIN_VISITS = 4  # of a move whose figures say something
COMPARE_NODES = 16_000  # of a search that compares a move with the others, or of one after a move
TREE = Style(has_solver=False, has_foresight=False)  # shows every visited move, not the best alone
AFTER = Style(has_foresight=False)


class Figures(NamedTuple):
    """Expected win shares and points after a move, by seat."""

    win: tuple[float, ...]
    points: tuple[float, ...]

    def lead(self, seat: int) -> float:
        """The points that a seat is ahead of the best other."""
        return self.points[seat] - max(p for q, p in enumerate(self.points) if q != seat)


@dataclass(frozen=True)
class Explanation:
    """Why a move is better than another."""

    move: str
    other: str  # "" if there is no other
    reasons: tuple[Reason, ...]  # one to MAX_REASONS, the strongest first
    marks: tuple[Mark, ...]  # both moves on the board, tagged "A" and "B"
    win: float  # share of the win that the mover expects after the move

    def sentences(self, language: str = "en") -> list[str]:
        """The reasons in a language."""
        return [render(reason.text, language) for reason in self.reasons]

    def __str__(self) -> str:
        return " ".join(self.sentences())


# ---- Which moves are compared


def explain_move(position: Position, move: str, info: Info | None = None) -> Explanation:
    """Why a move is better than the best other one; or, if it is not the best move of a search, why
    that one is better.
    """
    info, move = info or search(position), play_out(position, move).move
    return explain_choice(position, info.best, info, "" if move == info.best else move)


def explain_choice(
    position: Position, move: str, info: Info | None = None, other: str = ""
) -> Explanation:
    """Facts that speak for a move against another one; by default, against the best other one."""
    info = info or search(position)
    compared = info if is_compared(info, move, other) else search(position)
    others = (each.move for each in compared.moves if each.move != move and each.visits)
    other = other or next(others, "")
    found = compare(position, (move, other), figures_of(position, info, move, other))
    if move != info.best:
        return found
    certain = (*certain_reasons(position, info), *found.reasons)
    win = info.moves[0].win[position.actor]  # as an analysis shows it
    return replace(found, reasons=certain[:MAX_REASONS], win=win)


def search(position: Position) -> Info:
    """A short search that shows every visited move."""
    *_, info = analyse(position, Limit(nodes=COMPARE_NODES), TREE, lines=0)
    return info


def is_compared(info: Info, move: str, other: str) -> bool:
    """Does a search have figures of both moves, or of a move and any other?"""
    known = {each.move for each in info.moves if each.visits >= MIN_VISITS}
    return move in known and (other in known if other else len(known) > 1)


def figures_of(
    position: Position, info: Info, move: str, other: str
) -> tuple[Figures | None, Figures | None]:
    """The figures of two moves in a search; if it lacks one of them, each is searched by itself."""
    known = {x.move: Figures(x.win, x.points) for x in info.moves if x.visits >= MIN_VISITS}
    if move in known and other in known:
        return known[move], known[other]
    return figures_after(position, move), figures_after(position, other) if other else None


def figures_after(position: Position, move: str) -> Figures:
    """The figures of a search after a move."""
    after = position.copy()
    after.push(move)
    if after.outcome:
        return Figures(after.outcome.shares, after.outcome.scores)
    *_, found = analyse(after, Limit(nodes=COMPARE_NODES), AFTER, lines=0)
    return Figures(found.win, found.points)


# ---- The comparison


def play_out(position: Position, move: str) -> Played:
    """A legal move with its consequences."""
    after = position.copy()
    after.push(move)
    return Played(after.history[-1], position.steps(move), after.view())


def compare(
    position: Position, moves: tuple[str, str], figures: tuple[Figures | None, Figures | None]
) -> Explanation:
    """Why the first of two moves is better, given the figures of both; the second may be ""."""
    (move, other), (own, rival) = moves, figures
    game, seat, before = position.game, position.actor, position.view()
    win = own.win[seat] if own else 0.0
    if game.reasons is None:
        return Explanation(move, other, (long_run(seat, own, rival),), (), win)
    played = play_out(position, move)
    facts, marks = game.reasons.facts(before, played), game.reasons.show_move(before, played, "A")
    if not other:
        told = strongest(facts) or [long_run(seat, own, rival)]
        return Explanation(move, other, tuple(told), marks, win)
    against = play_out(position, other)
    marks += game.reasons.show_move(before, against, "B")
    found = game.reasons.compare(before, played, against)
    lines = line_reasons(position, played.move, against.move, game.reasons.HORIZON)
    kept, lines = (
        [reason for reason in part if is_supported(reason, seat, own, rival)]
        for part in (found, lines)
    )
    kept = sorted(kept, key=lambda reason: -reason.points)
    told = with_line(strongest(kept) or strongest(facts)[:1], kept, lines, game.reasons.THEMES)
    if not kept and not lines:
        told.append(long_run(seat, own, rival))
    return Explanation(move, other, tuple(told), marks, win)


def with_line(
    told: list[Reason], kept: list[Reason], lines: list[Reason], themes: Mapping[str, str]
) -> list[Reason]:
    """Reasons of which one of the first is about the largest difference of the lines played on: the
    strongest fact of its theme, or the difference itself.
    """
    if not lines:
        return told
    theme, first = themes.get(lines[0].kind), told[: SHOWN - 1]
    if theme in {themes.get(reason.kind) for reason in told[:SHOWN]}:
        return told
    same = next((reason for reason in kept if themes.get(reason.kind) == theme), lines[0])
    rest = [reason for reason in told[SHOWN - 1 :] if reason.kind != same.kind]
    return [*first, same, *rest][:MAX_REASONS]


def is_supported(reason: Reason, seat: int, own: Figures | None, rival: Figures | None) -> bool:
    """Do the figures agree with a reason: more points for the mover, fewer for another seat?"""
    if own is None or rival is None:
        return True
    if reason.seat < 0:  # about the end of the game
        return own.win[seat] >= rival.win[seat]
    gained = own.points[reason.seat] - rival.points[reason.seat]
    return (gained if reason.seat == seat else -gained) > -NOISE


def strongest(reasons: list[Reason]) -> list[Reason]:
    """The reasons of most weight, one of each kind."""
    ranked = sorted(reasons, key=lambda reason: -reason.points)  # stable: the game's order
    kinds: dict[str, Reason] = {}
    for reason in ranked:
        kinds.setdefault(reason.kind, reason)
    first, *others = kinds.values() if kinds else [None]
    told = [first, *(each for each in others if each and each.points >= MIN_POINTS)]
    return [each for each in told if each is not None][:MAX_REASONS]


def long_run(seat: int, own: Figures | None, rival: Figures | None) -> Reason:
    """The difference of two moves in points or chances, where nothing else can be said."""
    ahead = own.lead(seat) - rival.lead(seat) if own and rival else 0.0
    share = round(100 * (own.win[seat] - rival.win[seat])) if own and rival else 0
    if round(ahead) >= 1:
        return Reason("later", ahead, Text("reason.later", {"n": round(ahead)}), seat)
    if share >= MIN_SHARE:
        return Reason("later", 0.0, Text("reason.likelier", {"n": share}), seat)
    return Reason("nothing", 0.0, Text("reason.nothing"), seat)


def certain_reasons(position: Position, info: Info) -> Iterator[Reason]:
    """The end of the game, where a search of two seats has solved it."""
    if not info.is_exact or position.players != 2:
        return
    end, seat = position.copy(), position.actor
    for move in info.moves[0].line:
        end.push(move)
    if end.outcome is None:
        return
    lead = end.scores[seat] - end.scores[1 - seat]
    code = "reason.wins" if lead > 0 else "reason.loses" if lead < 0 else "reason.level"
    yield Reason("exact", abs(lead), Text(code, {"n": abs(lead)}), -1)


# ---- Points that are certain


def points_now(position: Position) -> tuple[float, ...]:
    """The points of each seat if everything that is certain were scored now."""
    out = np.zeros(batch.SEATS)
    points_now_at(position.states, 0, out)
    return tuple(out[: position.players])
