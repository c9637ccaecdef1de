"""Attacks on the API: other sites, other people's seats, large bodies, forged headers, logs."""

import asyncio
import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from azulejos.server.storage.store import Store
from azulejos.server.timing import TIMING
from azulejos.server.web.limits import RULES, Limits
from azulejos.server.web.security import MAX_BYTES, MAX_DEPTH, is_nested_deeper
from tests.server.running import (
    FOR_TWO,
    ON_ONE_DEVICE,
    Running,
    code,
    create,
    look,
    me,
    ok,
    run_server,
)
from tests.server.services import Server

HOSTILE = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1.evil.example"},
    {"origin": "http://127.0.0.1:1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]
MARKUP = [
    "<script>alert(1)</script>",
    "<img src=x onerror=a()>",
    '"><svg onload=a()>',
    "' onclick='a()",
    "{{constructor}}",
    "javascript:alert(1)//",
]


# ---- Other sites


@pytest.mark.parametrize("headers", HOSTILE, ids=str)
def test_requests_from_another_site_are_refused(running: Running, headers: dict[str, str]) -> None:
    guest = running.guest()
    before = me(guest)
    for method, path in (
        ("POST", "/api/v1/tables"),
        ("POST", "/api/v1/guests"),
        ("PATCH", "/api/v1/me"),
        ("DELETE", "/api/v1/sessions"),
    ):
        refused = guest.request(method, path, json=FOR_TWO, headers=headers)
        assert code(refused) == (403, "api.origin")
    assert me(guest) == before


def test_requests_from_our_own_page_are_accepted(running: Running) -> None:
    guest = running.guest()
    headers = {"origin": running.url, "sec-fetch-site": "same-origin"}
    ok(guest.post("/api/v1/tables", json=FOR_TWO, headers=headers), 201)


def test_https_and_http_are_different_origins(running: Running) -> None:
    secure = running.url.replace("http://", "https://")
    refused = running.guest().post("/api/v1/tables", json=FOR_TWO, headers={"origin": secure})
    assert code(refused) == (403, "api.origin")
    with pytest.raises(InvalidStatus) as handshake:
        connect(running.url.replace("http", "ws") + "/api/v1/socket", origin=Origin(secure))
    assert handshake.value.response.status_code == 403


def test_no_cors_headers_are_sent(running: Running) -> None:
    """No CORS header is sent, and no preflight request is answered."""
    guest = running.guest()
    answer = guest.get("/api/v1/me", headers={"origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    asked = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    assert code(guest.options("/api/v1/tables", headers=asked)) == (405, "api.method")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_bodies_that_are_not_json_are_refused(running: Running, kind: str) -> None:
    guest = running.guest()
    headers = {"content-type": kind} if kind else {}
    refused = guest.post("/api/v1/tables", content=json.dumps(FOR_TWO), headers=headers)
    assert code(refused) == (415, "api.content_type")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
def test_a_handshake_from_another_site_or_without_origin_is_refused(
    running: Running, origin: Any
) -> None:
    url = running.url.replace("http", "ws") + "/api/v1/socket"
    headers = {"cookie": running.guest().cookie}
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(url, origin=origin, additional_headers=headers),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_a_handshake_from_our_page_or_with_a_token_is_accepted(running: Running) -> None:
    url = running.url.replace("http", "ws") + "/api/v1/socket"
    guest, program = running.guest(), running.program("Socket bot")
    shown = [
        ({"cookie": guest.cookie}, running.url, me(guest)),
        ({"authorization": program.headers["authorization"]}, None, me(program)),
    ]
    for headers, origin, person in shown:
        with connect(url, origin=origin, additional_headers=headers) as client:  # type: ignore[arg-type]
            assert json.loads(client.recv())["person"] == person


# ---- Other people


def test_nobody_plays_for_another_person(running: Running) -> None:
    ana, bia, eve = running.guest(), running.guest(), running.guest()
    table = create(ana, FOR_TWO)["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    mover, waiter = (ana, bia) if look(ana, table)["moves"] else (bia, ana)
    view = look(mover, table)
    form = {"id": "x", "version": view["version"], "move": view["moves"][0]}
    for thief, reason in ((waiter, "not_your_turn"), (eve, "not_seated")):
        refused = thief.post(f"/api/v1/tables/{table}/moves", json=form)
        assert code(refused) == (409, f"table.{reason}")
    assert code(running.client().post(f"/api/v1/tables/{table}/moves", json=form))[0] == 401
    acts = ("resign", "offer_end", "agree", "return", "claim")
    for act in acts:
        refused = eve.post(f"/api/v1/tables/{table}/acts", json={"act": act, "seat": 0})
        assert code(refused) == (409, "table.not_seated")
    other = next(i for i, seat in enumerate(look(waiter, table)["seats"]) if not seat["is_you"])
    refused = waiter.post(f"/api/v1/tables/{table}/acts", json={"act": "resign", "seat": other})
    assert code(refused) == (409, "table.not_your_seat")
    assert look(mover, table)["version"] == view["version"]
    ok(mover.post(f"/api/v1/tables/{table}/moves", json=form))


def test_legal_moves_are_shown_to_the_player_to_move_and_the_seed_to_nobody(
    running: Running,
) -> None:
    ana, bia = running.guest(), running.guest()
    table = create(ana, FOR_TWO)["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    seed = asyncio.run(running.parts[Store].load(table))[0].seed.hex()
    clients = (ana, bia, running.guest(), running.client())
    assert sum(bool(look(each, table)["moves"]) for each in clients) == 1
    for path in ("", "/record", "/record.json", "/replay"):
        for client in clients:
            assert seed not in client.get(f"/api/v1/tables/{table}{path}").text


def test_private_tables_are_listed_only_for_those_who_sit_there(running: Running) -> None:
    ana, eve = running.guest(), running.guest()
    hidden = create(ana, FOR_TWO)["table"]
    shown = create(ana, FOR_TWO, is_public=True)["table"]

    def listed(client: Any, path: str) -> set[str]:
        return {table["table"] for table in ok(client.get(path))["tables"]}

    games = f"/api/v1/people/{me(ana)}/tables"
    assert listed(ana, games) == {hidden, shown}
    assert listed(eve, games) == {shown} == listed(running.client(), games)
    assert hidden not in listed(eve, "/api/v1/tables")
    assert shown in listed(eve, "/api/v1/tables")


# ---- Monstrous bodies


def test_a_body_that_is_too_large_is_refused(running: Running) -> None:
    guest = running.guest()
    large = json.dumps({"name": "x" * MAX_BYTES}).encode()
    kind = {"content-type": "application/json"}
    assert code(guest.post("/api/v1/guests", content=large, headers=kind)) == (413, "api.too_large")
    pieces = (large[i : i + 1000] for i in range(0, len(large), 1000))
    refused = guest.post("/api/v1/guests", content=pieces, headers=kind)  # says not how much
    assert code(refused) == (413, "api.too_large")


def test_a_large_content_length_is_refused_at_once(running: Running) -> None:
    host, _, port = running.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as client:
        lines = ["POST /api/v1/guests HTTP/1.1", f"host: {host}", f"content-length: {10**12}"]
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        assert client.recv(1000).startswith(b"HTTP/1.1 413")


def test_a_body_that_does_not_arrive_times_out(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "body_s", 0.2)
    host, _, port = running.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as client:
        lines = ["POST /api/v1/guests HTTP/1.1", f"host: {host}", "content-length: 20"]
        client.sendall("\r\n".join([*lines, "", '{"name": ']).encode())
        answer = client.makefile("rb").readline()
        assert answer.startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("opened", ["[", '{"a":'])
def test_deep_nesting_is_refused(running: Running, opened: str) -> None:
    guest = running.guest()
    for depth in (MAX_DEPTH + 1, 10_000):
        body = opened * depth
        headers = {"content-type": "application/json"}
        refused = guest.post("/api/v1/tables", content=body, headers=headers)
        assert code(refused) == (400, "api.nesting")


def test_brackets_inside_strings_do_not_count_as_nesting() -> None:
    inside = b'{"a": "[[[[[\\"[[[", "b": [1, {}], "c": "\\\\"}'
    assert not is_nested_deeper(inside, 3)
    assert is_nested_deeper(inside, 2)
    assert not is_nested_deeper(b"", 0)


@given(st.recursive(st.text() | st.none(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_nesting_is_that_of_the_value(value: Any) -> None:
    def depth(value: Any) -> int:
        if not isinstance(value, list | dict):
            return 0
        inner = value.values() if isinstance(value, dict) else value
        return 1 + max(map(depth, inner), default=0)

    text = json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass")
    assert [is_nested_deeper(text, n) for n in range(12)] == [depth(value) > n for n in range(12)]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        "{",
        '{"name": "\\ud800"}',
        '{"name": "a\\u0000b"}',
        '{"name": 5}',
        '{"name": "Ana", "admin": true}',
        '{"\\ud800": 1}',
        '{"name": ' + "1" * 5000 + "}",
        '{"name": NaN}',
        '{"name": "Ana", "name": ["Bia"]}',
    ],
)
def test_invalid_bodies_are_refused(running: Running, body: str) -> None:
    headers = {"content-type": "application/json"}
    refused = running.client().post("/api/v1/guests", content=body.encode(), headers=headers)
    assert code(refused)[0] == 422


def test_refusals_do_not_repeat_what_was_sent(running: Running) -> None:
    """A body may contain a password that was typed into the wrong field."""
    form = {"name": "Ana", "password": ["my secret"], "language": "my secret"}
    refused = running.client().post("/api/v1/sessions", json=form)
    assert code(refused) == (422, "api.form")
    assert "my secret" not in refused.text


# ---- Headers


def statuses_of_guests(server: Running, counted: str, forwarded: str) -> list[int]:
    """The statuses of two guests from different forwarded addresses when one more is allowed."""
    for _ in range(RULES["guest"].amount - 1):
        assert server.parts[Limits].allows("guest", counted)
    addresses = (forwarded.format(n) for n in range(2))
    clients = [server.client(**{"x-forwarded-for": f, "forwarded": f"for={f}"}) for f in addresses]
    return [client.post("/api/v1/guests", json={}).status_code for client in clients]


def test_forwarding_headers_of_untrusted_clients_are_ignored(tmp_path: Path) -> None:
    with run_server(f"sqlite:///{tmp_path / 'azulejos.db'}", limits=True) as server:
        assert statuses_of_guests(server, "127.0.0.1", "192.0.2.{}") == [201, 429]
        forged = server.client(**{"x-forwarded-proto": "https"}).get("/api/v1/server")
        assert "strict-transport-security" not in forged.headers


def test_only_the_address_that_the_trusted_proxy_added_counts(tmp_path: Path) -> None:
    proxies = ["127.0.0.0/8"]
    url = f"sqlite:///{tmp_path / 'azulejos.db'}"
    with run_server(url, limits=True, trusted_proxies=proxies) as server:
        assert statuses_of_guests(server, "192.0.2.7", "198.51.100.{}, 192.0.2.7") == [201, 429]
        secure = {"x-forwarded-for": "192.0.2.8", "x-forwarded-proto": "https"}
        answer = server.client(**secure, host="play.example").post("/api/v1/guests", json={})
        assert "strict-transport-security" in answer.headers
        assert answer.headers["set-cookie"].startswith("__Host-session=")


def test_with_a_public_origin_other_origins_are_refused(tmp_path: Path) -> None:
    url, origin = f"sqlite:///{tmp_path / 'azulejos.db'}", "https://play.example"
    with run_server(url, public_origin=origin) as server:
        for shown, status in ((origin, 201), (server.url, 403), ("http://play.example", 403)):
            answer = server.client(origin=shown).post("/api/v1/guests", json={})
            assert answer.status_code == status


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/api/v1/server", "/api/v1/nothing", "/api/v1/me"]
)
def test_every_response_has_the_security_headers(running: Running, path: str) -> None:
    headers = running.client().get(path).headers
    promised = (
        "default-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "object-src 'none'"
    )
    assert headers["content-security-policy"].startswith(promised)
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-request-id"]
    if path.startswith("/api/"):
        assert headers["cache-control"] == "no-store"


# ---- Texts


@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_a_name_is_text(running: Running, name: str) -> None:
    guest = running.client()
    answer = guest.post("/api/v1/guests", json={"name": name})
    if answer.status_code == 422:
        assert len(name) > 24
        return
    assert ok(answer, 201)["name"] == name
    table = create(guest, ON_ONE_DEVICE)["table"]
    ok(guest.post("/api/v1/tables", json=FOR_TWO | {"is_public": True}), 201)
    for path in ("/api/v1/tables", f"/api/v1/people/{me(guest)}", f"/api/v1/tables/{table}"):
        answer = guest.get(path)
        assert answer.headers["content-type"] == "application/json"
    record = guest.get(f"/api/v1/tables/{table}/record")
    assert record.headers["content-type"].startswith("text/plain")


# ---- Logs


def test_no_secret_is_logged(start_server: Callable[..., Server]) -> None:
    server = start_server(log_level="debug", limits="false")
    running = Running(server.url, FastAPI())
    try:
        account = running.account("Logged", "my own secret")
        wrong = {"name": "Logged", "password": "my wrong secret"}
        assert running.client().post("/api/v1/sessions", json=wrong).status_code == 401
        form = {"old": "my own secret", "new": "my new secret"}
        assert account.put("/api/v1/account/password", json=form).status_code == 204
        program = running.program("Logged bot")
        token = program.headers["authorization"].removeprefix("Bearer ")
        table = create(account, FOR_TWO, text="my fair text")["table"]
        ok(program.post(f"/api/v1/tables/{table}/join?token={token}", json={}))
        ok(account.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"}))
        seed = look(account, table)["fair"]["seed"]
        cookies = [
            client.headers.get("cookie", "=").partition("=")[2] for client in running.clients
        ]
    finally:
        for client in running.clients:
            client.close()
    assert server.stop() == 0
    assert "/api/v1/tables/{table}/join" in server.log
    for secret in ("my own", "my wrong", "my new", "my fair", token, seed, *filter(None, cookies)):
        assert secret not in server.log
