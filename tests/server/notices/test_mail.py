"""Mail: addresses are confirmed, digests come when they are wanted, passwords are recovered."""

from collections.abc import Iterator

import pytest

from azulejos.server.storage.database import Database
from azulejos.server.timing import TIMING, now
from tests.server.notices.test_push import SLOW, move
from tests.server.running import FOR_TWO, Browser, Running, code, create, ok, run_server
from tests.server.services import wait_for
from tests.server.smtp import MailServer, run_mail_server, secret_in, text_of

PASSWORD = "a long sentence"
ORIGIN = "https://play.example.org"
FORM = {"content-type": "application/x-www-form-urlencoded"}  # of mail programs


@pytest.fixture
def mails() -> Iterator[MailServer]:
    with run_mail_server() as running:
        yield running


@pytest.fixture
def mailing(
    database_url: str, mails: MailServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Running]:
    """A server that sends mail."""
    monkeypatch.setattr(TIMING, "digest_wait_s", 0.0)
    how = {"smtp": mails.url, "mail_from": "azulejos@example.org", "public_origin": ORIGIN}
    with run_server(database_url, **how) as running:
        yield running


def person(running: Running, name: str, mails: MailServer) -> Browser:
    """An account with a confirmed address."""
    client, number = running.account(name), len(mails.received)
    form = {"address": f"{name.lower()}@example.org", "password": PASSWORD}
    ok(client.put("/api/v1/mail", json=form), 204)
    secret = secret_in(mails.next(number), "confirm")
    ok(running.client().post("/api/v1/mail/confirm", json={"secret": secret}), 204)
    return client


def count_letters(running: Running) -> int:
    count = "SELECT count(*) FROM letters"
    found = running.parts[Database].read_now(lambda c: c.exec_driver_sql(count).scalar())
    return int(found or 0)


def test_an_address_is_confirmed_before_it_is_used(mailing: Running, mails: MailServer) -> None:
    ana = mailing.account("Ana")
    ok(ana.patch("/api/v1/me", json={"language": "es"}))
    wrong = {"address": "ana@example.org", "password": "not this one"}
    assert code(ana.put("/api/v1/mail", json=wrong)) == (401, "people.login")
    for address in ("ana", "a na@example.org", "ana@example.org\r\nBcc: b@example.org", "á@b.c"):
        form = {"address": address, "password": PASSWORD}
        assert code(ana.put("/api/v1/mail", json=form))[0] == 422
    ok(ana.put("/api/v1/mail", json=wrong | {"password": PASSWORD}), 204)
    mail = mails.next(0)
    assert (mail["to"], mail["from"]) == ("ana@example.org", "Azulejos <azulejos@example.org>")
    assert mail["subject"] == "Confirma tu dirección"
    assert f"{ORIGIN}/mail/confirm#" in text_of(mail)
    shown = ok(ana.get("/api/v1/mail"))
    assert shown == {
        "is_on": True,
        "address": "ana@example.org",
        "is_confirmed": False,
        "digest_h": 0,
    }
    assert ok(mailing.client().get("/api/v1/mail"))["address"] is None
    assert code(ana.put("/api/v1/mail/digest", json={"hours": 6})) == (409, "mail.none")
    ok(mailing.client().post("/api/v1/account/forgotten", json={"name": "Ana"}), 204)
    assert count_letters(mailing) == 0  # nobody knows yet whose address it is

    secret = secret_in(mail, "confirm")
    other = {"secret": secret[:-4] + "AAAA"}
    assert code(ana.post("/api/v1/mail/confirm", json=other)) == (404, "mail.link")
    ok(mailing.client().post("/api/v1/mail/confirm", json={"secret": secret}), 204)
    again = mailing.client().post("/api/v1/mail/confirm", json={"secret": secret})
    assert code(again) == (404, "mail.link")
    assert ok(ana.get("/api/v1/mail"))["is_confirmed"]
    ok(ana.delete("/api/v1/mail"), 204)
    assert ok(ana.get("/api/v1/mail"))["address"] is None
    guest = mailing.guest().put("/api/v1/mail", json=wrong)
    assert code(guest) == (409, "people.no_account")


