"""A mail server on this machine, which keeps what it is handed."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from tests.server.services import wait_for


class MailServer:
    """Speaks SMTP (RFC 5321) as far as clients need it."""

    def __init__(self) -> None:
        self.received: list[EmailMessage] = []
        self.answer = b"250 ok"  # to a recipient
        mails = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 here\r\n")
                for line in self.rfile:
                    verb = line[:4].upper()
                    if verb == b"RCPT":
                        self.wfile.write(mails.answer + b"\r\n")
                    elif verb == b"DATA":
                        self.wfile.write(b"354 go on\r\n")
                        mails.received.append(self.read_mail())
                        self.wfile.write(b"250 ok\r\n")
                    elif verb == b"QUIT":
                        self.wfile.write(b"221 bye\r\n")
                        return
                    else:
                        self.wfile.write(b"250 ok\r\n")

            def read_mail(self) -> EmailMessage:
                lines = iter(self.rfile.readline, b".\r\n")
                data = b"".join(line[1:] if line[:1] == b"." else line for line in lines)
                return message_from_bytes(data, policy=default)

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server.server_address[1]}"

    def next(self, number: int) -> EmailMessage:
        """The mail with a number, from 0 on, once it has arrived."""
        wait_for("mail", lambda: len(self.received) > number)
        return self.received[number]


@contextmanager
def run_mail_server() -> Iterator[MailServer]:
    running = MailServer()
    try:
        yield running
    finally:
        running.server.shutdown()
        running.server.server_close()


def text_of(mail: EmailMessage) -> str:
    content: str = mail.get_content()
    return content.replace("\r\n", "\n")


def secret_in(mail: EmailMessage, page: str) -> str:
    """The secret of the link to a page in a mail."""
    return text_of(mail).split(f"/mail/{page}#")[1].split()[0]
