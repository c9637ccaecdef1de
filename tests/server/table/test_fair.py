"""R17, R19: deals follow from a committed seed, and anybody can check them afterwards."""

import hashlib
import hmac
import json
from collections import Counter
from itertools import permutations

import pytest

from azulejos.record import Record
from azulejos.record_reader import read_records
from azulejos.server.table import fair, fair_check, verbs
from azulejos.server.table.fair_check import Unfair
from azulejos.server.table.replay import make_record
from tests.server.script import Script, code_of, variant_script
from tests.walk import VARIANTS


def played(variant: str = "azul-2-coloured", seed: int = 1) -> Record:
    """The record of a whole game after a round trip through text."""
    script = variant_script(variant, seed)
    people = ["ann", "bob", "cat", "dan"][: script.plan.players]
    script.sit(*people).finish((3, 1, 4, 1, 5))
    return read_records(make_record(script.table).to_text())[0]


def changed(record: Record, **headers: str | None) -> Record:
    """A record with some headers changed or removed."""
    kept = {name: value for name, value in (record.headers | headers).items() if value is not None}
    return Record(record.game, record.players, record.options, headers=kept, entries=record.entries)


# ---- What follows from a seed


def test_r19_seeds_have_32_bytes_and_differ() -> None:
    seeds = {fair.make_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_r19_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert fair.commitment(b"\1" * 32) == hashlib.sha256(b"\1" * 32).hexdigest()


def test_r19_entropy_is_as_documented() -> None:
    """Computed again without our code, as others would."""
    seed, said = bytes(range(32)), '["T4ble",["","olá \\"2\\""],7]'
    digest = hmac.new(seed, said.encode(), "sha256").digest()
    assert fair.entropy(seed, "T4ble", ["", 'olá "2"'], 7) == int.from_bytes(digest[:8], "big")
    said = '["T4ble",["",""],["ab",""],0]'
    digest = hmac.new(seed, said.encode(), "sha256").digest()
    drawn = fair.entropy(seed, "T4ble", ["", ""], 0, ["ab", ""])
    assert drawn == int.from_bytes(digest[:8], "big")


def test_r17_entropy_differs_by_deal_table_text_and_seed() -> None:
    seeds = [bytes([n]) * 32 for n in range(3)]
    texts = [["a", "b"], ["ab", ""], ["", "ab"], ["b", "a"], ['a","b', ""]]
    drawn = {
        fair.entropy(seed, table, said, number)
        for seed in seeds
        for table in ("one", "two")
        for said in texts
        for number in range(-1, 30)
    }
    assert len(drawn) == len(seeds) * 2 * len(texts) * 31


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r19_every_seating_is_equally_likely(players: int) -> None:
    """Chi-square test over 6,000 tables; a fair draw fails once in 10,000 times."""
    texts = [""] * players
    drawn = Counter(
        tuple(fair.draw_seating(n.to_bytes(32, "big"), "T4ble", texts)) for n in range(6000)
    )
    orders = list(permutations(range(players)))
    expected = 6000 / len(orders)
    chi_square = sum((drawn[order] - expected) ** 2 / expected for order in orders)
    assert chi_square < {2: 15.1, 3: 25.7, 4: 54.4}[players]


# ---- Checking


@pytest.mark.parametrize("variant", VARIANTS)
def test_r19_the_record_of_every_variant_can_be_checked(variant: str) -> None:
    record = played(variant)
    deals = sum(entry.is_deal for entry in record.entries)
    assert fair_check.check(record).deals == deals


def test_r19_a_blind_game_is_checked_draw_by_draw() -> None:
    script = Script("blue", 2, options={"draw": "blind"}).sit("ann", "bob").finish((2, 7))
    assert fair_check.check(make_record(script.table)).deals > 20


def test_r19_a_record_as_json_can_be_checked() -> None:
    text = json.dumps(played().to_json())
    assert fair_check.check(read_records(text)[0]).deals > 3


def test_r19_a_resigned_game_can_be_checked() -> None:
    script = Script(players=3).sit("ann", "bob", "cat")
    script.do(verbs.resign, "ann")
    script.do(verbs.resign, "bob")
    assert fair_check.check(make_record(script.table)).deals == 1


def test_r19_a_manipulated_deal_is_found() -> None:
    """The first deal in another order, without the moves, is legal but not the drawn one."""
    record = played()
    displays = record.entries[0].text.split()
    record.entries = record.entries[:1]
    record.entries[0].text = " ".join([*displays[1:], displays[0]])
    assert displays[1:] + displays[:1] != displays
    with pytest.raises(Unfair) as refused:
        fair_check.check(record)
    assert code_of(refused) == "fair.deal"


@pytest.mark.parametrize("name", ["fair_seed", "fair_commitment"])
def test_r19_a_changed_seed_is_found(name: str) -> None:
    with pytest.raises(Unfair) as refused:
        fair_check.check(changed(played(), **{name: "00" * 32}))
    assert code_of(refused) == "fair.commitment"


@pytest.mark.parametrize("name", ["table", "fair_texts"])
def test_r19_a_changed_table_or_text_is_found(name: str) -> None:
    other = '["x", "y"]' if name == "fair_texts" else "An0therTable"
    with pytest.raises(Unfair) as refused:
        fair_check.check(changed(played(), fair_order=None, **{name: other}))
    assert code_of(refused) == "fair.deal"


def test_r19_a_manipulated_seating_is_found() -> None:
    record = played()
    order = json.loads(record.headers["fair_order"])
    with pytest.raises(Unfair) as refused:
        fair_check.check(changed(record, fair_order=json.dumps(order[::-1])))
    assert code_of(refused) == "fair.seating"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("table", None),
        ("fair_seed", None),
        ("fair_seed", "no hex"),
        ("fair_commitment", None),
        ("fair_texts", None),
        ("fair_texts", "7"),
        ("fair_texts", "["),
        ("fair_texts", '["only one"]'),
        ("fair_texts", '["\\ud800", ""]'),
        ("fair_texts", "[" * 100_000),
        ("fair_order", "[0, 0]"),
        ("fair_order", "[1e999]"),
        ("fair_order", '["x", {}]'),
    ],
)
def test_r19_unreadable_headers_are_reported(name: str, value: str | None) -> None:
    with pytest.raises(Unfair) as refused:
        fair_check.check(changed(played(), **{name: value}))
    assert code_of(refused) == "fair.headers"


def test_r19_texts_in_any_script_can_be_checked() -> None:
    script = Script()
    for person, text in (("ann", 'ação "x" \\ 👨‍👩‍👧'), ("bob", "]} \u2028 ' --")):
        script.do(verbs.join, verbs.Newcomer(person, person, text=text))
    record = read_records(make_record(script.finish().table).to_text())[0]
    assert fair_check.check(record).deals > 3
