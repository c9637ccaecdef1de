"""`azulejos serve`: run the web server. `azulejos` without a command also opens the page.

uvicorn runs the app. At SIGTERM or SIGINT it stops accepting connections, closes WebSockets with
code 1012 so that clients reconnect, finishes the requests in progress, and exits.
"""

import argparse
import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from azulejos.cli.console import Parser, import_extra, say
from azulejos.errors import AzulejosError
from azulejos.server.app import FEATURES, MakeFeature, make_app
from azulejos.server.play.presence import Presence
from azulejos.server.play.transport import AbortingProtocol
from azulejos.server.settings import NAMES, Settings, flag_of, load_settings
from azulejos.server.storage.migrations import migrate
from azulejos.server.web.http import BoundedProtocol
from azulejos.server.web.logs import set_up_logs
from azulejos.text import Text
from azulejos.wire.messages import MAX_BYTES

EVERYWHERE = ("0.0.0.0", "::")  # addresses that stand for all networks of this machine
# The first two are for short-lived objects; the last makes whole collections, which take longer the
# more connections and tables there are, rarer.
COLLECTED_AFTER = (10_000, 20, 50)
# A client that does not answer any more is disconnected after 40 seconds at the latest. Pings are
# most of what a server with many silent clients does, so there are few of them.
PING_S = 30.0  # between two pings
PONG_S = 10.0  # for the answer
INTERRUPTED = 130  # exit code of a program that was ended by Ctrl-C


def run(arguments: list[str]) -> int:
    chosen = parse(arguments)
    flags = {name: getattr(chosen, name) for name in NAMES}
    if chosen.open and not flags["log_level"]:
        flags["log_level"] = "warning"  # the user wants to play, not to read logs
    settings = load_settings(flags, file=Path(chosen.settings) if chosen.settings else None)
    set_up_logs(settings.log_level)
    if settings.tracing:
        import_extra("tracing", "azulejos.server.web.otlp").send_spans(settings.tracing)
    if settings.ray:
        import_extra("ray", "azulejos.remote")
    migrate(settings.database)  # first, so that a bad database is reported in one line
    with listen(settings.host, settings.port, chosen.open) as listening:
        address = address_of(settings, listening.getsockname()[1])
        serve(settings, listening, address, chosen.open)
    return 0


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line; each setting has a flag."""
    parser = Parser("azulejos serve", description=say("cli.serve"))
    parser.add("--open", "cli.serve.open", action="store_true")
    parser.add("--settings", "cli.serve.settings", metavar="FILE")
    for name in NAMES:
        parser.add_argument(flag_of(name), metavar=name.upper(), help=say(f"settings.{name}"))
    return parser.parse_args(arguments)


def listen(host: str, port: int, can_move: bool) -> socket.socket:
    """Bind a socket to an address; with `can_move`, to a free port if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (port, 0) if can_move else (port,):
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            return listening
        except OSError as wrong:
            listening.close()
            reason = wrong.strerror
    args = {"host": host, "port": port, "reason": reason}
    raise AzulejosError(Text("cli.serve.taken", args))


def address_of(settings: Settings, port: int) -> str:
    """The URL at which people reach the server."""
    if settings.public_origin:
        return settings.public_origin
    host = "localhost" if settings.host in EVERYWHERE else settings.host
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(settings: Settings, listening: socket.socket, address: str, opens: bool) -> None:
    """Run the server until it is asked to stop."""
    allow_many_files()
    gc.set_threshold(*COLLECTED_AFTER)
    server = StoppableServer(make_config(settings))
    gc.freeze()  # what was made until now is never garbage: collections need not look at it
    threading.Thread(target=announce, args=(server, address, opens), daemon=True).start()
    # uvicorn raises the signals that it handled once more when it returns; they are ignored here
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    server.run(sockets=[listening])
    if not server.started:
        raise AzulejosError(Text("cli.serve.failed"))


def allow_many_files() -> None:
    """Raise the limit of open files to its maximum: each connection needs one."""
    if sys.platform != "win32":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class StoppableServer(uvicorn.Server):
    """Tells the app at once that it is asked to stop, not only when all connections are closed.

    A second Ctrl-C exits immediately: everything that was acknowledged is durable.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit and sig == signal.SIGINT:
            os._exit(INTERRUPTED)
        app: Any = self.config.app
        app.state.parts[Presence].is_closing = True
        super().handle_exit(sig, frame)


def make_config(settings: Settings, features: Sequence[MakeFeature] = FEATURES) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(settings, features),
        loop="auto",
        http=BoundedProtocol,
        ws=AbortingProtocol,
        ws_max_size=MAX_BYTES,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PONG_S,
        ws_per_message_deflate=False,  # needs 256 KiB for each connection
        timeout_graceful_shutdown=max(1, round(settings.stop_s)),
        proxy_headers=False,  # `security.py` handles them
        server_header=False,
        access_log=False,
        log_config=None,
    )


def announce(server: uvicorn.Server, address: str, opens: bool) -> None:
    """Print the URL as soon as the server answers, and open the page."""
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.02)
    print(say("cli.serve.address", url=address), flush=True)
    if opens and has_screen():
        webbrowser.open(address)


def has_screen() -> bool:
    """Is there a graphical browser? A text browser would take over the terminal."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    return bool(os.environ.get("BROWSER")) or type(browser) is not webbrowser.GenericBrowser
