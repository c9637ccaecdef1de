"""The bases of requests and answers, sentences and steps, and fields that many types have.

Requests are validated strictly; unknown fields are refused.
"""

import unicodedata
from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from azulejos.contract.rules import Json
from azulejos.contract.steps import Step
from azulejos.games import GAMES
from azulejos.text import Text

Language = Literal["en", "es", "pt-BR"]
GAME = next(iter(GAMES))  # used in examples
MAX_OPTIONS = 8  # of a table
MAX_UNKNOWN = 8  # fields of a body that are reported one by one
MISSING = object()


def check_line(text: str) -> str:
    """Refuse control characters and lone surrogates."""
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
        raise ValueError("control")
    return text


LINE = AfterValidator(check_line)  # after the length, so that it is never called with a long text
Name = Annotated[str, Field(min_length=1, max_length=64), LINE]
Password = Annotated[str, Field(min_length=8, max_length=128), LINE]
AnyPassword = Annotated[str, Field(min_length=1, max_length=128), LINE]
PersonId = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{8,32}$")]
Word = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z0-9_-]+$")]
Seat = Annotated[int, Field(ge=0, le=3)]
TableId = Annotated[str, Field(min_length=8, max_length=32, pattern=r"^[A-Za-z0-9]+$")]
ClientId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
Version = Annotated[int, Field(ge=0, le=1_000_000)]
MoveText = Annotated[str, Field(min_length=1, max_length=40)]


def check_options(data: Any) -> Any:
    """Refuse a table of options that is too long before each of them is validated."""
    if isinstance(data, dict) and len(data) > MAX_OPTIONS:
        raise PydanticCustomError("too_long", "too many options")
    return data


Choice = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9_,-]+$")]
Options = Annotated[
    dict[Word, Choice], BeforeValidator(check_options), Field(max_length=MAX_OPTIONS)
]


def example(**form: Any) -> ConfigDict:
    """A model configuration with an example for OpenAPI."""
    return ConfigDict(json_schema_extra={"examples": [form]})


class Request(BaseModel):
    """Base of everything that a client sends."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def check_number(cls, data: Any) -> Any:
        """Refuse a body with thousands of fields at once, instead of reporting each of them."""
        if isinstance(data, dict) and len(data) > len(cls.model_fields) + MAX_UNKNOWN:
            raise PydanticCustomError("extra_forbidden", "too many fields")
        return data


class Answer(BaseModel):
    """Base of everything that the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def of(cls, *sources: object, **computed: Any) -> Self:
        """An answer with the fields of `fields_from`."""
        return cls(**fields_from(cls, *sources, **computed))


def fields_from(kind: type[BaseModel], *sources: object, **computed: Any) -> Json:
    """The fields of a type: those given by name, and for every other field the attribute of that
    name, of the first source that has it, else its default.
    """
    found = dict(computed)
    for name, field in kind.__pydantic_fields__.items():
        if name in found:
            continue
        for source in sources:
            value = getattr(source, name, MISSING)
            if value is not MISSING:
                found[name] = value
                break
        else:
            if not field.is_required():
                found[name] = field.get_default(call_default_factory=True)
    return found


class Sentence(Answer):
    """A sentence as code and arguments; an argument may itself be such a sentence."""

    code: str  # key of the sentence in the catalogues of texts
    args: dict[str, Any] = {}


def sentence(text: Text) -> Sentence:
    """Convert a text for sending."""
    return Sentence(code=text.code, args={name: plain(value) for name, value in text.args.items()})


def plain(value: object) -> object:
    """Convert an argument of a text for sending: nested texts become dicts."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    return sentence(value).model_dump() if isinstance(value, Text) else value


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


# The JSON of a position. OpenAPI describes it by the schemas of the games.
PositionJson = TypeAliasType(
    "PositionJson", Annotated[dict[str, Any], WithJsonSchema({"type": "object"})]
)


def step_facts(steps: Iterable[Step]) -> list[Json]:
    """Convert steps for sending."""
    return [step.to_json() for step in steps]
