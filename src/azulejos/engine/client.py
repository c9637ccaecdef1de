"""Players that are other programs: any engine that speaks the protocol, run as a process.

    player = EnginePlayer("azulejos engine")
    player.choose(position, Limit(seconds=1.0)).move

An engine that dies, is late, talks nonsense, refuses or cheats is an error of its own cause.
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
from azulejos.engine.protocol import (
    LONGEST_LINE,
    Refused,
    analyse_request,
    line_of,
    parse_info,
    parse_line,
)
from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.position import Position
from azulejos.search.analysis import Limit
from azulejos.search.players import Choice
from azulejos.text import Text

START_SECONDS = 600.0  # until it says hello: it may have to compile itself
GRACE_SECONDS = 5.0  # beyond a limit in seconds
PATIENCE_SECONDS = 600.0  # for an answer without a limit in seconds
CLOSE_SECONDS = 3.0  # between being asked to quit and being ended
LOOK_SECONDS = 0.05  # between two looks at whether to stop it


class EngineFailed(AzulejosError):
    """What an engine did wrong; the causes are below."""


class EngineDied(EngineFailed):
    """It could not be started, or ended."""


class EngineTimedOut(EngineFailed):
    """It did not answer in time."""


class EngineTalkedNonsense(EngineFailed):
    """It wrote something that is no answer."""


class EngineRefused(EngineFailed):
    """It answered with an error."""


class EngineCheated(EngineFailed):
    """It chose a move that is not legal."""


class EnginePlayer:
    """A player that asks an engine; close it, or use it in a `with` block."""

    def __init__(
        self,
        command: str,
        *,
        start: float = START_SECONDS,
        grace: float = GRACE_SECONDS,
        patience: float = PATIENCE_SECONDS,
    ):
        """Start an engine by its command line and wait until it is ready."""
        self.name, self.command = f"cmd:{command}", command
        self.grace, self.patience = grace, patience
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115  # closed in `close`
        try:
            words = shlex.split(command)
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.complaints,
            )
        except (OSError, ValueError, IndexError) as wrong:
            self.complaints.close()
            reason = getattr(wrong, "strerror", None) or str(wrong)
            raise self.failure(EngineDied, "engine.died", reason=reason) from None
        self.lines: Queue[bytes] = Queue()  # what it wrote; an empty one is the end
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
        """Its move for the seat to decide; without a limit it thinks as long as it likes."""
        limit = limit or Limit()
        entropy = None if entropy is None else entropy & WORD
        id = self._new_id()
        self._send(analyse_request(id, position, limit.seconds, limit.nodes, entropy))
        allowed = self.patience if limit.seconds is None else limit.seconds + self.grace
        answer = self._wait(allowed, limit.is_stopped)
        move = answer.get("best")
        if not isinstance(move, str) or move not in position.legal_moves:
            raise self.failure(EngineCheated, "engine.cheated", move=str(move)[:40])
        return Choice(move, parse_info(answer))

    # ---- Talking

    def _new_id(self) -> str:
        self.number += 1
        return str(self.number)

    def _send(self, request: Json) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(line_of(request))
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._died() from None

    def _read(self) -> None:
        """In a thread: take what it writes as it comes."""
        assert self.process.stdout
        while line := self.process.stdout.readline(LONGEST_LINE + 1):
            self.lines.put(line)
        self.lines.put(b"")

    def _wait(self, allowed: float, is_stopped: Callable[[], bool]) -> Json:
        """The final answer to the last request."""
        id, end, has_stopped = str(self.number), monotonic() + allowed, False
        while (now := monotonic()) < end:
            if not has_stopped and is_stopped():
                has_stopped = True
                self._send({"id": id, "op": "stop"})
            try:
                answer = self._parse(self.lines.get(timeout=min(LOOK_SECONDS, end - now)))
            except Empty:
                continue
            if answer.get("id") == id and answer.get("final", True) is True:
                return answer
        raise self.failure(EngineTimedOut, "engine.timed_out", seconds=f"{allowed:g}")

    def _parse(self, line: bytes) -> Json:
        """An answer; not the end, not nonsense, not an error."""
        if not line:
            raise self._died()
        try:
            answer = parse_line(line)
        except Refused:
            said = line[:60].decode(errors="replace").strip()
            raise self.failure(EngineTalkedNonsense, "engine.nonsense", line=said) from None
        if "error" in answer:
            wrong = answer["error"]
            reason = str(wrong.get("message", "")) if isinstance(wrong, dict) else str(wrong)
            raise self.failure(EngineRefused, "engine.refused", reason=reason[:200])
        return answer

    # ---- The end

    def _died(self) -> EngineFailed:
        """How it ended, with the last thing it complained of."""
        try:
            code = self.process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:  # it lives but has closed its streams
            code = None
        self.complaints.seek(0)
        lines = self.complaints.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        reason = last[:200] or Text("engine.exit_code", {"code": code})
        return self.failure(EngineDied, "engine.died", reason=reason)

    def failure(self, cause: type[EngineFailed], sentence: str, **args: Any) -> EngineFailed:
        return cause(Text(sentence, {"command": self.command} | args))

    def close(self) -> None:
        """Ask it to quit, and end it if it does not."""
        if self.complaints.closed:
            return
        assert self.process.stdin
        assert self.process.stdout
        with suppress(OSError, ValueError):
            self.process.stdin.write(line_of({"op": "quit"}))
        with suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(CLOSE_SECONDS)
        if not self.reader.is_alive():  # a child of its own may still hold the stream
            self.process.stdout.close()
        self.complaints.close()

    def __enter__(self) -> "EnginePlayer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
