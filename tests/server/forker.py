"""Starts server processes quickly: one process imports everything once and forks servers.

Each server is `azulejos serve` in its own process, which can be killed without affecting others;
only importing and compiling is done once. Run as a program, this file is the forking process: it
reads settings as JSON lines and answers with process ids.
"""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from tests.server.services import READY_S, clean_environment, free_port, wait_for


@dataclass
class Forked:
    """A forked server."""

    pid: int
    port: int
    log_file: Path
    started: str  # by the system's clock; other processes get the ids of those that have ended

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8")

    @property
    def is_running(self) -> bool:
        return start_of(self.pid) == self.started != ""

    def kill(self) -> None:
        """Kill it and its child processes, as a power cut would."""
        with suppress(ProcessLookupError):
            if self.is_running:
                os.killpg(self.pid, signal.SIGKILL)
        wait_for("end", lambda: not self.is_running)

    def stop(self) -> None:
        """Ask it to stop, as a planned restart does."""
        os.kill(self.pid, signal.SIGTERM)
        wait_for("end", lambda: not self.is_running)


@dataclass
class Forker:
    """The forking process and its servers."""

    folder: Path
    servers: list[Forked] = field(default_factory=list)
    process: Any = None

    def __enter__(self) -> "Forker":
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.forker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=clean_environment(),
            cwd=Path(__file__).parents[2],
            text=True,
        )
        return self

    def stop_all(self) -> None:
        for server in self.servers:
            server.kill()

    def __exit__(self, *_: object) -> None:
        self.stop_all()
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def start(self, *, port: int | None = None, wait: bool = True, **settings: Any) -> Forked:
        """Start a server; settings are passed as environment variables."""
        port = port or free_port()
        log = self.folder / f"server-{len(self.servers)}.log"
        log.touch()
        environment = {f"AZULEJOS_{name.upper()}": str(x) for name, x in settings.items()}
        order = {"port": port, "log": str(log), "environment": environment}
        print(json.dumps(order), file=self.process.stdin, flush=True)
        pid = int(self.process.stdout.readline())
        server = Forked(pid, port, log, start_of(pid))
        self.servers.append(server)
        if wait:
            wait_for("server", lambda: is_up(server), READY_S)
        return server


def start_of(pid: int) -> str:
    """When a process was started; "" if it does not run."""
    with suppress(psutil.Error):
        return repr(psutil.Process(pid).create_time())
    return ""


def is_up(server: Forked) -> bool:
    """Does it answer?"""
    assert server.is_running, server.log
    return f":{server.port}" in server.log


# ---- The process that forks


def main() -> None:
    """Import everything, then fork a server for each line of standard input."""
    from azulejos.cli import serve
    from azulejos.server.timing import TIMING

    # processes that think start when they have something to do: each imports everything anew
    TIMING.start_workers_s = TIMING.start_analysts_s = 3600.0
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            become_server(serve, order)
        print(pid, flush=True)


def become_server(serve: Any, order: dict[str, Any]) -> None:
    """Run a server in this process until it ends."""
    code = 1
    try:
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for number in (1, 2):
            os.dup2(log, number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.environ.update(order["environment"])
        code = serve.run(["--port", str(order["port"])])
    except BaseException as wrong:
        print(repr(wrong), file=sys.stderr, flush=True)
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
