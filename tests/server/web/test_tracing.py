"""Tracing: spans reach a collector without secrets, and cost nothing when they are off."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from fastapi import FastAPI
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from azulejos.server.web.tracing import span
from tests.cli.command import call, refused
from tests.server.running import ON_ONE_DEVICE, Running, create, play_on
from tests.server.services import Server, wait_for


@contextmanager
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """An HTTP server to which spans can be sent: its URL, and the bodies that it received."""
    bodies: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            bodies.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", bodies
        server.shutdown()
        thread.join()


def span_names(bodies: list[bytes]) -> set[str]:
    return {
        each.name
        for body in bodies
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans
        for scope in resource.scope_spans
        for each in scope.spans
    }


def test_spans_of_requests_and_moves_reach_the_collector(
    start_server: Callable[..., Server],
) -> None:
    with collector() as (url, bodies):
        server = start_server(tracing=url, limits="no")
        running = Running(server.url, FastAPI())
        guest = running.guest("Somebody Secret")
        table = create(guest, ON_ONE_DEVICE)["table"]
        play_on([guest], table, moves=2)
        wait_for("spans", lambda: span_names(bodies) >= {"request", "act", "commit"}, 30)
        everything = b"".join(bodies)
        assert table.encode() in everything
        assert b"Secret" not in everything
        assert guest.cookie.split("=")[1].encode() not in everything
        guest.close()
        assert server.stop() == 0


def test_without_the_setting_nothing_is_imported_and_a_span_is_nothing() -> None:
    assert span("one", table="x") is span("other")
    otlp = "azulejos.server.web.otlp"
    program = f"import sys, azulejos.server.app; assert {otlp!r} not in sys.modules"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_without_the_extra_the_setting_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "azulejos.server.web.otlp", None)
    monkeypatch.delitem(sys.modules, "azulejos.server.web.otlp")
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.resources", None)
    refused(call("serve", "--tracing", "http://localhost:4318"), "cli.extra")
