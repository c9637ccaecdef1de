"""Answers as JSON text. Parts that are encoded already are given as `Raw`, and copied."""

from typing import Any

from msgspec import Raw
from msgspec.json import Encoder
from pydantic import BaseModel
from starlette.responses import Response

__all__ = ["Raw", "encode", "json_response"]


def fields_of(value: object) -> dict[str, Any]:
    """The fields of a wire type, which msgspec does not know."""
    if isinstance(value, BaseModel):
        return dict(value)
    raise TypeError(type(value))


ENCODER = Encoder(enc_hook=fields_of)


def encode(value: object) -> str:
    """Plain data and wire types as JSON text."""
    return ENCODER.encode(value).decode()


def json_response(value: object, status: int = 200) -> Response:
    """A response with plain data, which is not validated again."""
    return Response(ENCODER.encode(value), status, media_type="application/json")
