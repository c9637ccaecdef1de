"""What all data sent to clients has in common: its base class, sentences without a language, and
steps.
"""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, WithJsonSchema
from typing_extensions import TypeAliasType

from azulejos.contract.rules import Json
from azulejos.contract.steps import Step
from azulejos.text import Text


class Sent(BaseModel):
    """Base of everything that the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Said(Sent):
    """A sentence as code and arguments; an argument may itself be such a sentence."""

    code: str  # key of the sentence in the catalogues of texts
    args: dict[str, Any] = {}


StepFacts = TypeAliasType(
    "StepFacts",
    Annotated[
        dict[str, Any],
        WithJsonSchema(
            {
                "description": "One thing that a move or deal does: its kind, and facts by name.",
                "type": "object",
                "properties": {
                    "kind": {"type": "string"},  # "take", "lay" …: each game has its own
                    "case": {"type": "string"},  # which of the sentences of its kind applies
                    "seat": {"type": ["integer", "null"]},  # whom it concerns
                },
                "required": ["kind"],
                "additionalProperties": True,
            }
        ),
    ],
)


def sent_steps(steps: Iterable[Step]) -> list[Json]:
    """Convert steps for sending."""
    return [step.to_json() for step in steps]


def said(text: Text) -> Said:
    """Convert a text for sending."""
    return Said(code=text.code, args={name: plain(value) for name, value in text.args.items()})


def plain(value: object) -> object:
    """Convert an argument of a text for sending: nested texts become dicts."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    return said(value).model_dump() if isinstance(value, Text) else value
