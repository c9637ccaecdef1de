"""Passkeys: adding, naming, removing, signing in, and everything that must not work."""

import base64
import json
from typing import Any

import pytest

from azulejos.server.accounts import passkeys
from azulejos.server.ids import make_id
from azulejos.server.timing import TIMING
from tests.server.authenticator import PRESENT, Authenticator, encoded
from tests.server.running import Browser, Running, code, me, ok

PASSWORD = "a long sentence"
WRONG = (401, "people.passkey")


def new_account(running: Running) -> Browser:
    """An account with a name that no test has used, also when it is tried again."""
    return running.account(f"Chave {make_id()}", PASSWORD)


def start(owner: Browser, password: str = PASSWORD) -> dict[str, Any]:
    """The options with which a browser makes a passkey."""
    form = {"password": password}
    made = ok(owner.post("/api/v1/account/passkey_options", json=form), 201)
    options: dict[str, Any] = made["options"]
    return options


def add(running: Running, owner: Browser) -> Authenticator:
    device = Authenticator(running.url)
    ok(owner.post("/api/v1/account/passkeys", json=device.create(start(owner))), 201)
    return device


def challenge(visitor: Browser) -> dict[str, Any]:
    """The options with which a browser signs in."""
    options: dict[str, Any] = ok(visitor.post("/api/v1/passkey_sessions/options"), 201)["options"]
    return options


def sign_in(visitor: Browser, form: dict[str, str]) -> Any:
    return visitor.post("/api/v1/passkey_sessions", json=form)


def test_a_passkey_signs_its_account_in_until_it_is_removed(running: Running) -> None:
    owner = new_account(running)
    device = add(running, owner)
    [listed] = ok(owner.get("/api/v1/account/passkeys"))
    assert (listed["name"], listed["used_at"]) == ("My phone", None)
    path = f"/api/v1/account/passkeys/{listed['id']}"
    ok(owner.patch(path, json={"name": "Old phone"}), 204)

    for _ in range(2):
        visitor = running.client()
        options = challenge(visitor)
        assert options["userVerification"] == "required"
        assert "allowCredentials" not in options or options["allowCredentials"] == []
        assert ok(sign_in(visitor, device.sign(options)), 201)["id"] == me(owner)
        assert me(visitor) == me(owner)
    [listed] = ok(owner.get("/api/v1/account/passkeys"))
    assert listed["name"] == "Old phone"
    assert listed["used_at"] is not None

    stranger = new_account(running)
    assert code(stranger.patch(path, json={"name": "Mine"})) == (404, "people.no_passkey")
    assert code(stranger.delete(path)) == (404, "people.no_passkey")
    ok(owner.delete(path), 204)
    visitor = running.client()
    assert code(sign_in(visitor, device.sign(challenge(visitor)))) == WRONG


def test_adding_a_passkey_needs_the_password_of_an_account(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = new_account(running)
    path = "/api/v1/account/passkey_options"
    assert code(owner.post(path, json={"password": "not this one"})) == (401, "people.login")
    guest = running.guest().post(path, json={"password": PASSWORD})
    assert code(guest) == (409, "people.no_account")
    options = start(owner)
    assert options["authenticatorSelection"]["residentKey"] == "required"
    device = add(running, owner)
    assert [each["id"] for each in start(owner)["excludeCredentials"]] == [encoded(device.id)]
    again = owner.post("/api/v1/account/passkeys", json=device.create(start(owner)))
    assert code(again) == WRONG
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 1)
    refused = owner.post(path, json={"password": PASSWORD})
    assert code(refused) == (409, "people.many_passkeys")


def test_an_answer_to_a_challenge_counts_once_and_only_for_its_purpose(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, other = new_account(running), new_account(running)
    device, visitor = add(running, owner), running.client()
    form = device.sign(challenge(visitor))
    ok(sign_in(visitor, form), 201)
    assert code(sign_in(running.client(), form)) == WRONG  # replayed
    made_up = {"rpId": "127.0.0.1", "challenge": encoded(b"a" * 43)}
    assert code(sign_in(visitor, device.sign(made_up))) == WRONG  # nobody has asked for it
    options = start(owner)  # of adding, to sign in with
    signing = {"rpId": options["rp"]["id"], "challenge": options["challenge"]}
    assert code(sign_in(visitor, device.sign(signing))) == WRONG
    theirs = Authenticator(running.url).create(start(owner))  # begun by somebody else
    assert code(other.post("/api/v1/account/passkeys", json=theirs)) == WRONG
    monkeypatch.setattr(TIMING, "challenge_s", -1.0)
    assert code(sign_in(visitor, device.sign(challenge(visitor)))) == WRONG  # too late


def test_wrong_answers_are_refused(running: Running) -> None:
    owner, visitor = new_account(running), running.client()
    device = add(running, owner)

    device.origin = "https://evil.example"
    assert code(sign_in(visitor, device.sign(challenge(visitor)))) == WRONG
    elsewhere = Authenticator("https://evil.example").create(start(owner))
    assert code(owner.post("/api/v1/account/passkeys", json=elsewhere)) == WRONG
    device.origin = running.url

    other_host = challenge(visitor) | {"rpId": "evil.example"}
    assert code(sign_in(visitor, device.sign(other_host))) == WRONG
    device.flags = PRESENT  # whoever holds it did not enter a PIN or show a finger
    assert code(sign_in(visitor, device.sign(challenge(visitor)))) == WRONG
    fresh = Authenticator(running.url, flags=PRESENT).create(start(owner))
    assert code(owner.post("/api/v1/account/passkeys", json=fresh)) == WRONG
    device.flags = Authenticator("").flags

    thief = Authenticator(running.url, id=device.id)  # knows the id, has not got the key
    assert code(sign_in(visitor, thief.sign(challenge(visitor)))) == WRONG
    ok(sign_in(visitor, device.sign(challenge(visitor))), 201)
    device.counter = 0  # a copy of the key that was made earlier
    assert code(sign_in(running.client(), device.sign(challenge(visitor)))) == WRONG


def test_a_key_that_does_not_count_its_uses_works(running: Running) -> None:
    owner, visitor = new_account(running), running.client()
    device = add(running, owner)
    for _ in range(2):
        device.counter = -1
        ok(sign_in(visitor, device.sign(challenge(visitor))), 201)


def test_nonsense_in_every_field_is_refused(running: Running) -> None:
    owner, visitor = new_account(running), running.client()
    device = add(running, owner)
    nonsense = ["A", encoded(b"\xff" * 40), encoded(b"{}"), encoded(b"\x9f" * 3_000), "AAAA" * 900]
    for name in ("id", "authenticator_data", "signature", "client_data"):
        for each in nonsense[:3] if name == "id" else nonsense:
            form = device.sign(challenge(visitor)) | {name: each}
            assert code(sign_in(visitor, form)) == WRONG, (name, each[:10])
    for name in ("id", "attestation", "client_data"):
        for each in nonsense[:3] if name == "id" else nonsense:
            form = Authenticator(running.url).create(start(owner)) | {name: each}
            assert code(owner.post("/api/v1/account/passkeys", json=form)) == WRONG, name
    odd = device.sign(challenge(visitor))
    data = json.loads(base64.urlsafe_b64decode(odd["client_data"] + "=="))
    values: list[Any] = [None, 7, [], "é", "A"]
    for value in values:
        text = json.dumps(data | {"challenge": value}).encode()
        assert code(sign_in(visitor, odd | {"client_data": encoded(text)})) == WRONG
