"""The reference holds against the shared records, and its inventions are what they claim."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .azul_deal_faults import DEAL_FAULTS, DealFault
from .invent import ILLEGAL_KINDS, LEGAL_KINDS, invent, invent_mix
from .judge import judge
from .replay import replay_azul, replay_blue

Json = dict[str, Any]

CONFORMANCE = Path(__file__).parent.parent / "conformance"
FILES = {  # with the number of records in each
    "azul-games.jsonl": 421,
    "azul-illegal.jsonl": 198,
    "blue-games.jsonl": 198,
    "blue-illegal.jsonl": 99,
}
KINDS = [(game, kind) for game in LEGAL_KINDS for kind in LEGAL_KINDS[game] + ILLEGAL_KINDS[game]]
RESULTS = {"scores", "blocked", "final", "illegal"}


def claims(record: Json) -> Json:
    return {key: value for key, value in record.items() if key in RESULTS}


def through_json(record: Json) -> Json:
    loaded: Json = json.loads(json.dumps(record))
    return loaded


@pytest.mark.parametrize("name", FILES)
def test_shared_records_are_judged_right(name: str) -> None:
    records = [json.loads(line) for line in (CONFORMANCE / name).read_text().splitlines()]
    assert len(records) == FILES[name]
    wrong = [number for number, record in enumerate(records) if judge(record) != claims(record)]
    assert wrong == []


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_invented_records_are_judged_as_they_claim(game: str, kind: str) -> None:
    rng = random.Random(f"{game} {kind}")
    for _ in range(2 if kind in ("hoard", "A23-supply") else 6):
        record = through_json(invent(rng, game, kind))
        assert judge(record) == claims(record)
        assert ("illegal" in record) == (kind in ILLEGAL_KINDS[game])
        if "illegal" in record:
            assert record["illegal"]["clause"] == kind.partition("-")[0]


def test_each_way_to_spoil_a_deal_is_found() -> None:
    rng = random.Random(6)
    found = dict.fromkeys(DEAL_FAULTS, 0)
    for style in ["aimless", "tower", "tower", "jam", "tower", "tower", "jam"]:
        record = invent(rng, "azul", style)
        for spoil, faulty, number in spoilt_deals(rng, record):
            rounds = [*record["rounds"][:number], {"deal": faulty, "moves": []}]
            verdict = judge({**record, "rounds": rounds})
            assert verdict == {"illegal": {"clause": "A6", "round": number, "move": None}}
            found[spoil] += 1
    assert all(found.values()), found


def spoilt_deals(rng: random.Random, record: Json) -> Iterator[tuple[DealFault, list[str], int]]:
    """The deals of a game from the second on, each spoilt in every way that it can be."""
    number = 0
    for _, game in replay_azul(record):
        if game.phase != "deal":
            continue
        number += 1
        for spoil in DEAL_FAULTS:
            deal = list(record["rounds"][number]["deal"])
            faulty = spoil(rng, deal, Counter(game.bag), Counter(game.lid))
            if faulty is not None:
                yield spoil, faulty, number


def test_same_seed_same_records() -> None:
    assert list(invent_mix(random.Random(3), 12)) == list(invent_mix(random.Random(3), 12))


# -- laws of the positions ------------------------------------------------------------------------


def tiles_in(position: Json) -> str:
    boards = position["boards"]
    loose = "".join([*position["displays"], position["centre"]])
    boarded = "".join("".join([*b["lines"], *b["wall"], b["floor"]]) for b in boards)
    heaped = "".join(c * position[heap][c] for heap in ("bag", "lid") for c in "BYRKW")
    return loose + boarded + heaped


@pytest.mark.parametrize("style", [style for style in LEGAL_KINDS["azul"] if style != "hoard"])
def test_azul_keeps_its_tiles_and_moves(style: str) -> None:
    rng = random.Random(style)
    record = invent(rng, "azul", style)
    for _, game in replay_azul(record):
        position = game.as_json()
        assert all(tiles_in(position).count(colour) == 20 for colour in "BYRKW")  # A2
        assert all(len(board["floor"]) <= 7 for board in position["boards"])  # A14, A15
        held = sum("M" in board["floor"] for board in position["boards"])
        assert held <= (position["marker"] != "centre")
        assert bool(game.legal_moves()) == (game.phase in ("offer", "tiling"))
        if game.phase == "tiling":
            assert len(game.legal_moves()) > 1
        assert ("phase" in position) == (game.phase in ("deal", "over"))
        if game.phase != "offer":
            assert position["displays"] == [""] * (2 * game.players + 1)


@pytest.mark.parametrize("style", LEGAL_KINDS["blue"])
def test_blue_always_has_a_move(style: str) -> None:
    record = invent(random.Random(style), "blue", style)
    for (step, _), game in replay_blue(record):
        position = game.as_json()
        laid = len(position["tiles"])
        assert laid + sum(position["left"].values()) == 3 * position["tiles_per_type"]
        assert position["turn"] == laid % position["players"]
        assert ("drawn" in position) == (step == "draw")
        if step == "draw" or (game.draw == "open" and not game.is_over()):
            assert game.legal_moves()  # B8
        else:
            assert game.legal_moves() == []
        spaces = {move.split(":")[0] for move in game.legal_moves()}
        assert not spaces & set(game.blocked())
