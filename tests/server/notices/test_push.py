"""System notifications: a call arrives at a push service, none after opting out, no move waits."""

import base64
import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from azulejos.server.errors import Refusal
from azulejos.server.notices import subscriptions
from azulejos.server.notices.push import Push
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.timing import TIMING
from tests.patience import PATIENCE_S
from tests.server.running import FOR_TWO, Browser, code, create, look, ok, run_server
from tests.server.services import wait_for

SLOW = {"clock": {"kind": "days", "days": 3}, "seating": "fixed"}
PUSH_HOSTS = Settings().push_hosts
DATABASE = Database("sqlite://")  # which checking an address does not use


class PushService:
    """A push service on this machine, and a browser that is subscribed to it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.received: list[tuple[dict[str, str], dict[str, Any]]] = []  # headers and messages
        self.status = 201
        self.may_answer = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                plain = http_ece.decrypt(body, private_key=service.key, auth_secret=service.auth)
                service.received.append((dict(self.headers.items()), json.loads(plain)))
                service.may_answer.wait(PATIENCE_S)
                self.send_response(service.status)
                if service.status == 307:
                    self.send_header("location", service.form["endpoint"])
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def form(self) -> dict[str, str]:
        """The subscription that the browser sends."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"http://127.0.0.1:{self.server.server_port}/me",
            "p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="),
            "auth": base64.urlsafe_b64encode(self.auth).decode().rstrip("="),
        }


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.may_answer.set()
    running.server.shutdown()
    running.server.server_close()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_signature(token: str, key: str) -> None:
    """Check a signed token (JWT) with the server's public key."""
    signed, _, signature = token.rpartition(".")
    r, s = (int.from_bytes(decoded(signature)[i : i + 32]) for i in (0, 32))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))


def move(client: Browser, table: str) -> None:
    view = look(client, table)
    form = {"id": f"m{view['version']}", "version": view["version"], "move": view["moves"][0]}
    ok(client.post(f"/api/v1/tables/{table}/moves", json=form))


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com.example.org/x",
        "https://inside\\.fcm.googleapis.com/x",  # other readers see the host `inside`
        "https://inside/\\.fcm.googleapis.com/x",
        "https://inside\\@fcm.googleapis.com/x",
        "https://inside@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:22/x",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com#@inside/x",
        "https://inside?.fcm.googleapis.com/x",
        "https://inside\t.fcm.googleapis.com/x",
        "https://inside%2f.fcm.googleapis.com/x",
        "https://inside\u2025fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x\r\nhost: inside",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "ftp://fcm.googleapis.com/x",
        "//fcm.googleapis.com/x",
        "fcm.googleapis.com/x",
        "",
    ],
)
def test_an_address_that_is_not_plainly_a_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(Refusal, match="push service"):
        subscriptions.Subscriptions(DATABASE, PUSH_HOSTS).check_endpoint(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/dX9:APA91b-_~%20?a=b",
        "https://FCM.googleapis.com:443/x",
        "https://db5p.notify.windows.com/w/?token=AwYAAAC%2b",
    ],
)
def test_an_address_of_a_push_service_is_accepted(endpoint: str) -> None:
    subscriptions.Subscriptions(DATABASE, PUSH_HOSTS).check_endpoint(endpoint)


def test_a_redirect_is_not_followed(
    sqlite_url: str, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "call_wait_s", 0.0)
    service.status = 307
    service.may_answer.set()
    with run_server(sqlite_url, push_hosts=("127.0.0.1",)) as running:
        push = running.parts[Push]
        form = service.form
        to = subscriptions.Subscription(form["endpoint"], form["p256dh"], form["auth"])
        key = push._vapid()
        key.generate_keys()
        assert push._post(to, '{"title": ""}', key) == 0
        assert len(service.received) == 1


def test_a_slow_game_of_a_tournament_reaches_who_is_not_there(
    database_url: str, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "call_wait_s", 0.0)
    service.may_answer.set()
    with run_server(database_url, push_hosts=("127.0.0.1",)) as running:
        host, ana, bia = running.account("Host"), running.guest("Ana"), running.guest("Bia")
        ok(bia.patch("/api/v1/me", json={"language": "es"}))
        ok(bia.post("/api/v1/push/subscriptions", json=service.form), 204)
        form = {"kind": "swiss", "game": "azul", "clock": SLOW["clock"], "starts_in_s": 1}
        made = ok(host.post("/api/v1/tournaments", json=form), 201)
        for client in (ana, bia):
            ok(client.post(f"/api/v1/tournaments/{made['tournament']}/join"))
        wait_for("call", lambda: bool(service.received), PATIENCE_S)
        shown = ok(bia.get(f"/api/v1/tournaments/{made['tournament']}"))
        assert [message for _, message in service.received] == [
            {
                "title": "Tu partida de Azul está lista",
                "body": "Una partida de un torneo espera a que te sientes.",
                "table": shown["you"]["table"],
            }
        ]


def test_my_turn_reaches_me_until_i_opt_out(
    database_url: str, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "leave_s", 0.0)
    monkeypatch.setattr(TIMING, "call_wait_s", 1.0)
    with run_server(database_url, push_hosts=("127.0.0.1",)) as running:
        ana, bia = running.guest("Ana"), running.guest("Bia")
        ok(bia.patch("/api/v1/me", json={"language": "pt-BR"}))
        ok(bia.post("/api/v1/push/subscriptions", json=service.form), 204)
        elsewhere = service.form | {"endpoint": "https://example.org/push"}
        refused = bia.post("/api/v1/push/subscriptions", json=elsewhere)
        assert code(refused) == (422, "push.endpoint")
        table = create(ana, FOR_TWO, **SLOW)["table"]
        ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
        move(ana, table)
        wait_for("call", lambda: bool(service.received), PATIENCE_S)
        headers, message = service.received[0]
        assert message == {
            "title": "Sua vez em Azul",
            "body": "Ana espera sua jogada.",
            "table": table,
        }
        key = ok(bia.get("/api/v1/push/key"))["key"]
        assert f"k={key}" in headers["authorization"]
        check_signature(headers["authorization"].split("t=")[1].split(",")[0], key)

        move(bia, table)  # while the push service still does not answer
        ok(
            bia.post("/api/v1/push/subscriptions/end", json={"endpoint": service.form["endpoint"]}),
            204,
        )
        service.may_answer.set()
        move(ana, table)
        ok(ana.post("/api/v1/push/subscriptions", json=service.form), 204)  # now it is hers
        move(bia, table)
        wait_for("call", lambda: len(service.received) > 1, PATIENCE_S)
        assert service.received[1][1]["title"] == "Your turn in Azul"
        assert len(service.received) == 2  # none for the other one, who opted out

        service.status = 410  # the browser has been uninstalled
        move(ana, table)
        move(bia, table)
        wait_for("call", lambda: len(service.received) > 2, PATIENCE_S)
        find = running.parts[Push].subscriptions
        count = "SELECT count(*) FROM subscriptions"
        wait_for(
            "end",
            lambda: find.database.read_now(lambda c: c.exec_driver_sql(count).scalar()) == 0,
            PATIENCE_S,
        )
