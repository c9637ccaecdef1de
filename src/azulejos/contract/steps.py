"""Steps: what a move or a deal does, as typed facts, and the sentence of a step.

A game declares its steps as frozen dataclasses derived from `Step`. The JSON of a step is a flat
object of its kind and its facts; clients animate, forecast and log from it. Compiled code writes it
with a function that `step_writer` makes from the class. The sentence of a step follows from its
facts by rules that are the same for every game, so no code has to read a sentence to learn what
happened. Not here: the steps themselves, see `steps.py` in each game's folder.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from azulejos.compiled.jit import jit
from azulejos.compiled.writing import separate, write, write_number, write_optional, write_text
from azulejos.text import Text, has_sentence


@dataclass(frozen=True)
class Step:
    """One thing that a move or deal does. Every field of a subclass is a fact.

    A field named `case` selects one of several sentences. `points`, where a step has them, change
    the score of `seat`.
    """

    @property
    def kind(self) -> str:
        """The name of the class in snake case."""
        return step_kind(type(self))

    def to_json(self) -> dict[str, Any]:
        """The kind and the facts as a flat object of plain JSON values."""
        return {"kind": self.kind, **{name: getattr(self, name) for name in fact_names(type(self))}}


_kinds: dict[type, str] = {}  # by class of steps, as they are asked for at every move
_facts: dict[type, tuple[str, ...]] = {}


def fact_names(step: type[Step]) -> tuple[str, ...]:
    """The names of the facts of a class of steps."""
    if step not in _facts:
        _facts[step] = tuple(each.name for each in fields(step))
    return _facts[step]


def step_kind(step: type[Step]) -> str:
    """The kind of the steps of a class: its name in snake case."""
    if step not in _kinds:
        _kinds[step] = re.sub(r"(?<!^)(?=[A-Z])", "_", step.__name__).lower()
    return _kinds[step]


# ---- Steps written by compiled code


def step_writer(step: type[Step]) -> Callable[..., None]:
    """A compiled function that writes a step of a class as JSON. It takes the facts in their order,
    and the buffer: an int as it is, one that may be None as -1, a Literal as bytes, and whatever
    else as it is taken by the function with which its type is annotated.
    """
    name, hints = f"write_{step_kind(step)}", get_type_hints(step, include_extras=True)
    names: dict[str, Any] = {"__name__": step.__module__, "separate": separate, "write": write}
    lines = [f"def {name}({', '.join([*hints, 'out'])}):", "separate(out)"]
    text = f'{{"kind":"{step_kind(step)}"'
    for fact, hint in hints.items():
        text += f',"{fact}":'
        lines += [f"write({text.encode()!r}, out)", f"write_{fact}_fact({fact}, out)"]
        names[f"write_{fact}_fact"], text = _value_writer(hint), ""
    text += "}"
    exec("\n    ".join([*lines, f"write({text.encode()!r}, out)"]), names)
    writer: Callable[..., None] = jit(names[name])
    return writer


def _value_writer(hint: Any) -> Callable[..., None]:
    """The function that writes a fact of a type."""
    if get_origin(hint) is Annotated:
        writer: Callable[..., None] = hint.__metadata__[0]
        return writer
    if get_origin(hint) is Literal:
        return write_text
    if hint not in (int, int | None):
        raise TypeError(f"a fact of type {hint} must be annotated with the function that writes it")
    return write_number if hint is int else write_optional


# ---- Sentences


def sentence(game: str, step: Step) -> Text:
    """The sentence of a step of a game.

    Its code is `<game>.step.<kind>`, followed by `.<case>` if the step has cases. Its arguments are
    the facts; a value `v` of a fact `f` is replaced by the term `<game>.<f>.<v>` if the catalogue
    has one.
    """
    facts = step.to_json()
    code = ".".join(filter(None, (game, "step", facts.pop("kind"), facts.pop("case", ""))))
    return Text(code, {fact: _argument(game, fact, value) for fact, value in facts.items()})


def _argument(game: str, fact: str, value: Any) -> Any:
    """A fact as the argument of a sentence."""
    if fact == "seats":
        return _seat_list(value)
    if isinstance(value, list):
        return [_argument(game, fact, each) for each in value]
    term = f"{game}.{fact}.{value}"
    return Text(term) if has_sentence(term) else value


def _seat_list(seats: list[int]) -> Any:
    """Seats as in "0, 1 and 2"."""
    *others, last = seats
    if not others:
        return last
    return Text("list.and", {"others": ", ".join(map(str, others)), "last": last})