def test_a_digest_comes_once_in_the_chosen_time_until_one_click_ends_it(
    mailing: Running, mails: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bia = mailing.guest("Ana"), person(mailing, "Bia", mails)
    tables = [create(ana, FOR_TWO, **SLOW)["table"] for _ in range(2)]
    for table in tables:
        ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    move(ana, tables[0])
    move(bia, tables[0])
    assert count_letters(mailing) == 0  # she has not asked for digests
    ok(bia.put("/api/v1/mail/digest", json={"hours": 24}), 204)
    monkeypatch.setattr(TIMING, "digest_wait_s", 3600.0)
    for table in tables:
        move(ana, table)
    assert count_letters(mailing) == 1
    hurry(mailing)
    mail = mails.next(1)
    assert mail["subject"] == "It is your turn in 2 games"
    for table in tables:
        assert f"Azul with Ana: 2 days left.\n{ORIGIN}/table/{table}" in text_of(mail)
    wait_for("end", lambda: count_letters(mailing) == 0)

    move(bia, tables[0])
    move(ana, tables[0])
    hurry(mailing)  # only the letter: a day has not passed
    wait_for("later", lambda: due_in(mailing) > 80_000)
    assert len(mails.received) == 2
    pass_a_day(mailing)
    assert mails.next(2)["subject"] == "It is your turn in 2 games"

    link = mail["list-unsubscribe"].strip("<>")
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    path = link.removeprefix(ORIGIN)
    stranger = mailing.client()
    assert stranger.get(path).status_code == 405  # a look at the link ends nothing
    assert ok(bia.get("/api/v1/mail"))["digest_h"] == 24
    for _ in range(2):
        ok(stranger.post(path, content="List-Unsubscribe=One-Click", headers=FORM), 204)
    assert ok(bia.get("/api/v1/mail"))["digest_h"] == 0
    assert code(stranger.post(path[:-4] + "AAAA")) == (404, "mail.link")
    wait_for("end", lambda: count_letters(mailing) == 0)
    move(bia, tables[1])
    move(ana, tables[1])
    assert count_letters(mailing) == 0


def test_a_digest_has_games_of_tournaments_that_are_ready(
    mailing: Running, mails: MailServer
) -> None:
    ana, bia = mailing.account("Ana"), person(mailing, "Bia", mails)
    ok(bia.put("/api/v1/mail/digest", json={"hours": 24}), 204)
    form = {"kind": "swiss", "game": "azul", "clock": SLOW["clock"], "starts_in_s": 1}
    made = ok(ana.post("/api/v1/tournaments", json=form), 201)["tournament"]
    for client in (ana, bia):
        ok(client.post(f"/api/v1/tournaments/{made}/join"))
    text = text_of(mails.next(1))
    table = ok(bia.get(f"/api/v1/tournaments/{made}"))["you"]["table"]
    assert "Azul, a game of a tournament, waits for you to sit down: 2 days left." in text
    assert f"{ORIGIN}/table/{table}" in text


def test_a_forgotten_password_is_replaced_by_mail(mailing: Running, mails: MailServer) -> None:
    ana = person(mailing, "Ana", mails)
    other = mailing.client()
    for name in ("Ana", "Nobody"):
        ok(other.post("/api/v1/account/forgotten", json={"name": name}), 204)
    mail = mails.next(1)
    form = {"secret": secret_in(mail, "recover"), "password": "another sentence"}
    confirmation = {"secret": form["secret"]}  # the link is good for one thing
    assert code(other.post("/api/v1/mail/confirm", json=confirmation)) == (404, "mail.link")
    assert ok(other.post("/api/v1/account/new-password", json=form), 201)["name"] == "Ana"
    assert code(ana.get("/api/v1/me"))[0] == 401  # all sessions have ended
    used = mailing.client().post("/api/v1/account/new-password", json=form)
    assert code(used) == (404, "mail.link")
    login = {"name": "Ana", "password": "another sentence"}
    ok(mailing.client().post("/api/v1/sessions", json=login), 201)
    assert len(mails.received) == 2


def test_mail_is_tried_again_and_a_wrong_address_forgotten(
    mailing: Running, mails: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "mail_lease_s", 0.0)
    ana = mailing.account("Ana")
    mails.answer = b"451 not now"
    form = {"address": "ana@example.org", "password": PASSWORD}
    ok(ana.put("/api/v1/mail", json=form), 204)
    wait_for("attempts", lambda: attempts(mailing) > 1)
    mails.answer = b"250 ok"
    assert mails.next(0)["to"] == "ana@example.org"
    mails.answer = b"550 nobody of that name"
    ok(ana.put("/api/v1/mail", json=form), 204)
    wait_for("end", lambda: ok(ana.get("/api/v1/mail"))["address"] is None)


def test_without_the_setting_no_mail_is_sent(running: Running) -> None:
    ana = running.account("Ana Sem Correio")
    assert not ok(ana.get("/api/v1/mail"))["is_on"]
    form = {"address": "ana@example.org", "password": PASSWORD}
    assert code(ana.put("/api/v1/mail", json=form)) == (409, "mail.off")
    forgotten = ana.post("/api/v1/account/forgotten", json={"name": "Ana Sem Correio"})
    assert code(forgotten) == (409, "mail.off")


# ---- Time passes


def write(running: Running, statement: str) -> None:
    running.parts[Database].run_now(lambda c: c.exec_driver_sql(statement))


def hurry(running: Running) -> None:
    """Let the letters be due that wait."""
    write(running, "UPDATE letters SET due_at = 1")


def pass_a_day(running: Running) -> None:
    """Let a day have passed since the last digests."""
    write(running, "UPDATE mail_addresses SET digest_at = digest_at - 86400")
    hurry(running)


def due_in(running: Running) -> float:
    found = running.parts[Database].read_now(
        lambda c: c.exec_driver_sql("SELECT max(due_at) FROM letters").scalar()
    )
    return float(found or 0) - now()


def attempts(running: Running) -> int:
    found = running.parts[Database].read_now(
        lambda c: c.exec_driver_sql("SELECT max(attempts) FROM letters").scalar()
    )
    return int(found or 0)
