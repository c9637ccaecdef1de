"""A table without a server: calls verbs and applies their events after a JSON round trip."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from azulejos.errors import AzulejosError
from azulejos.server.table import fair, verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Newcomer
from azulejos.written import move_text
from tests.walk import VARIANTS, legal_moves

START = 1_800_000_000.0  # the time at which tests begin
NONE = ClockPlan()
LIVE = ClockPlan("live", bank_s=300.0, increment_s=5.0)
DAYS = ClockPlan("days", days=2.0)


class Script:
    """A table, its seed, the events so far, and the current time."""

    def __init__(self, game: str = "azul", players: int = 2, seed: int = 1, **plan: Any):
        self.seed = seed.to_bytes(fair.SEED_BYTES, "big")
        self.plan = Plan(
            "T4bleT4bleT4", game, players, "ann", START, fair.commitment(self.seed), **plan
        )
        self.events: list[Event] = []
        self.table = Table(self.plan, self.seed)
        self.now = START

    def do(self, verb: Callable[..., Decision], *args: Any, **kwargs: Any) -> list[str]:
        """Call a verb now and apply its events; return their kinds.

        The table that the verb returns must equal the one rebuilt from the stored events.
        """
        before = contents(self.table.copy())
        decision = verb(self.table, *args, now=self.now, **kwargs)
        assert contents(self.table) == before, "a verb changed the table"
        made = [stored(event) for event in decision.events]
        for event in made:
            self.table.apply(event)
        assert contents(decision.table) == contents(self.table)
        self.events += made
        return [event.kind for event in made]

    def sit(self, *people: str, place: int | None = None) -> "Script":
        """Let people join; a name that begins with "level" is a built-in bot."""
        for name in people:
            bot = name if name.startswith("level") else ""
            person = "" if bot else name
            self.do(verbs.join, Newcomer(name, person, bot, text=f"text of {name}"), place=place)
        return self

    def hot_seat(self, person: str) -> "Script":
        """Let one person take every open seat."""
        for place, seat in enumerate(self.table.seats):
            if seat.is_open:
                self.sit(person, place=place)
        return self

    def wait(self, seconds: float) -> "Script":
        self.now += seconds
        return self

    @property
    def person(self) -> str:
        """The person to move."""
        assert self.table.turn is not None
        return self.table.seats[self.table.turn].person

    def move(self, choice: int = 0, person: str | None = None, **kwargs: Any) -> list[str]:
        """Let the person or bot to move play one of the legal moves."""
        table = self.table
        moves = legal_moves(table.position)
        states, number = table.position.states, moves[choice % len(moves)]
        text = move_text(states, number)
        if table.bot_turn:
            return self.do(verbs.bot_move, text, table.position_version)
        kwargs = {"version": table.version} | kwargs
        return self.do(verbs.move, self.person if person is None else person, text, **kwargs)

    def finish(self, choices: tuple[int, ...] = (0,)) -> "Script":
        """Play to the end of the game."""
        chosen = cycle(choices)
        while self.table.status == "playing":
            self.move(next(chosen))
        return self

    def replayed(self) -> Table:
        """The table rebuilt from its stored events."""
        return Table(self.plan, self.seed, map(stored, self.events))


def variant_script(variant: str, seed: int = 1, **plan: Any) -> Script:
    """A script for a variant of the benchmarks."""
    game = VARIANTS[variant]
    players, options = game.variants[variant]
    options = dict(options) | plan.pop("options", {})
    return Script(game.name, players, seed, options=options, **plan)


def stored(event: Event) -> Event:
    """An event after a round trip through JSON."""
    return replace(event, data=json.loads(json.dumps(event.data)))


def contents(table: Table) -> dict[str, Any]:
    """All fields of a table, for comparison."""
    fields = {name: value for name, value in vars(table).items() if name != "position"}
    return fields | {"history": table.position.history, "position": table.position.to_json()}


def code_of(refused: Any) -> str:
    """The code of a caught refusal; its text must exist in every language."""
    for language in ("en", "es", "pt-BR"):
        assert refused.value.message(language)
    return str(refused.value.code)


def refused(script: Script, verb: Any, *args: Any, **kwargs: Any) -> str:
    """The code with which a verb refuses; the table must not have changed."""
    before = contents(script.table.copy())
    with pytest.raises(AzulejosError) as wrong:
        script.do(verb, *args, **kwargs)
    assert contents(script.table) == before
    return code_of(wrong)


def people(script: Script) -> list[str]:
    """The person ids, by seat."""
    return [seat.person for seat in script.table.seats]


def check_ranks(table: Table) -> None:
    """Check shares and ranks of a result; seats that are out come last."""
    finish = table.finish
    assert finish
    assert sum(finish.shares) == pytest.approx(1)
    inside = [i for i in range(len(table.seats)) if i not in table.out]
    assert all((finish.shares[i] > 0) == (finish.ranks[i] == 1) for i in inside)
    assert all(finish.shares[i] == 0 for i in table.out)
    assert all(finish.ranks[i] == len(inside) + 1 for i in table.out)
    for i in inside:
        better = [j for j in inside if finish.ranks[j] < finish.ranks[i]]
        assert len(better) == finish.ranks[i] - 1
        assert all(finish.scores[j] >= finish.scores[i] for j in better)
