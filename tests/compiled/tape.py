"""Tapes: calls from Python to compiled functions, with every byte that they get and change.

A tape is recorded while the built library computes, and replayed by a WebAssembly module: in Python
by `replay` here, in Node and browsers by `replay.mjs`. It has an image of the memory from `BASE`
on: the words of a call, then its arrays and records. Of each call it has the entry, what changes in
the image before, and what the call changes. All numbers are little-endian with 32 bits:

    one more than the entry's place in the list of entries, 0 at the end
    twice, before and after: the number of changes; of each its place, its size and its bytes

After the 0 follows the SHA-256 of the image.

`python -m tests.compiled.tape TABLE TAPE RECORDS` records the workload of every variant with a
thousand games of each, and so many records of each file for conformance.
"""

import hashlib
import json
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import wasmtime
from numpy.typing import NDArray

from azulejos import batch
from azulejos.compiled import jit
from azulejos.compiled.rng import make_rng
from azulejos.compiled.types import Array, Element, parts
from azulejos.games import GAMES
from tests.compiled.workload import endings, evaluations, trees
from tests.playthrough import playthrough, script
from tests.walk import VARIANTS, opening

BASE = 4 << 20  # where the image begins; below are the module's own data
SIZE = 28 << 20
WORDS = 2048  # bytes for the words of a call
BLOCK = 64  # bytes; changes are of whole ones
GAMES_AT_RANDOM = 1000
CONFORMANCE = Path(__file__).parents[1] / "conformance"
Bytes = NDArray[np.uint8]


