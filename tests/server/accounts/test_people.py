"""People: guests, accounts, and names that belong to accounts."""

import unicodedata
from contextlib import suppress

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from azulejos.server.accounts.names import MAX_LETTERS, BadName, clean_name, name_key
from azulejos.server.accounts.people import NOBODYS_HASH
from tests.server.running import FOR_TWO, ON_ONE_DEVICE, Running, code, create, me, ok

LOOKALIKES = [
    ("Ana", "ANA"),
    ("Ana", "Аnа"),  # with two Cyrillic letters
    ("level", "1eve1"),
    ("alex", "aIex"),
    ("Carne", "Came"),
    ("Ana", "Ａｎａ"),  # full width
    ("Bob", "B0b"),
    ("Ana Bia", "AnaBia"),
    ("Ana", "ᴀɴᴀ"),  # small capitals
    ("Ana", "Anạ"),  # with a dot below
    ("Ana", "A\u0336na"),  # with a stroke
]
UNSEEN = [
    "",
    "   ",
    "\u200b",
    "a\u202eb",
    "a\u0000b",
    "\ud800",
    "a\u0301\u0301\u0301\u0301",
    "!?",
    "x" * 25,
    "\u1160",
    "\u3164\u034f",
]
UNSEEN_SIGNS = (
    0x34F,
    0x115F,
    0x1160,
    0x17B4,
    0x180B,
    0x2800,
    0x3164,
    0xFE00,
    0xFE0F,
    0xFFA0,
    0xE0100,
)


