"""A line between a browser and a server that can be cut, and mended."""

import socket
import threading
from contextlib import suppress


class Cable:
    """Hands on what comes from either side, unless it was told otherwise."""

    def __init__(self, server_port: int):
        self._server_port = server_port
        self._is_cut = False
        self._answers_pass = threading.Event()
        self._answers_pass.set()
        self._ends: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def hold_answers(self) -> None:
        """Messages of the browser still arrive; it hears nothing any more, and is not told."""
        self._answers_pass.clear()

    def cut(self) -> None:
        """Nothing passes; what was on its way is lost."""
        self._is_cut = True
        for end in tuple(self._ends):
            close(end)
        self._answers_pass.set()

    def mend(self) -> None:
        self._is_cut = False

    def take_away(self) -> None:
        close(self._listener)
        self.cut()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                if self._is_cut:
                    close(browser)
                    continue
                server = socket.create_connection(("127.0.0.1", self._server_port))
                self._ends |= {browser, server}
                for ends in ((browser, server, False), (server, browser, True)):
                    threading.Thread(target=self._pass, args=ends, daemon=True).start()

    def _pass(self, here: socket.socket, there: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := here.recv(1 << 16):
                if is_answer:
                    self._answers_pass.wait()
                there.sendall(data)
        for end in (here, there):
            close(end)
            self._ends.discard(end)


def close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)  # wakes whoever waits for it
    end.close()
