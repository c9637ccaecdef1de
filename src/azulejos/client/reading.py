"""JSON as frozen dataclasses: the fields of a class are read, and fields it does not know ignored.

A client therefore goes on to work with a server that sends more.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


@cache
def hints_of(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


def read(cls: Callable[..., T], data: Any) -> T:
    """An object of a dataclass from JSON; `ValueError` if a field is missing."""
    if not isinstance(data, dict):
        raise ValueError(f"{cls.__name__}: an object was expected")
    hints = hints_of(cls)
    names = [each.name for each in fields(cls)]  # type: ignore[arg-type]
    missing = [name for name in names if name not in data]
    if missing:
        raise ValueError(f"{cls.__name__}: {', '.join(missing)} missing")
    return cls(**{name: read_value(hints[name], data[name]) for name in names})


def read_value(kind: Any, value: Any) -> Any:
    """A value of an annotated type: dataclasses inside lists and optional fields are read too."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        chosen = next(each for each in inner if each is not type(None))
        return None if value is None else read_value(chosen, value)
    if origin is list:
        return [read_value(inner[0], each) for each in value]
    return read(kind, value) if isinstance(kind, type) and is_dataclass(kind) else value