@pytest.mark.parametrize(("one", "other"), LOOKALIKES)
def test_names_that_look_alike_have_the_same_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_names_that_differ_have_different_keys() -> None:
    names = ["Ana", "Bia", "José", "Jose", "Ana2", "Иван", "田中", "Ana-Bia"]
    assert len({name_key(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", UNSEEN)
def test_invisible_names_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("sign", UNSEEN_SIGNS, ids=hex)
def test_signs_that_are_not_seen_are_removed(sign: int) -> None:
    for name in (f"Ana{chr(sign)}", f"{chr(sign)}Ana", f"A{chr(sign)}na"):
        assert clean_name(name) == "Ana"
        assert name_key(name) == name_key("Ana")


def test_no_sign_of_unicode_hides_in_a_name() -> None:
    """A sign that fonts do not draw gives neither another name nor another key."""
    for sign in map(chr, range(0x110000)):
        if unicodedata.category(sign) in ("Cf", "Zs") or "FILLER" in unicodedata.name(sign, ""):
            with suppress(BadName):
                assert name_key(clean_name(f"A{sign}na")) == name_key("Ana"), ascii(sign)


def test_nobody_carries_the_name_of_an_account(running: Running) -> None:
    """Neither as a guest nor as the label of a seat, however it is written."""
    owner, other = running.account("Beatriz"), running.guest()
    two = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Beatriz"}]
    for name in ("Beatriz", "BEATRIZ", "Beatriz\u034f", "\u1160Beatriz", "Beatr1z", "Beatrịz"):
        form = {"game": "azul", "seats": [two[0], {"kind": "me", "name": name}]}
        assert code(other.post("/api/v1/tables", json=form)) == (409, "people.name_taken")
        table = create(running.guest(), FOR_TWO)["table"]
        joined = other.post(f"/api/v1/tables/{table}/join", json={"name": name})
        assert code(joined) == (409, "people.name_taken")
        guest = running.client().post("/api/v1/guests", json={"name": name})
        assert code(guest) == (409, "people.name_taken")
    assert create(owner, {"game": "azul", "seats": two})["status"] == "playing"
    bad = {"game": "azul", "seats": [two[0], {"kind": "me", "name": "\u1160"}]}
    assert code(other.post("/api/v1/tables", json=bad)) == (422, "people.name")


def test_names_with_mixed_scripts_are_refused() -> None:
    assert clean_name("  Иван   2 ") == "Иван 2"
    with pytest.raises(BadName) as refused:
        clean_name("Ивaн")
    assert refused.value.code == "people.name_scripts"


@given(st.text(max_size=40))
def test_a_clean_name_stays_the_same_and_is_short(name: str) -> None:
    try:
        cleaned = clean_name(name)
    except BadName:
        return
    assert clean_name(cleaned) == cleaned
    assert 1 <= len(cleaned) <= MAX_LETTERS
    assert cleaned.isprintable()
    assert name_key(cleaned) == name_key(name)


def test_a_guest_plays_at_once(running: Running) -> None:
    guest = running.guest("Ana")
    who = ok(guest.get("/api/v1/me"))
    assert (who["name"], who["kind"], who["language"]) == ("Ana", "guest", "en")
    assert create(guest, ON_ONE_DEVICE)["status"] == "playing"


def test_a_visitor_is_null_or_a_person(running: Running) -> None:
    guest = running.guest("Ana")
    assert ok(running.client().get("/api/v1/visitor")) == {"person": None, "warning": None}
    assert ok(guest.get("/api/v1/visitor")) == {
        "person": ok(guest.get("/api/v1/me")),
        "warning": None,
    }


def test_a_guest_without_a_name_gets_a_generated_one(running: Running) -> None:
    names = {ok(running.guest().get("/api/v1/me"))["name"] for _ in range(5)}
    assert len(names) > 1


def test_a_second_request_returns_the_same_guest(running: Running) -> None:
    guest = running.guest("Ana")
    first = me(guest)
    assert ok(guest.post("/api/v1/guests", json={"name": "Bia"}), 201)["id"] == first


def test_a_guest_can_change_its_name_and_anybody_the_language(running: Running) -> None:
    guest = running.guest("Ana")
    changed = ok(guest.patch("/api/v1/me", json={"name": "Bia", "language": "pt-BR"}))
    assert (changed["name"], changed["language"]) == ("Bia", "pt-BR")
    account = running.account("Changer")
    assert ok(account.patch("/api/v1/me", json={"language": "es"}))["name"] == "Changer"


def test_a_guest_claims_an_account_and_keeps_everything(running: Running) -> None:
    guest = running.guest("Clara")
    before, table = me(guest), create(guest, ON_ONE_DEVICE)["table"]
    form = {"name": "Clara C", "password": "correct horse"}
    claimed = ok(guest.post("/api/v1/account", json=form), 201)
    assert (claimed["id"], claimed["kind"], claimed["name"]) == (before, "account", "Clara C")
    games = ok(guest.get(f"/api/v1/people/{before}/tables"))["tables"]
    assert [game["table"] for game in games] == [table]
    assert code(guest.post("/api/v1/account", json=form)) == (409, "people.is_account")
    again = running.client()
    assert ok(again.post("/api/v1/sessions", json=form), 201)["id"] == before


def test_an_account_owns_its_name(running: Running) -> None:
    running.account("Olivia")
    for name in ("Olivia", "OLIVIA", "0livia", "level3", "Level 3"):
        refused = running.client().post("/api/v1/guests", json={"name": name})
        assert code(refused) == (409, "people.name_taken")
    guest = running.guest("Somebody")
    form = {"name": "oIivia", "password": "correct horse"}
    assert code(guest.post("/api/v1/account", json=form)) == (409, "people.name_taken")
    assert code(guest.patch("/api/v1/me", json={"name": "Olivia"})) == (409, "people.name_taken")


def test_an_account_that_has_played_cannot_become_a_program(running: Running) -> None:
    account = running.account("Played")
    create(account, ON_ONE_DEVICE)
    assert code(account.post("/api/v1/account/program")) == (409, "people.played")
    guest = running.guest()
    assert code(guest.post("/api/v1/account/program")) == (409, "people.no_account")
    fresh = running.account("Fresh")
    for _ in range(2):  # asked again it is what it is
        assert ok(fresh.post("/api/v1/account/program"))["kind"] == "program"


def test_missing_sign_in_and_unknown_people_are_refused(running: Running) -> None:
    assert code(running.client().get("/api/v1/me")) == (401, "people.sign_in")
    assert code(running.client().get("/api/v1/people/abcdefgh")) == (404, "people.unknown")


def test_checking_without_a_hash_takes_as_long_as_with_one() -> None:
    """The hash that is checked instead was computed with the same parameters."""
    assert not PasswordHasher().check_needs_rehash(NOBODYS_HASH)
