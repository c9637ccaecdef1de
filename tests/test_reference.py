"""The rules against `tests/reference`, a slow second reading of them that shares no code: the same
moves are legal and the same positions follow, and fresh records are judged as they claim.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from azulejos.contract.game import Verdict
from azulejos.contract.rules import Json
from azulejos.games import GAMES
from azulejos.position import Position
from tests.examples import examples
from tests.reference.azul import Azul
from tests.reference.azul_faults import FAULTS as AZUL_FAULTS
from tests.reference.blue import Blue
from tests.reference.blue_games import FAULTS as BLUE_FAULTS
from tests.reference.invent import LEGAL_KINDS, play
from tests.reference.replay import replay_azul, replay_blue
from tests.walk import VARIANTS, Script, walk, whole_games

Reference = Azul | Blue

REPLAYS: dict[str, Callable[[Json], Iterator[tuple[Any, Reference]]]] = {
    "azul": replay_azul,
    "blue": replay_blue,
}
FAULTS = {"azul": AZUL_FAULTS, "blue": BLUE_FAULTS}
KINDS = [(game, kind) for game in GAMES for kind in LEGAL_KINDS[game]]

seeds = st.integers(0, 2**32)
seeded = settings(phases=[Phase.reuse, Phase.generate])  # a smaller seed is no simpler game
every_kind = pytest.mark.parametrize(("game", "kind"), KINDS)


def open_reference(data: Json) -> Reference:
    """The reference's game with the options of an opening position."""
    if data["game"] == "azul":
        return Azul(data["players"], data["wall"], data["first"])
    return Blue(data["players"], data["colours"], data["tiles_per_type"], data["draw"])


def follow(reference: Reference, event: str) -> None:
    """Do in the reference's game what an event says."""
    if isinstance(reference, Azul):
        if reference.phase == "deal":
            reference.deal([display.strip("-") for display in event.split()])
        elif reference.phase == "tiling":
            reference.choose(reference.turn, event)
        else:
            reference.take(event)
    elif ":" in event:
        reference.lay(event)
    else:
        reference.draw_tile(event)


def compare(position: Position, reference: Reference) -> None:
    told, expected = position.to_json(), reference.as_json()
    if isinstance(reference, Blue):
        told.pop("phase", None)  # the contract has none in BLUE; ours says that a draw is due
    assert told == expected
    assert set(position.legal_moves) == set(reference.legal_moves())


@pytest.mark.parametrize("variant", VARIANTS)
@given(script=whole_games)
@settings(max_examples=examples(10))
def test_games_go_in_lockstep_with_the_reference(variant: str, script: Script) -> None:
    reference: Reference | None = None
    for position in walk(variant, script):
        if reference is None:
            reference = open_reference(position.to_json())
        else:
            follow(reference, position.history[-1])
        compare(position, reference)
    assert reference is not None
    assert position.outcome is not None
    assert list(position.outcome.winners) == reference.winners()
    assert list(position.outcome.scores) == reference.final()["scores"]


def options_of(record: Json) -> Json:
    """The options of a record's table, as a position takes them."""
    names = [option.name for option in GAMES[record["game"]].options(record["players"])]
    return {name: as_choice(record[name]) for name in names}


def as_choice(value: object) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


@every_kind
@given(seed=seeds)
@settings(seeded, max_examples=2)
def test_games_of_every_style_go_in_lockstep(game: str, kind: str, seed: int) -> None:
    record = play(random.Random(seed), game, kind)
    position = Position(game, record["players"], **options_of(record))
    for (_, event), reference in REPLAYS[game](record):
        deal = " ".join(display or "-" for display in event) if isinstance(event, list) else event
        position.push(deal)
        compare(position, reference)
    assert position.is_over


def spoilt(dice: random.Random, record: Json) -> Iterator[Json]:
    """A record with each fault that finds a place in it."""
    for spoil in FAULTS[record["game"]].values():
        faulty = spoil(dice, record)
        if faulty is not None:
            yield faulty


@every_kind
@given(seed=seeds)
@settings(seeded, max_examples=examples(10))
def test_fresh_records_are_judged_as_they_claim(game: str, kind: str, seed: int) -> None:
    dice = random.Random(seed)
    record = play(dice, game, kind)
    assert GAMES[game].judge(record) == Verdict()
    for faulty in spoilt(dice, record):
        assert GAMES[game].judge(faulty).place == faulty["illegal"]


def test_the_shared_records_are_judged_as_they_claim(conformance: dict[str, list[Json]]) -> None:
    assert set(conformance) == set(GAMES)
    for name, records in conformance.items():
        for record in records:
            verdict = GAMES[name].judge(record)
            assert verdict.place == record.get("illegal")
            assert verdict.place or verdict == Verdict()
