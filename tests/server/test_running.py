"""The server as a process: start, health, logs, signals, stop."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from azulejos.server.app import when_answered
from azulejos.server.errors import Busy
from azulejos.server.storage.migrations import migrate
from tests.patience import PATIENCE_S
from tests.server.clients import WAIT_S
from tests.server.services import READY_S, Server, clean_environment, wait_for

pytestmark = pytest.mark.databases("sqlite", "postgresql")

Start = Callable[..., Server]


def sign_in(server: Server, name: str = "Ana") -> str:
    """The cookie of a new guest."""
    answer = httpx.post(f"{server.url}/api/v1/guests", json={"name": name}, timeout=WAIT_S)
    assert answer.status_code == 201
    return answer.headers["set-cookie"].split(";")[0]


def test_a_server_starts_answers_and_stops(start_server: Start, database_url: str) -> None:
    server = start_server(database=database_url)
    assert httpx.get(f"{server.url}/healthz", timeout=WAIT_S).text == "ok\n"
    assert httpx.get(f"{server.url}/readyz", timeout=WAIT_S).text == "ready\n"
    assert httpx.get(f"{server.url}/api/v1/nothing", timeout=WAIT_S).status_code == 404
    assert server.stop() == 0
    assert f"{server.url} " in server.log


def test_a_server_waits_for_a_database_that_is_too_busy_to_answer() -> None:
    attempts = iter((False, False, True))

    async def work() -> None:
        if not next(attempts):
            raise Busy

    asyncio.run(when_answered(work))
    assert not list(attempts)


def test_a_stopping_server_closes_connections_with_the_code_to_reconnect(
    start_server: Start,
) -> None:
    server = start_server()
    headers = {"cookie": sign_in(server), "origin": server.url}
    with connect(server.socket_url, additional_headers=headers) as client:
        assert json.loads(client.recv())["type"] == "hello"
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            client.recv()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1012
    assert server.process.wait(PATIENCE_S) == 0
    again = start_server(port=server.port)
    with connect(again.socket_url, additional_headers=headers) as client:
        hello = json.loads(client.recv())
        assert hello["person"]  # the session has outlived the restart


def test_a_server_stops_although_a_client_stays_connected(start_server: Start) -> None:
    server = start_server(stop_s=1)
    with connect(server.socket_url, additional_headers={"origin": server.url}) as client:
        client.recv()
        os.kill(server.process.pid, signal.SIGINT)
        assert server.process.wait(PATIENCE_S) == 0


def test_no_process_is_left_behind(start_server: Start) -> None:
    server = start_server()
    pid = server.process.pid
    wait_for("processes for bots", lambda: bool(children_of(pid)))
    children = children_of(pid)
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    wait_for("the end of its processes", lambda: not any(map(is_alive, children)), 20)


def children_of(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")")[-1].split()[0] != "Z"
    except OSError:
        return False


def test_metrics_are_counted_and_hidden_behind_a_proxy(start_server: Start) -> None:
    server = start_server()
    headers = {"cookie": sign_in(server), "origin": server.url}
    form = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "me", "name": "Eva"}]}
    view = httpx.post(
        f"{server.url}/api/v1/tables", json=form, headers=headers, timeout=WAIT_S
    ).json()
    with connect(server.socket_url, additional_headers=headers) as client:
        client.recv()
        move = {"type": "move", "table": view["table"], "id": "m1", "version": view["version"]}
        client.send(json.dumps(move | {"move": view["moves"][0]}))
        assert json.loads(client.recv())["type"] == "ack"
        lines = httpx.get(f"{server.url}/metrics", timeout=WAIT_S).text.splitlines()
    for line in (
        "azulejos_sockets 1.0",
        "azulejos_live_tables 1.0",
        'azulejos_events_total{kind="moved"} 1.0',
        "azulejos_ack_seconds_count 1.0",
        "azulejos_commit_seconds_count 1.0",
    ):
        assert line in lines, line
    outside = {"x-forwarded-for": "192.0.2.1"}
    assert httpx.get(f"{server.url}/metrics", headers=outside, timeout=WAIT_S).status_code == 404


def test_the_log_is_json_without_secrets(start_server: Start) -> None:
    server = start_server(log_level="debug")
    cookie = sign_in(server)
    headers = {"cookie": cookie, "origin": server.url}
    httpx.post(
        f"{server.url}/api/v1/sessions",
        json={"name": "Ana", "password": "hush-hush-1"},
        timeout=WAIT_S,
    )
    httpx.get(f"{server.url}/api/v1/me?token=hush-hush-2", headers=headers, timeout=WAIT_S)
    bearer = {"authorization": "Bearer hush-hush-3"}
    answer = httpx.get(f"{server.url}/api/v1/me", headers=bearer, timeout=WAIT_S)
    with connect(server.socket_url, additional_headers=headers) as client:
        client.recv()
        client.send('{"type": "hush-hush-4"}')
        client.recv()
    assert server.stop() == 0
    assert "hush" not in server.log
    assert cookie.partition("=")[2] not in server.log
    lines = [json.loads(line) for line in server.log.splitlines() if line.startswith("{")]
    (ours,) = [line for line in lines if line.get("request") == answer.headers["x-request-id"]]
    assert (ours["method"], ours["route"], ours["status"]) == ("GET", "/api/v1/me", 401)
    assert any(line["event"] == "websocket" for line in lines)


def test_a_second_ctrl_c_exits_at_once_without_a_traceback(start_server: Start) -> None:
    """With an open WebSocket, a half-sent body and a starting worker."""
    server = start_server()
    cookie = sign_in(server)
    headers = {"cookie": cookie, "origin": server.url}
    seats = [{"kind": "bot", "level": 8}, {"kind": "me"}]
    with connect(server.socket_url, additional_headers=headers) as listening:
        listening.recv()
        half = socket.create_connection(("127.0.0.1", server.port))
        half.sendall(b"POST /api/v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{")
        table = {"game": "azul", "seats": seats, "seating": "fixed"}
        httpx.post(f"{server.url}/api/v1/tables", json=table, headers=headers, timeout=WAIT_S)
        for _ in range(2):
            os.killpg(server.process.pid, signal.SIGINT)  # as a terminal does: to all of them
            wait_for("the signal", lambda: was_heard(server))
        assert server.process.wait(PATIENCE_S) == 130
        half.close()
    assert "Traceback" not in server.log
    assert '"level": "error"' not in server.log


def was_heard(server: Server) -> bool:
    """Has the server stopped accepting connections?"""
    try:
        socket.create_connection(("127.0.0.1", server.port)).close()
    except ConnectionRefusedError:
        return True
    return False


# ---- What cannot be


def serve(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "azulejos", "serve", *arguments],
        capture_output=True,
        text=True,
        env=clean_environment() | {"LANGUAGE": "en"} | environment,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--port", "many"], "settings.wrong"),
        (["--database", "postgresql://nobody@127.0.0.1:1/nothing"], "database.unreachable"),
        (["--host", "192.0.2.1"], "cli.serve.taken"),
    ],
)
def test_errors_are_reported_in_one_line(tmp_path: Path, arguments: list[str], code: str) -> None:
    process = serve(*arguments, XDG_DATA_HOME=str(tmp_path))
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.count("\n") == 1
    assert process.stderr.endswith(f"[{code}]\n")


@pytest.mark.parametrize("is_half", [False, True])
def test_a_file_that_is_no_database_is_reported_in_one_line(
    tmp_path: Path, sqlite_url: str, is_half: bool
) -> None:
    file = tmp_path / "azulejos.db"
    if is_half:
        migrate(sqlite_url)
        file.write_bytes(file.read_bytes()[:4096] + b"garbage " * 4096)
    else:
        file.write_bytes(b"This is not a database. " * 1000)
    process = serve("--database", sqlite_url)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.count("\n") == 1
    assert process.stderr.endswith("[database.unreachable]\n")


def test_a_port_in_use_is_reported(sqlite_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        process = serve("--port", str(port), "--database", sqlite_url)
    assert process.returncode == 2
    assert process.stderr.endswith("[cli.serve.taken]\n")


# ---- Without a command


def test_without_a_command_the_server_runs_and_the_page_opens(tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    taken = socket.create_server(("127.0.0.1", 0))
    environment = {
        "AZULEJOS_DATABASE": f"sqlite:///{tmp_path / 'mine.db'}",
        "AZULEJOS_PORT": str(taken.getsockname()[1]),  # so it has to go elsewhere
        "BROWSER": f"{browser} %s",
        "LANGUAGE": "es",
    }
    words = [sys.executable, "-m", "azulejos"]
    process = subprocess.Popen(
        words,
        env=clean_environment() | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for("the page", opened.exists, READY_S)
        address = opened.read_text().strip()
        assert httpx.get(f"{address}/healthz", timeout=WAIT_S).status_code == 200
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=PATIENCE_S)
        assert said == f"Azulejos está en {address} – Ctrl-C lo termina.\n"
        assert (process.returncode, complained) == (0, "")
    finally:
        taken.close()
        process.kill()
