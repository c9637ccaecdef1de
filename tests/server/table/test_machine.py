"""A state machine of a table with several clients that call verbs in any order.

Each client remembers old states and sends moves late, twice or wrong. Hypothesis searches for an
order of calls that breaks an invariant, and shrinks it.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from azulejos.errors import AzulejosError
from azulejos.server.table import fair, fair_check, verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.replay import make_record
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Newcomer, Repeated
from azulejos.server.table.view import make_view
from azulejos.text import LANGUAGES, Text, render
from tests.server.fair_client import FairClient
from tests.server.leaks import spellings, to_come
from tests.server.script import DAYS, LIVE, NONE, Script, contents, variant_script
from tests.walk import VARIANTS

PEOPLE = ["ann", "bob", "cat", "eve"]
EXAMPLES = int(os.environ.get("MACHINE_EXAMPLES", "20"))
FAST = ClockPlan("live", bank_s=20.0, increment_s=1.0)
SECONDS = [0.0, 0.0, 0.5, 5.0, 31.0, 121.0, 90_000.0, -3.0]

people = st.sampled_from(PEOPLE)
seats = st.integers(-1, 4)
choices = st.integers(0, 500)
comers = st.lists(st.sampled_from([*PEOPLE, "level1"]), min_size=4, max_size=8)


class Clients(RuleBasedStateMachine):
    """The calls of clients, and the invariants of the table."""

    script: Script
    sent: list[tuple[str, str, int, str]]  # moves that were made: person, text, version, id
    answers: dict[str, int]  # the version that the move of an id was acknowledged with
    fair: dict[str, FairClient]  # of those people whose clients contribute to the deals

    @initialize(
        variant=st.sampled_from(sorted(VARIANTS)),
        seed=st.integers(2**200, 2**255),
        clock=st.sampled_from([NONE, LIVE, FAST, DAYS]),
        is_rated=st.booleans(),
        seating=st.sampled_from(["lot", "fixed"]),
        comers=comers,
        fair=st.sets(people),
    )
    def open(self, variant: str, seed: int, comers: list[str], fair: set[str], **plan: Any) -> None:
        """Create a table and let people join; usually the game has begun then."""
        self.script = variant_script(variant, seed, **plan)
        self.sent, self.answers = [], {}
        self.fair = {name: FairClient() for name in sorted(fair)}
        for n, name in enumerate(comers):
            self.come(name, n if n < self.script.plan.players else None)
        self.reveal(PEOPLE)

    @property
    def table(self) -> Table:
        return self.script.table

    def attempt(self, verb: Callable[..., Any], *args: Any, **kwargs: Any) -> list[str]:
        """Call a verb; a refusal has a text in every language and changes nothing."""
        before, text = self.table.version, Text("move.illegal")
        try:
            return self.script.do(verb, *args, **kwargs)
        except AzulejosError as wrong:
            text = wrong.text
        except Repeated:
            return []
        assert all(render(text, language) for language in LANGUAGES)
        assert self.table.version == before
        return []

    # ---- What clients do

    def come(self, name: str, place: int | None) -> None:
        is_bot = name.startswith("level")
        newcomer = Newcomer(name, "" if is_bot else name, name if is_bot else "", text=name)
        client = FairClient() if name in self.fair else None
        if client:
            newcomer = replace(newcomer, pledge=client.pledge)
        if self.attempt(verbs.join, newcomer, place=place) and client:
            self.fair[name] = client
            client.sit(self.view_of(name))

    def view_of(self, person: str) -> dict[str, Any]:
        return make_view(self.table, person, self.script.now).model_dump()

    def pledge(self, person: str) -> None:
        """A client that lost its nonce, or had none, pledges another."""
        client = FairClient()
        if self.attempt(verbs.pledge, person, client.pledge):
            self.fair[person] = client
            client.sit(self.view_of(person))

    def reveal(self, persons: Iterable[str]) -> None:
        """The clients of some people reveal their nonces if these are awaited."""
        for person in persons:
            view, client = self.view_of(person), self.fair.get(person)
            mine = [i for i in view["fair"]["awaited"] if i in view["you"]]
            if client and mine and view["fair"]["pledges"][mine[0]] in client.nonces:
                form = client.reveal(view)
                assert self.attempt(verbs.reveal, person, form["nonce"], form["commitment"])

    def play(self, moves: int, choice: int) -> None:
        """Play several moves in turn."""
        for turn in range(moves):
            if self.table.turn is None:
                return
            if self.table.bot_turn:
                assert "moved" in self.script.move(choice + turn)
                continue
            person, version = self.script.person, self.table.version
            client_id = f"{person}-{len(self.sent)}"
            if self.table.clock.is_up(self.script.now, 0.0):
                return
            self.script.move(choice + turn, client_id=client_id, lag_s=choice / 200)
            made = next(event for event in self.script.events[version:] if event.client_id)
            self.sent.append((person, made.data["move"], version, client_id))
            self.answers[client_id] = made.version

    @rule(
        moves=st.integers(0, 15),
        choice=choices,
        seconds=st.sampled_from(SECONDS),
        deed=st.integers(0, 18),
        person=people,
        seat=seats,
    )
    def go_on(
        self, moves: int, choice: int, seconds: float, deed: int, person: str, seat: int
    ) -> None:
        """Play some moves, let time pass, then call another verb."""
        self.play(moves, choice)
        self.script.wait(seconds)
        attempt = self.attempt
        deeds: list[Callable[[], object]] = [
            lambda: self.come(person, seat),
            lambda: attempt(verbs.leave, person),
            lambda: attempt(verbs.time_out),
            lambda: attempt(verbs.check_time),
            lambda: self.pledge(person),
            lambda: self.reveal([person]),
            lambda: attempt(verbs.resume, down_until=self.script.now),
            lambda: attempt(verbs.offer, person, "takeback"),
            lambda: attempt(verbs.offer, person, "end"),
            lambda: attempt(verbs.answer, person, True),
            lambda: attempt(verbs.answer, person, False),
            lambda: attempt(verbs.mark_away, person),
            lambda: attempt(verbs.mark_back, person),
            lambda: attempt(verbs.claim, person, seat),
            lambda: attempt(verbs.return_to_seat, person),
            lambda: attempt(verbs.resign, person, seat=seat if seat >= 0 else None),
            lambda: attempt(verbs.rematch, person, "N3xtN3xtN3xt"),
            lambda: attempt(verbs.abort, person),
            lambda: None,
        ]
        deeds[deed]()

    @rule(away=people, others=st.permutations(PEOPLE), moves=st.integers(0, 8), choice=choices)
    def leave_and_return(self, away: str, others: list[str], moves: int, choice: int) -> None:
        """A person goes away, the others claim the seat, a stand-in plays, the person returns."""
        self.attempt(verbs.mark_away, away)
        self.script.wait(130)
        for other in others:
            for seat in self.table.seats_of(away):
                self.attempt(verbs.claim, other, seat)
        self.play(moves, choice)
        self.attempt(verbs.return_to_seat, away)

    @rule(asker=people, what=st.sampled_from(["takeback", "end"]), choice=choices)
    def agree(self, asker: str, what: str, choice: int) -> None:
        """A person makes an offer and everybody agrees, even those who need not."""
        self.play(1, choice)
        history, deals = self.table.position.history.copy(), self.table.deals
        self.attempt(verbs.offer, asker, what)
        for person in PEOPLE:
            self.attempt(verbs.answer, person, True)
        assert self.table.deals == deals
        assert history[: len(self.table.position.history)] == self.table.position.history

    @rule(which=choices, other=people)
    def send_again(self, which: int, other: str) -> None:
        """A resent move gets the same answer; from another person it is a new, late move."""
        if not self.sent:
            return
        person, text, version, client_id = self.sent[which % len(self.sent)]
        for sender in (person, other):
            with pytest.raises((Repeated, AzulejosError)) as again:
                verbs.move(self.table, sender, text, version, self.script.now, client_id=client_id)
            assert isinstance(again.value, Repeated) == (sender == person)
            if isinstance(again.value, Repeated):
                assert again.value.version == self.answers[client_id]

    @rule(person=people, text=st.text(max_size=12), choice=choices, back=st.integers(1, 20))
    def send_junk(self, person: str, text: str, choice: int, back: int) -> None:
        """Send texts that are no moves, and legal moves for an old or future version."""
        assert not self.attempt(verbs.move, person, text, self.table.version)
        moves = self.table.position.legal_moves or ["1B1"]
        for version in (self.table.position_version - back, self.table.version + back):
            assert not self.attempt(verbs.move, person, moves[choice % len(moves)], version)

    @rule(choice=choices, back=st.integers(0, 3))
    def think_late(self, choice: int, back: int) -> None:
        """Send a bot's move, perhaps for an old position or a person's seat."""
        moves = self.table.position.legal_moves or ["1B1"]
        is_due = bool(self.table.bot_turn) and back == 0
        version = self.table.position_version - back
        made = self.attempt(verbs.bot_move, moves[choice % len(moves)], version)
        assert bool(made) == is_due

    # ---- What is always true

    @invariant()
    def nothing_is_dealt_before_every_nonce_is_known(self) -> None:
        """And whoever revealed a nonce has seen all that the deals follow from."""
        assert self.table.status == "playing" or self.table.deals == 0 or self.table.finish
        for seat in self.table.seats if self.table.deals else ():
            assert seat.pledge == (fair.pledge_of(seat.nonce) if seat.nonce else "")

    @invariant()
    def versions_count_events(self) -> None:
        events = self.script.events
        assert [event.version for event in events] == [*range(1, len(events) + 1)]
        assert self.table.version == len(events)
        assert 0 <= self.table.position_version <= self.table.version
        assert [event.at for event in events] == sorted(event.at for event in events)

    @invariant()
    def ids_are_one_move_each(self) -> None:
        ids = [event.client_id for event in self.script.events if event.client_id]
        assert len(ids) == len(set(ids))

    @invariant()
    def clocks_are_within_what_was_given(self) -> None:
        clock, plan = self.table.clock, self.table.plan.clock
        moves = [event for event in self.script.events if event.kind == "moved"]
        for seat, bank in enumerate(clock.banks):
            earned = plan.increment_s * sum(event.data["seat"] == seat for event in moves)
            assert 0 <= bank <= plan.bank_s + plan.days * 86_400 + earned
            left = clock.left(seat, self.script.now)
            assert left is None or 0 <= left <= bank
        running = self.table.turn if self.table.status == "playing" else None
        assert clock.seat == running

    @invariant()
    def somebody_can_go_on(self) -> None:
        """While a game is being played it is the turn of a seat that is taken."""
        if self.table.status == "playing":
            assert self.table.turn is not None
            assert not any(seat.is_open for seat in self.table.seats)
            assert any(not seat.thinker for seat in self.table.seats) or not self.table.people()

    @invariant()
    def offers_await_somebody_who_decides(self) -> None:
        offer = self.table.offer
        if offer:
            waiting = set(range(len(self.table.seats))) - offer.agreed
            assert waiting
            assert all(not self.table.seats[seat].thinker for seat in waiting | {offer.seat})

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        if self.table.status in ("open", "playing"):
            told = make_view(self.table, PEOPLE[self.table.version % 4], self.script.now)
            text = told.model_dump_json()
            hidden = spellings(self.script.seed) | to_come(self.table)
            assert not [secret for secret in hidden if secret in text]

    @invariant()
    def a_game_ends_once(self) -> None:
        ends = [event.kind for event in self.script.events].count("finished")
        assert ends == (self.table.status == "over")
        if self.table.finish:
            assert sum(self.table.finish.shares) == pytest.approx(1)
            assert min(self.table.finish.ranks) == 1
            out = [self.table.finish.ranks[seat] for seat in self.table.out]
            others = len(self.table.seats) - len(out)
            assert out == [others + 1] * len(out)

    def teardown(self) -> None:
        if not hasattr(self, "script"):
            return
        assert contents(self.script.replayed()) == contents(self.table)
        if self.table.status == "over":
            record = make_record(self.table)
            assert fair_check.check(record).deals == self.table.deals
            for client in self.fair.values():
                if set(client.kept.get("nonces", ())) & set(self.table.nonces):
                    kept = fair_check.read_kept(client.kept)
                    assert fair_check.check(record, kept).proof == "whole"
        deals = [event.data["deal"] for event in self.script.events if event.kind == "dealt"]
        assert len(deals) == self.table.deals


TestClients = Clients.TestCase
TestClients.settings = settings(max_examples=EXAMPLES, stateful_step_count=30, deadline=None)