class Recorder:
    """Writes a tape of the calls that it hands on."""

    def __init__(self, forms: dict[str, Any], file: Any):
        self.forms, self.file = forms, file
        self.entries = list_entries(forms)
        self.image = np.zeros(SIZE, np.uint8)

    def call(self, function: jit.JitFunction, *args: Any) -> Any:
        """Hand a call on to the library; if it has a module's entry, write it down."""
        form = self._find(function, args)
        original = jit.library.Kernel.__call__  # type: ignore[union-attr]  # it was built
        if form is None:
            return original(function, *args)
        regions = Regions()
        words = [
            word for pair in zip(function.kinds, args, strict=True) for word in regions.add(*pair)
        ]
        given = np.zeros(WORDS, np.uint8)
        given[: 8 * len(words)] = np.frombuffer(struct.pack(f"<{len(words)}Q", *words), np.uint8)
        self._number(self.entries.index(form["entry"]) + 1)
        self._changes({0: given, **regions.placed})
        returned = original(function, *args)
        code = form["signature"].rpartition(">")[2]
        put_result(given, code, returned)
        self._changes({0: given, **regions.placed})
        return returned

    def _find(self, function: jit.JitFunction, args: tuple[Any, ...]) -> Any:
        forms = self.forms.get(f"{function.__module__}.{function.__qualname__}", {})
        states = set(records_of(args))
        fitting = [form for game, form in forms.items() if GAMES[game].state in states]
        return (fitting or [*forms.values()] or [None])[0]

    def _number(self, n: int) -> None:
        self.file.write(struct.pack("<I", n))

    def _changes(self, regions: dict[int, Bytes]) -> None:
        """Write where the image differs from regions, and bring it up to date."""
        found = [
            change for place, data in regions.items() for change in self._differing(place, data)
        ]
        self._number(len(found))
        for place, data in found:
            self._number(place)
            self._number(len(data))
            self.file.write(data)

    def _differing(self, place: int, data: Bytes) -> Iterator[tuple[int, bytes]]:
        image = self.image[place : place + len(data)]
        blocks = np.unique(np.flatnonzero(image != data) // BLOCK)
        for run in np.split(blocks, np.flatnonzero(np.diff(blocks) > 1) + 1) if len(blocks) else ():
            start, end = int(run[0]) * BLOCK, min(len(data), (int(run[-1]) + 1) * BLOCK)
            image[start:end] = data[start:end]
            yield place + start, data[start:end].tobytes()

    def finish(self) -> None:
        self._number(0)
        self.file.write(hashlib.sha256(self.image.tobytes()).digest())


class Regions:
    """The places of the arrays and records of a call in the image; what overlaps is one region."""

    def __init__(self) -> None:
        self.placed: dict[int, Bytes] = {}
        self.top = WORDS

    def add(self, kind: Any, value: Any) -> Iterator[int]:
        """The words of an argument."""
        if isinstance(kind, Array):
            yield self._place(value)
            yield from value.shape
        elif isinstance(kind, Element | np.dtype):
            yield self._place(np.frombuffer(value, np.uint8))
        elif parts(kind):
            for pair in zip(parts(kind), value, strict=True):
                yield from self.add(*pair)
        elif kind is float:
            yield int(np.float64(value).view(np.uint64))
        else:
            yield int(value) % 2**64

    def _place(self, array: Any) -> int:
        data = np.ravel(array).view(np.uint8) if array.size else np.zeros(0, np.uint8)
        start = data.ctypes.data
        for place, other in self.placed.items():
            first = other.ctypes.data
            if first <= start and start + len(data) <= first + len(other):
                return BASE + place + start - first
            assert start >= first + len(other) or first >= start + len(data), "regions overlap"
        place, self.top = self.top, self.top + len(data) + -len(data) % 64
        assert self.top <= SIZE
        self.placed[place] = data
        return BASE + place


def records_of(value: Any) -> Iterator[Any]:
    """The dtypes of the arrays and records in arguments."""
    if isinstance(value, tuple):
        for part in value:
            yield from records_of(part)
    elif isinstance(value, np.ndarray | np.generic):
        yield value.dtype


def put_result(words: Bytes, codes: str, returned: Any) -> None:
    """Write what a call returned to its words."""
    values = returned if codes.startswith("(") else [] if codes == "v" else [returned]
    for i, (code, value) in enumerate(zip(codes.strip("()"), values, strict=False)):
        bits = struct.pack("<d", value) if code == "f" else struct.pack("<Q", int(value) % 2**64)
        words[8 * i : 8 * i + 8] = np.frombuffer(bits, np.uint8)


def list_entries(forms: dict[str, Any]) -> list[str]:
    """The entries of the modules in the order of their numbers on a tape."""
    return sorted(form["entry"] for games in forms.values() for form in games.values())


# ---- Replaying


def replay(module: Path, table: dict[str, Any], tape: bytes) -> str:
    """Where a module in wasmtime first computes other bytes than a tape has; empty if nowhere."""
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    code = wasmtime.Module.from_file(engine, str(module))
    exports = wasmtime.Instance(store, code, []).exports(store)
    memory: Any = exports["memory"]
    memory.grow(store, (BASE + SIZE - memory.data_len(store)) // 65536)
    entries = list_entries(table["forms"])
    at, calls = 0, 0

    def number() -> int:
        nonlocal at
        at += 4
        return int.from_bytes(tape[at - 4 : at], "little")

    def changes() -> Iterator[tuple[int, bytes]]:
        nonlocal at
        for _ in range(number()):
            place, size = BASE + number(), number()
            at += size
            yield place, tape[at - size : at]

    while entry := number():
        calls += 1
        for place, data in changes():
            memory.write(store, data, place)
        run: Any = exports[entries[entry - 1]]
        if run(store, BASE):
            return f"call {calls}, {entries[entry - 1]}: failed"
        for place, data in changes():
            if memory.read(store, place, place + len(data)) != data:
                return f"call {calls}, {entries[entry - 1]}: other bytes"
    image = memory.read(store, BASE, BASE + SIZE)
    return "" if hashlib.sha256(image).digest() == tape[at:] else "other bytes elsewhere"


# ---- Recording


def judged_records(number: int) -> Iterator[Any]:
    """The verdicts on the first records of each file."""
    for game in GAMES.values():
        for kind in ("games", "illegal"):
            lines = (CONFORMANCE / f"{game.name}-{kind}.jsonl").read_text().splitlines()
            yield from (game.judge(json.loads(line)) for line in lines[:number])


def main() -> None:
    table, tape, records = sys.argv[1:]
    with open(tape, "wb") as file:
        recorder = Recorder(json.loads(Path(table).read_text())["forms"], file)
        jit.JitFunction.__call__ = lambda self, *args: recorder.call(self, *args)
        list(judged_records(int(records)))
        for variant in VARIANTS:
            for part in (evaluations, trees, endings):
                list(part(variant))
            list(playthrough(variant, 0))
            states = np.repeat(opening(variant, script(1)).states, GAMES_AT_RANDOM)
            batch.play_out(states, make_rng(1))
        recorder.finish()


if __name__ == "__main__":
    main()
