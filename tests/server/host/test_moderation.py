"""Moderators deal with reports: they read, warn, ban and annul, and all of it is recorded."""

from collections.abc import Callable

import pytest

from azulejos.server.host import moderation
from azulejos.server.host.acts import Host
from azulejos.server.settings import Settings
from tests.cli.command import call
from tests.server.running import FOR_TWO, Browser, Running, code, create, lose, me, ok

Admin = Callable[..., str]


@pytest.fixture
def admin(running: Running) -> Admin:
    """Runs `azulejos admin` on the database of the server; returns what it printed."""

    def run(*arguments: str) -> str:
        done = call("admin", *arguments, "--database", running.parts[Settings].database)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


def make_moderator(running: Running, name: str) -> Browser:
    client = running.account(name)
    with Host(running.parts[Settings].database) as host:
        host.act(moderation.set_moderator, name, True)
    return client


def test_a_report_is_dealt_with(running: Running, admin: Admin) -> None:
    ana, bia = running.guest("Ana"), running.guest("Bia")
    table = create(ana, FOR_TWO, is_rated=True)["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    for client in (ana, bia):
        ok(client.patch("/api/v1/me", json={"allows_text": True}))
    ok(bia.post(f"/api/v1/tables/{table}/words", json={"text": "Lenta!"}), 201)
    lose(ana, bia, table)
    about = {"person": me(bia), "table": table, "reason": "words"}
    ok(ana.post("/api/v1/reports", json=about), 204)

    host = make_moderator(running, "Marta")
    assert ok(host.get("/api/v1/me"))["is_moderator"]
    report = ok(host.get("/api/v1/moderation/reports"))[0]
    assert (report["person_name"], report["by_name"], report["table"]) == ("Bia", "Ana", table)
    words = ok(host.get(f"/api/v1/moderation/tables/{table}/words"))
    assert [(each["name"], each["text"], each["hearers"]) for each in words] == [
        ("Bia", "Lenta!", [me(ana)])
    ]
    person = f"/api/v1/moderation/people/{me(bia)}"
    ok(host.post(f"{person}/warnings", json={"reason": "words"}), 204)
    warning = ok(bia.get("/api/v1/visitor"))["warning"]
    assert warning["reason"] == "words"
    ok(bia.post(f"/api/v1/warnings/{warning['id']}"), 204)
    assert ok(bia.get("/api/v1/visitor"))["warning"] is None

    rated = ok(ana.get(f"/api/v1/people/{me(ana)}"))["ratings"]
    assert rated
    ok(host.post(f"/api/v1/moderation/tables/{table}/annul"), 204)
    assert ok(ana.get(f"/api/v1/tables/{table}"))["finish"]["reason"] == "annulled"
    assert ok(ana.get(f"/api/v1/people/{me(ana)}"))["ratings"] != rated

    assert ok(host.get(person))["name"] == "Bia"
    ok(host.post(f"{person}/bans", json={"days": 1, "reason": "words"}), 204)
    assert bia.post("/api/v1/tables", json=FOR_TWO).status_code in (401, 403)
    history = ok(host.get(person))
    assert [len(history[name]) for name in ("reports", "warnings", "bans")] == [1, 1, 1]
    assert {each["by"] for each in history["acts"]} == {"Marta"}
    ok(host.delete(f"{person}/bans"), 204)
    ok(host.delete(f"{person}/bans"), 204)
    ok(host.post(f"/api/v1/moderation/reports/{report['id']}/close"), 204)
    again = host.post(f"/api/v1/moderation/reports/{report['id']}/close")
    assert code(again) == (404, "people.no_report")
    assert report["id"] not in {x["id"] for x in ok(host.get("/api/v1/moderation/reports"))}
    assert "annul" in admin("acts")
    assert "Lenta!" in admin("words", table)


def test_only_moderators_moderate(running: Running, admin: Admin) -> None:
    ana, other = running.account("Nobody Special"), me(running.guest())
    assert code(ana.get("/api/v1/moderation/reports")) == (403, "people.not_moderator")
    ban = ana.post(f"/api/v1/moderation/people/{other}/bans", json={"reason": "name"})
    assert code(ban) == (403, "people.not_moderator")
    admin("moderator", "Nobody Special")
    assert ok(ana.get("/api/v1/moderation/reports?state=all")) is not None
    ok(ana.post("/api/v1/reports", json={"person": other, "reason": "name"}), 204)
    listed = next(line for line in admin("reports").splitlines() if other in line)
    admin("warn", other, "--reason", "name")
    assert '"reason": "name"' in admin("history", other)
    admin("close", listed.split()[0])
    assert other not in admin("reports")
    admin("moderator", "Nobody Special", "--end")
    assert code(ana.get("/api/v1/moderation/reports"))[0] == 403
