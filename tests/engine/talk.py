"""A connection to an engine in a new process."""

import json
import subprocess
import sys
from queue import Queue
from threading import Thread
from typing import Any

SECONDS = 300.0  # timeout of a test: the engine may have to compile itself first
COMMAND = [sys.executable, "-m", "azulejos", "engine"]


class Talk:
    """An engine process; sends requests and receives answers."""

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
        """Send `hello`, and return all answers before the one to it."""
        self.number += 1
        id = f"until {self.number}"
        self.send(id=id, op="hello")
        heard = []
        while (answer := self.hear())["id"] != id:
            heard.append(answer)
        return heard

    def end_input(self) -> list[dict[str, Any]]:
        """Close the engine's input, and return what it still answers."""
        assert self.process.stdin
        self.process.stdin.close()
        heard = []
        while line := self.answers.get(timeout=SECONDS):
            heard.append(json.loads(line))
        return heard

    def close(self) -> int:
        """Close the engine's input, wait for its end, and return the exit code."""
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
