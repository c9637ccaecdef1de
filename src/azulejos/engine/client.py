"""A player that is an outside engine: a process that speaks the engine protocol.

    player = EnginePlayer("azulejos engine")
    player.choose(position, Limit(seconds=1.0)).move

Each way in which an engine can fail raises an exception of its own class.
"""

import shlex
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import Any

from azulejos.compiled.rng import WORD
from azulejos.contract.rules import Json
from azulejos.engine.protocol import (
    MAX_LINE_BYTES,
    Refused,
    analyse_request,
    line_bytes,
    parse_info,
    parse_line,
)
from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.search.players import Choice
from azulejos.search.settings import Limit
from azulejos.text import Text

START_SECONDS = 600.0  # until the engine answers `hello`: it may have to compile itself
GRACE_SECONDS = 5.0  # for an answer beyond its time limit
PATIENCE_SECONDS = 600.0  # for an answer without a time limit
CLOSE_SECONDS = 3.0  # between `quit` and killing the process
POLL_SECONDS = 0.05  # between two checks whether to stop the engine


class EngineFailed(AzulejosError):
    """Base class of the errors of an engine."""


class EngineDied(EngineFailed):
    """The engine could not be started, or its process has ended."""


class EngineTimedOut(EngineFailed):
    """The engine did not answer in time."""


class EngineBadAnswer(EngineFailed):
    """The engine wrote a line that is not an answer."""


class EngineRefused(EngineFailed):
    """The engine answered with an error."""


class EngineIllegalMove(EngineFailed):
    """The engine chose an illegal move."""


class EnginePlayer:
    """A player that asks an engine process; close it, or use it in a `with` block."""

    def __init__(
        self,
        command: str,
        *,
        start: float = START_SECONDS,
        grace: float = GRACE_SECONDS,
        patience: float = PATIENCE_SECONDS,
    ):
        """Start an engine by its command line and wait until it is ready.

        `start`, `grace` and `patience` are how many seconds to wait for `hello`, beyond a time
        limit, and for an answer without one.
        """
        self.name, self.command = f"cmd:{command}", command
        self.grace, self.patience = grace, patience
        self.stderr = tempfile.TemporaryFile()  # noqa: SIM115  # closed in `close`
        try:
            words = shlex.split(command)
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.stderr,
            )
        except (OSError, ValueError, IndexError) as error:
            self.stderr.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise self.failure(EngineDied, "engine.died", reason=reason) from None
        self.lines: Queue[bytes] = Queue()  # what the engine wrote; an empty line is the end
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()
        self.number = 0
        try:
            self._send({"id": self._new_id(), "op": "hello"})
            self._wait(start, lambda: False)
        except BaseException:
            self.close()
            raise

    def choose(
        self, position: Position, limit: Limit | None = None, entropy: int | None = None
    ) -> Choice:
        """The engine's move for the seat to move; without a limit the engine decides how long."""
        limit = limit or Limit()
        entropy = None if entropy is None else entropy & WORD
        id = self._new_id()
        self._send(analyse_request(id, position, limit.seconds, limit.nodes, entropy))
        allowed = self.patience if limit.seconds is None else limit.seconds + self.grace
        answer = self._wait(allowed, limit.is_stopped)
        move = answer.get("best")
        if not isinstance(move, str) or move not in position.legal_moves:
            raise self.failure(EngineIllegalMove, "engine.illegal_move", move=str(move)[:40])
        return Choice(move, parse_info(answer))

    # ---- Messages

    def _new_id(self) -> str:
        self.number += 1
        return str(self.number)

    def _send(self, request: Json) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(line_bytes(request))
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._died() from None

    def _read(self) -> None:
        """Queue the lines that the engine writes; runs in a thread."""
        assert self.process.stdout
        while line := self.process.stdout.readline(MAX_LINE_BYTES + 1):
            self.lines.put(line)
        self.lines.put(b"")

    def _wait(self, allowed: float, is_stopped: Callable[[], bool]) -> Json:
        """Wait for the final answer to the last request, and stop the engine when asked to."""
        id, end, has_stopped = str(self.number), monotonic() + allowed, False
        while (now := monotonic()) < end:
            if not has_stopped and is_stopped():
                has_stopped = True
                self._send({"id": id, "op": "stop"})
            try:
                answer = self._parse(self.lines.get(timeout=min(POLL_SECONDS, end - now)))
            except Empty:
                continue
            if answer.get("id") == id and answer.get("final", True) is True:
                return answer
        raise self.failure(EngineTimedOut, "engine.timed_out", seconds=f"{allowed:g}")

    def _parse(self, line: bytes) -> Json:
        """Parse an answer; raise if it is the end of the stream, no answer, or an error."""
        if not line:
            raise self._died()
        try:
            answer = parse_line(line)
        except Refused:
            start = line[:60].decode(errors="replace").strip()
            raise self.failure(EngineBadAnswer, "engine.bad_answer", line=start) from None
        if "error" in answer:
            error = answer["error"]
            reason = str(error.get("message", "")) if isinstance(error, dict) else str(error)
            raise self.failure(EngineRefused, "engine.refused", reason=reason[:200])
        return answer

    # ---- The end

    def _died(self) -> EngineFailed:
        """The error for an engine that has ended, with its last line of standard error."""
        try:
            code = self.process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:  # it runs but has closed its streams
            code = None
        self.stderr.seek(0)
        lines = self.stderr.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        reason = last[:200] or Text("engine.exit_code", {"code": code})
        return self.failure(EngineDied, "engine.died", reason=reason)

    def failure(self, cause: type[EngineFailed], code: str, **args: Any) -> EngineFailed:
        """An error of a class, with the sentence of a code."""
        return cause(Text(code, {"command": self.command} | args))

    def close(self) -> None:
        """Send `quit`, and kill the process if it does not end. May be called again."""
        if self.stderr.closed:
            return
        assert self.process.stdin
        assert self.process.stdout
        with suppress(OSError, ValueError):
            self.process.stdin.write(line_bytes({"op": "quit"}))
        with suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(CLOSE_SECONDS)
        if not self.reader.is_alive():  # a child process of the engine may still hold the stream
            self.process.stdout.close()
        self.stderr.close()

    def __enter__(self) -> "EnginePlayer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
