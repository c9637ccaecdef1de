"""Messages of the event stream and the WebSocket, read from their lines.

Fields that are not known here are ignored, so a client goes on to work with a server that sends
more.
"""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from azulejos.wire.messages import SERVER_MESSAGE, ServerMessage

M = TypeVar("M", bound=BaseModel)


def read(kind: type[M], data: object) -> M:
    """An answer from its JSON; `ValueError` if a field is missing."""
    return kind.model_validate(data, extra="ignore")


def parse_message(line: str | bytes) -> ServerMessage | None:
    """The message of a line; None for an empty line, and for a type that is not known here."""
    if not line.strip():
        return None
    try:
        return SERVER_MESSAGE.validate_json(line, extra="ignore")
    except ValidationError as wrong:
        if wrong.errors()[0]["type"] == "union_tag_invalid":
            return None
        raise
