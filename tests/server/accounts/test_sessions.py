"""Sessions: cookies, rotation and revocation; R26 by replaying old cookies."""

import time
from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sa

from azulejos.server.accounts.credentials import LASTS_S
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from tests.server.running import Browser, Running, code, me, ok

LOGIN = {"name": "Sonia", "password": "a long sentence"}


def show(running: Running, cookie: str) -> Browser:
    """A client that sends a copied cookie."""
    return running.client(cookie=cookie)


def test_the_cookie_is_hidden_from_scripts_and_other_sites(running: Running) -> None:
    set_cookie = running.client().post("/api/v1/guests", json={}).headers["set-cookie"]
    name, *flags = (part.strip() for part in set_cookie.split(";"))
    assert name.startswith("__Host-session=")
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= set(flags)
    assert not any(flag.lower().startswith("domain") for flag in flags)


def test_without_https_the_cookie_is_plain(running: Running) -> None:
    client = running.client(host="azulejos.lan")
    set_cookie = client.post("/api/v1/guests", json={}).headers["set-cookie"]
    assert set_cookie.startswith("session=")
    assert "Secure" not in set_cookie
    assert client.get("/api/v1/me").status_code == 200
    # what anybody on the network could have set is worth nothing where there is https
    assert code(show(running, client.cookie).get("/api/v1/me")) == (401, "people.sign_in")


def test_only_a_hash_is_stored(running: Running) -> None:
    secret = running.guest().cookie.partition("=")[2]
    stored = running.parts[Database].read_now(
        lambda c: c.execute(sa.select(schema.sessions.c.secret)).scalars().all()
    )
    assert secret not in stored
    assert all(len(each) == 64 for each in stored)


def test_forged_cookies_are_anonymous(running: Running) -> None:
    cookie = running.guest().cookie
    for forged in (cookie[:-1], cookie + "A", "__Host-session=", "__Host-session=' OR 1=1 --"):
        assert code(show(running, forged).get("/api/v1/me")) == (401, "people.sign_in")


def test_signing_in_replaces_cookie_and_session(running: Running) -> None:
    running.account(**LOGIN)
    guest = running.guest()
    before = guest.cookie
    ok(guest.post("/api/v1/sessions", json=LOGIN), 201)
    assert guest.cookie != before
    assert code(show(running, before).get("/api/v1/me")) == (401, "people.sign_in")
    assert ok(guest.get("/api/v1/me"))["name"] == "Sonia"


def test_claiming_an_account_revokes_older_sessions(running: Running) -> None:
    guest = running.guest()
    before = guest.cookie
    ok(guest.post("/api/v1/account", json={**LOGIN, "name": "Claimer"}), 201)
    assert code(show(running, before).get("/api/v1/me")) == (401, "people.sign_in")


def test_signing_out_revokes_all_sessions(running: Running) -> None:
    first = running.account("Outer")
    second = running.client()
    ok(second.post("/api/v1/sessions", json={**LOGIN, "name": "Outer"}), 201)
    cookies = [first.cookie, second.cookie]
    answer = first.delete("/api/v1/sessions")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    for cookie in cookies:
        assert code(show(running, cookie).get("/api/v1/me")) == (401, "people.sign_in")


def test_changing_the_password_revokes_all_sessions_but_the_new_one(running: Running) -> None:
    first = running.account("Changed")
    second = running.client()
    ok(second.post("/api/v1/sessions", json={**LOGIN, "name": "Changed"}), 201)
    cookies = [first.cookie, second.cookie]
    form = {"old": "a long sentence", "new": "another sentence"}
    wrong = first.put("/api/v1/account/password", json={**form, "old": "wrong"})
    assert code(wrong) == (401, "people.login")
    assert first.put("/api/v1/account/password", json=form).status_code == 204
    for cookie in cookies:
        assert code(show(running, cookie).get("/api/v1/me")) == (401, "people.sign_in")
    assert ok(first.get("/api/v1/me"))["name"] == "Changed"
    refused = running.client().post("/api/v1/sessions", json={**LOGIN, "name": "Changed"})
    assert code(refused) == (401, "people.login")
    form = {"name": "changed", "password": "another sentence"}
    ok(running.client().post("/api/v1/sessions", json=form), 201)


def test_sessions_are_listed_and_revoked_one_by_one(running: Running) -> None:
    first = running.account("Lister")
    second = running.client(**{"user-agent": "Phone"})
    ok(second.post("/api/v1/sessions", json={**LOGIN, "name": "Lister"}), 201)
    listed = ok(first.get("/api/v1/sessions"))
    assert [each["is_this"] for each in listed].count(True) == 1
    other = next(each for each in listed if not each["is_this"])
    assert other["agent"] == "Phone"
    assert first.delete(f"/api/v1/sessions/{other['id']}").status_code == 204
    assert code(second.get("/api/v1/me")) == (401, "people.sign_in")
    assert code(first.delete(f"/api/v1/sessions/{other['id']}")) == (404, "people.no_session")


def test_nobody_can_revoke_another_persons_session(running: Running) -> None:
    victim, attacker = running.guest(), running.guest()
    session = ok(victim.get("/api/v1/sessions"))[0]["id"]
    assert code(attacker.delete(f"/api/v1/sessions/{session}")) == (404, "people.no_session")
    assert victim.get("/api/v1/me").status_code == 200


def test_an_unused_session_expires(running: Running) -> None:
    guest = running.guest()
    person, rows = me(guest), schema.sessions
    update = sa.update(rows).where(rows.c.person == person)
    seen = {"seen_at": time.time() - LASTS_S, "expires_at": time.time() - 1}
    running.parts[Database].run_now(lambda c: c.execute(update, seen))
    assert code(guest.get("/api/v1/me")) == (401, "people.sign_in")


def test_using_a_session_prolongs_it(running: Running) -> None:
    guest = running.guest()
    person, rows = me(guest), schema.sessions
    update = sa.update(rows).where(rows.c.person == person)
    seen = {"seen_at": time.time() - LASTS_S / 2, "expires_at": time.time() + 10}
    running.parts[Database].run_now(lambda c: c.execute(update, seen))
    assert me(guest) == person
    query = sa.select(rows.c.expires_at).where(rows.c.person == person)
    expires_at = running.parts[Database].read_now(lambda c: c.scalar(query))
    assert expires_at is not None
    assert expires_at > time.time() + LASTS_S / 2


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(running: Running) -> None:
    running.account("Known")
    answers = [
        running.client().post("/api/v1/sessions", json={"name": name, "password": "wrong"})
        for name in ("Known", "Unknown")
    ]
    assert answers[0].json() == answers[1].json()
    assert code(answers[0]) == (401, "people.login")


def test_of_concurrent_claims_of_a_name_one_succeeds(running: Running) -> None:
    guests = [running.guest() for _ in range(4)]
    form = {"name": "Wanted", "password": "a long sentence"}
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda g: g.post("/api/v1/account", json=form), guests))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
