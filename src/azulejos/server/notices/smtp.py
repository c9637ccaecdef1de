"""Mail by SMTP, with the standard library."""

import smtplib
import ssl
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

LOCAL = ("127.0.0.1", "localhost", "::1")  # needs no encryption
SEND_S = 20.0  # how long a server may take for each step


class Smtp:
    """The server to which mails are handed, `smtps://USER:PASSWORD@HOST` or `smtp://HOST:PORT`."""

    def __init__(self, url: str):
        parts = urlsplit(url)
        self.is_tls, self.host = parts.scheme == "smtps", parts.hostname or ""
        self.port = parts.port or (465 if self.is_tls else 25)
        self.user, self.password = unquote(parts.username or ""), unquote(parts.password or "")

    def send(self, message: EmailMessage) -> None:
        """Hand a mail over; blocks. Other hosts than this one get it encrypted or not at all."""
        context = ssl.create_default_context()
        if self.is_tls:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=SEND_S, context=context
            )
        else:
            connection = smtplib.SMTP(self.host, self.port, timeout=SEND_S)
        with connection:
            if not self.is_tls and self.host not in LOCAL:
                connection.starttls(context=context)
            if self.user:
                connection.login(self.user, self.password)
            connection.send_message(message)
