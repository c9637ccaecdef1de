"""The base types of bodies and responses of the HTTP API, and fields that many of them have.

OpenAPI is generated from all types of the `schemas` files. Requests are validated strictly; unknown
fields are refused.
"""

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from azulejos.games import GAMES

Language = Literal["en", "es", "pt-BR"]
GAME = next(iter(GAMES))  # used in examples
MAX_OPTIONS = 8  # of a table
MAX_UNKNOWN = 8  # fields of a body that are reported one by one


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


class Form(BaseModel):
    """Base of all request bodies."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def check_number(cls, data: Any) -> Any:
        """Refuse a body with thousands of fields at once, instead of reporting each of them."""
        if isinstance(data, dict) and len(data) > len(cls.model_fields) + MAX_UNKNOWN:
            raise PydanticCustomError("extra_forbidden", "too many fields")
        return data


class Answer(BaseModel):
    """Base of all responses."""

    model_config = ConfigDict(extra="forbid", frozen=True)
