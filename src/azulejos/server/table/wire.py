"""What all data sent to clients has in common: its base class, and sentences without a language."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from azulejos.text import Text


class Sent(BaseModel):
    """Base of everything that the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Said(Sent):
    """A sentence as code and arguments; an argument may itself be such a sentence."""

    code: str  # key of the sentence in the catalogues of texts
    args: dict[str, Any] = {}


def said(text: Text) -> Said:
    """Convert a text for sending."""
    return Said(code=text.code, args={name: plain(value) for name, value in text.args.items()})


def plain(value: object) -> object:
    """Convert an argument of a text for sending: nested texts become dicts."""
    return said(value).model_dump() if isinstance(value, Text) else value
