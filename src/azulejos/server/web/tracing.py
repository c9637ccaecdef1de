"""Spans for OpenTelemetry: how long requests, messages, decisions, commits and bots take.

Without the setting `tracing` a span is one shared object that does nothing, and nothing of
OpenTelemetry is used; `otlp.py` turns spans on. Spans contain no name, address, body or secret.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

Context = AbstractContextManager[Any]
StartSpan = Callable[..., Context]  # `start_as_current_span` of OpenTelemetry's tracer

_NOTHING: Context = nullcontext()
_start_span: StartSpan | None = None


def use_spans(start_span: StartSpan | None) -> None:
    """Record spans from now on; None for none."""
    global _start_span
    _start_span = start_span


def span(name: str, **attributes: str) -> Context:
    """A context whose duration is recorded under a name."""
    if _start_span is None:
        return _NOTHING
    # the message of an exception may contain what a person typed, so it is not recorded
    return _start_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    )
