"""R16: plays fuzzed games at a table and searches all output of the table for secrets.

There are two checks. Every text is searched for the seed and for the entropy and tiles of future
deals. And a twin of the table with the same events and another seed must produce the same output:
whatever depended on the seed would differ. `python -m tests.server.leaks 10000` plays more games
than the tests do.
"""

import base64
import json
import random
import sys
from collections.abc import Callable, Iterator

from azulejos.errors import AzulejosError
from azulejos.server.play.updates import encode_event
from azulejos.server.table import fair, fair_check, verbs
from azulejos.server.table.events import Event
from azulejos.server.table.replay import make_record, make_replay
from azulejos.server.table.table import Table, event_steps
from azulejos.server.table.view import make_summary, make_view
from azulejos.text import LANGUAGES
from tests.server.script import LIVE, NONE, variant_script
from tests.walk import VARIANTS

BLIND = {f"blue-{n}-blind": (f"blue-{n}", {"draw": "blind"}) for n in (2, 3)}
FUZZED: dict[str, tuple[str, dict[str, str]]]
FUZZED = {variant: (variant, {}) for variant in VARIANTS} | BLIND
VIEWERS = ["ann", "bob", "cat", "dan", "eve", ""]  # eve is a stranger, "" is nobody known
MAX_STEPS = 400
WHOLE = 10  # one game of so many is played to its end, the others to somewhere in the middle


def spellings(seed: bytes) -> set[str]:
    """The spellings in which a seed could leak."""
    number = int.from_bytes(seed, "big")
    texts = {seed.hex(), f"{number}", f"{number:x}", repr(seed)[2:-1], str(list(seed))[1:-1]}
    texts |= {base64.b64encode(seed).decode()[:-1], base64.urlsafe_b64encode(seed).decode()[:-1]}
    return texts | {seed.hex().upper(), seed.hex()[:16], seed.hex()[-16:]}


def to_come(table: Table) -> set[str]:
    """The spellings in which the entropy of the next deals could leak."""
    numbers = [
        fair.entropy(table.seed, table.plan.id, table.texts, table.deals + n, table.nonces)
        for n in range(3)
    ]
    return {f"{number}" for number in numbers} | {f"{number:x}" for number in numbers}


def output(table: Table, events: list[Event], now: float, people: list[str]) -> Iterator[str]:
    """Everything that a table shows to clients, except its events."""
    for person in people:
        yield make_view(table, person, now).model_dump_json()
    yield json.dumps(make_summary(table))
    if len(people) == len(VIEWERS):
        yield make_record(table).to_text()
        yield make_replay(table, events).model_dump_json()


class Game:
    """One fuzzed game, with all output before its end."""

    def __init__(self, variant: str, number: int):
        self.dice = random.Random(f"{variant} {number}")
        self.is_whole = number % WHOLE == 0
        variant, options = FUZZED[variant]
        clock = self.dice.choice([NONE, LIVE])
        seed = self.dice.getrandbits(255) | 1 << 254
        self.script = variant_script(variant, seed, clock=clock, options=options)
        self.hidden = spellings(self.script.seed)
        self.received: list[str] = []  # output before the next deal
        self.searched = 0  # letters
        names = [*VIEWERS[: self.script.plan.players - 1], "dan"]
        if self.dice.random() < 0.3:
            names[0] = "level1"
        for name in names:
            self.attempt(lambda name=name: self.script.sit(name))  # type: ignore[misc]

    def search(self, texts: Iterator[str] | list[str]) -> None:
        """Fail if a secret occurs in the output."""
        script = self.script
        assert script.table.status != "over"
        hidden = self.hidden | to_come(script.table)
        for text in texts:
            assert not [secret for secret in hidden if secret in text], text
            self.received.append(text)
            self.searched += len(text)

    def attempt(self, deed: Callable[[], object]) -> None:
        """Call a verb, which may be refused, and record the output."""
        script, before = self.script, self.script.table.copy()
        made = len(script.events)
        try:
            deed()
        except AzulejosError as wrong:
            self.search([wrong.message(language) for language in LANGUAGES])
        except verbs.Repeated as again:
            self.search([str(again)])
        lines = []
        for event in script.events[made:]:
            if event.kind == "dealt" and len(event.data["deal"]) > 15:
                assert not any(event.data["deal"] in text for text in self.received)
            lines.append(encode_event(event, event_steps(before, event)))
            before.apply(event)
        if script.table.status != "over":
            self.search(lines)

    def step(self) -> None:
        """Call a random verb."""
        script, dice = self.script, self.dice
        person, seat = dice.choice(VIEWERS), dice.randrange(4)
        script.wait(dice.choice([0.1, 1.0, 3.0]))
        if dice.random() < 0.9:
            self.attempt(lambda: script.move(dice.randrange(1000)))
            return
        junk = dice.choice(["3B2", "CRF", "1>5", "0,0:wgwb", "<BBYR>", "b", "seed", "\0"])
        deeds: list[Callable[[], object]] = [
            lambda: script.do(verbs.move, person, junk, script.table.version),
            lambda: script.do(verbs.bot_move, junk, script.table.position_version),
            lambda: script.do(verbs.offer, person, "takeback"),
            lambda: script.do(verbs.answer, person, dice.random() < 0.5),
            lambda: script.do(verbs.mark_away, person),
            lambda: script.do(verbs.mark_back, person),
            lambda: script.wait(40).do(verbs.claim, person, seat),
            lambda: script.do(verbs.return_to_seat, person),
            lambda: script.do(verbs.time_out),
            lambda: script.do(verbs.join, verbs.Newcomer(person, person)),
        ]
        self.attempt(dice.choice(deeds))

    def look(self) -> None:
        """Compare all views with those of the twin."""
        script = self.script
        people = VIEWERS if self.is_whole else self.dice.sample(VIEWERS, 2)
        seen = list(output(script.table, script.events, script.now, people))
        self.search(seen)
        twin = Table(script.plan, b"\0" * fair.SEED_BYTES, script.events)
        assert list(output(twin, script.events, script.now, people)) == seen

    def play(self) -> int:
        """Play a game, to its end or for some steps; return the number of characters searched."""
        look_at, step = self.dice.randrange(50), 0
        while self.script.table.status == "playing" and step < MAX_STEPS:
            if step == look_at:
                self.look()
                if not self.is_whole:
                    return self.searched
            self.step()
            step += 1
        self.end()
        return self.searched

    def end(self) -> None:
        """Check that the finished game shows its seed, and that the record is fair."""
        script = self.script
        assert script.table.status == "over"
        seen = make_view(script.table, "", script.now)
        assert seen.fair.seed == script.seed.hex()
        assert fair_check.check(make_record(script.table)).deals == script.table.deals


def main() -> None:
    games = int(sys.argv[1])
    searched = 0
    for number in range(games // len(FUZZED) + 1):
        searched += sum(Game(variant, number).play() for variant in FUZZED)
    played = (games // len(FUZZED) + 1) * len(FUZZED)
    print(f"{played} games, {searched / 1e6:.0f} million letters searched, nothing found")


if __name__ == "__main__":
    main()
