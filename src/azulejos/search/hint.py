"""A hint in three depths: where to look, which move, and why.

    >>> from azulejos import Position, analyse, Limit
    >>> position = Position("azul")
    >>> position.push("BBYR KKWW WRYB YYYY RRKW")
    >>> *_, info = analyse(position, Limit(nodes=2000))
    >>> hint = make_hint(position, info)
    >>> print(hint.look, hint.move, sep="\\n")
    Look at the tiles of display 2.
    The best move is 2W3: take the 2 white tiles from display 2 and put them in line 3.
    >>> str(hint.why).startswith("2W3: the rest of the game should bring you about")
    True

Each depth is one sentence, for people who want to find the rest by themselves. Not here: the
search.
"""

from dataclasses import dataclass

from azulejos.contract.steps import sentence
from azulejos.position import Position
from azulejos.search.explain import MIN_POINTS, denials, points_now
from azulejos.search.info import Info
from azulejos.text import Text, has_sentence


@dataclass(frozen=True)
class Hint:
    """The advice of a search, from the least to the most that can be said."""

    best: str  # the move
    look: Text  # where to look
    move: Text  # which move
    why: Text  # what it gains, denies and costs, and what the rest of the game should bring


def make_hint(position: Position, info: Info) -> Hint:
    """The hint that follows from a search of a position."""
    look, move = look_text(position, info.best), move_text(position, info.best)
    return Hint(info.best, look, move, why_text(position, info))


def look_text(position: Position, move: str) -> Text:
    """Where to look: the sentence `<game>.look.<kind>` of the first step of a move, with its facts;
    games without such a sentence get a general one.
    """
    game, step = position.game.name, position.steps(move)[0]
    said = sentence(game, step)
    code = f"{game}.look.{step.kind}"
    return Text(code, said.args) if has_sentence(code) else Text("hint.look")


def move_text(position: Position, move: str) -> Text:
    """Which move: the sentence `<game>.hint.<kind>` of its first step, or of its first step and
    another `<game>.hint.<kind>.<kind>`, with their facts; games without one get the notation.
    """
    game, (first, *others) = position.game.name, position.steps(move)
    args, code = {**sentence(game, first).args, "move": move}, f"{game}.hint.{first.kind}"
    if has_sentence(code):
        return Text(code, args)
    for step in others:
        if has_sentence(longer := f"{code}.{step.kind}"):
            return Text(longer, {**sentence(game, step).args, **args})
    return Text("hint.move", {"move": move})


def why_text(position: Position, info: Info) -> Text:
    """Why the best move of a search is best, in points."""
    seat, after = position.actor, position.copy()
    after.push(info.best)
    now = points_now(after)[seat]
    gained, later = now - points_now(position)[seat], info.points[seat] - now
    reasons: list[Text] = []
    if abs(gained) >= MIN_POINTS:
        code = "hint.gains" if gained > 0 else "hint.costs"
        reasons.append(Text(code, {"n": round(abs(gained))}))
    for denied in denials(position, info.best, info):
        reasons.append(Text("hint.denies", denied.args))
    if later >= MIN_POINTS:
        reasons.append(Text("hint.later", {"n": round(later)}))
    reasons.append(Text("hint.chance", {"win": round(100 * info.win[seat])}))
    return Text("hint.why", {"move": info.best, "reasons": reasons})
