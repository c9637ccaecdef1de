"""A conversation with an engine in a process of its own."""

import json
import subprocess
import sys
from queue import Queue
from threading import Thread
from typing import Any

SECONDS = 300.0  # until a test gives up: the engine may have to compile itself first
COMMAND = [sys.executable, "-m", "azulejos", "engine"]


class Talk:
    """Lines to an engine and back."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe)
        self.answers: Queue[bytes] = Queue()
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()
        self.number = 0

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put(b"")

    def send_raw(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, **request: Any) -> None:
        self.send_raw(json.dumps(request).encode())

    def hear(self, seconds: float = SECONDS) -> dict[str, Any]:
        """The next answer."""
        line = self.answers.get(timeout=seconds)
        assert line, "the engine has ended"
        answer = json.loads(line)
        assert isinstance(answer, dict)
        return answer

    def hear_until_hello(self) -> list[dict[str, Any]]:
        """All answers up to that of a hello sent now, which is left out."""
        self.number += 1
        id = f"until {self.number}"
        self.send(id=id, op="hello")
        heard = []
        while (answer := self.hear())["id"] != id:
            heard.append(answer)
        return heard

    def end_input(self) -> list[dict[str, Any]]:
        """End its input; what it still answers."""
        assert self.process.stdin
        self.process.stdin.close()
        heard = []
        while line := self.answers.get(timeout=SECONDS):
            heard.append(json.loads(line))
        return heard

    def close(self) -> int:
        """End it; its exit code."""
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        if not self.process.stdin.closed:
            self.process.stdin.close()
        code = self.process.wait(SECONDS)
        self.reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return code
