"""A hint in three depths: where to look, which move, and why.

    >>> from azulejos import Position, analyse, Limit
    >>> position = Position("azul")
    >>> position.push("BBYR KKWW WRYB YYYY RRKW")
    >>> *_, info = analyse(position, Limit(nodes=2000))
    >>> hint = make_hint(position, info)
    >>> print(hint.look.text, hint.play.text, sep="\\n")
    Look at the tiles of display 2.
    Take the 2 white tiles from display 2 and put them in line 3.

Each depth is a sentence and its marks, for people who want to find the rest by themselves. Not
here: the search, and the reasons (`reasons.py`).
"""

from dataclasses import dataclass

from azulejos.contract.marks import Advice
from azulejos.contract.steps import sentence
from azulejos.position import Position
from azulejos.search.info import Info
from azulejos.search.reasons import Explanation, explain_move, play_out
from azulejos.text import Text, has_sentence


@dataclass(frozen=True)
class Hint:
    """The advice of a search, from the least to the most that can be said."""

    move: str  # the best one
    look: Advice  # where to look
    play: Advice  # which move
    why: Explanation


def make_hint(position: Position, info: Info) -> Hint:
    """The hint that follows from a search of a position."""
    look, play = look_advice(position, info.best), play_advice(position, info.best)
    return Hint(info.best, look, play, explain_move(position, info.best, info))


def look_advice(position: Position, move: str) -> Advice:
    """Where to look: the sentence `<game>.look.<kind>` of the first step of a move, with its facts;
    games without such a sentence get a general one.
    """
    game, step = position.game, position.steps(move)[0]
    said = sentence(game.name, step)
    code = f"{game.name}.look.{step.kind}"
    text = Text(code, said.args) if has_sentence(code) else Text("hint.look")
    if game.reasons is None:
        return Advice(text)
    return Advice(text, game.reasons.show_source(position.view(), play_out(position, move)))


def play_advice(position: Position, move: str) -> Advice:
    """Which move: its sentence, and its marks."""
    text, reasons = move_text(position, move), position.game.reasons
    if reasons is None:
        return Advice(text)
    return Advice(text, reasons.show_move(position.view(), play_out(position, move), ""))


def move_text(position: Position, move: str) -> Text:
    """Which move: the sentence `<game>.hint.<kind>` of its first step, or of its first step and
    another `<game>.hint.<kind>.<kind>`, with their facts; games without one get the notation.
    """
    game, (first, *others) = position.game.name, position.steps(move)
    args, code = sentence(game, first).args, f"{game}.hint.{first.kind}"
    if has_sentence(code):
        return Text(code, args)
    for step in others:
        if has_sentence(longer := f"{code}.{step.kind}"):
            return Text(longer, {**sentence(game, step).args, **args})
    return Text("hint.move", {"move": move})
