"""The cost of encoding an update for a viewer, by library: `python bench/wire.py`."""

import time
from collections.abc import Callable
from typing import Any

import msgspec
from pydantic_core import to_json
from tests.server.script import Script, variant_script

from azulejos.server.table.view import all_seats, board_fields, own_fields
from azulejos.wire.messages import Update
from azulejos.wire.views import View

ROUNDS, REPEATS = 200, 9


def structs() -> type[Any]:
    """The view as a `msgspec.Struct`, with parts that are encoded already."""
    return msgspec.defstruct("ViewStruct", [(name, Any) for name in View.model_fields])


def microseconds(work: Callable[[], object]) -> float:
    """The least time of a call."""
    times = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        for _ in range(ROUNDS):
            work()
        times.append((time.perf_counter() - begin) / ROUNDS)
    return min(times) * 1e6


def measure(script: Script) -> dict[str, float]:
    """Encode the view of one more viewer of a table, when all viewers share most of it."""
    table, now = script.table, script.now
    board, seats = board_fields(table), all_seats(table, now)
    shared = {name: msgspec.Raw(msgspec.json.encode(value)) for name, value in board.items()}
    struct, encoder = structs(), msgspec.json.Encoder()

    own = own_fields(table, "ann", now, seats)
    head: dict[str, Any] = {"table": table.plan.id, "version": table.version, "events": []}
    return {
        "pydantic model, model_dump_json": microseconds(
            lambda: Update(view=View(**board, **own), **head).model_dump_json()
        ),
        "pydantic-core to_json of dicts": microseconds(
            lambda: to_json({"type": "update", **head, "view": board | own})
        ),
        "msgspec of dicts": microseconds(
            lambda: encoder.encode({"type": "update", **head, "view": board | own})
        ),
        "msgspec Struct, shared parts Raw": microseconds(
            lambda: encoder.encode({"type": "update", **head, "view": struct(**shared, **own)})
        ),
        "msgspec dict, shared parts Raw": microseconds(
            lambda: encoder.encode({"type": "update", **head, "view": shared | own})
        ),
        "the viewer's own fields, not encoded": microseconds(
            lambda: own_fields(table, "ann", now, seats)
        ),
    }


def main() -> None:
    for variant in ("azul-4-coloured", "blue-2"):
        script = variant_script(variant)
        script.sit(*["ann", "bob", "cat", "dan"][: script.plan.players])
        for choice in range(12):
            script.move(choice)
        for name, cost in measure(script).items():
            print(f"{variant:16} {name:36} {cost:8.1f} µs")


if __name__ == "__main__":
    main()
