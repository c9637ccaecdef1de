"""The WebAssembly modules compute the same bytes as the library, in three engines, and a change is
noticed.
"""

import json
import os
import random
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

import pytest
import wasmtime
from playwright.sync_api import sync_playwright

from azulejos.compiled import wasm
from azulejos.compiled.ahead import OWN
from tests.browser.conftest import FLAGS, find_chromium
from tests.compiled.tape import BASE, SIZE, list_entries, replay
from tests.examples import PERCENT

HERE = Path(__file__).parent
MODULES = ("wasm.wasm", "wasm-simd.wasm")
RECORDS = 1000 if PERCENT == 100 else 12  # for conformance, of each file
MARGIN_WEIGHT = struct.pack("<d", 0.3)
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
ASK = """message => new Promise(answered => {
    const worker = new Worker('replay_worker.mjs', {type: 'module'});
    worker.onmessage = ({data}) => answered(data);
    worker.postMessage(message);
})"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the modules and a tape of what the library computes."""
    folder = tmp_path_factory.mktemp("wasm")
    wasm.build_modules(OWN, folder)
    command = [sys.executable, "-m", "tests.compiled.tape", str(folder / wasm.TABLE)]
    subprocess.run(
        [*command, str(folder / "tape"), str(RECORDS)],
        env=os.environ | {"AZULEJOS_KERNELS": "library"},
        cwd=HERE.parents[1],
        check=True,
    )
    return folder


@pytest.fixture(scope="module")
def table(built: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((built / wasm.TABLE).read_text())
    return loaded


# ---- The same bytes


@pytest.mark.parametrize("module", MODULES)
def test_wasmtime_computes_the_same(built: Path, table: dict[str, Any], module: str) -> None:
    assert replay(built / module, table, (built / "tape").read_bytes()) == ""


@pytest.mark.parametrize("module", MODULES)
def test_node_computes_the_same(built: Path, table: dict[str, Any], module: str) -> None:
    assert in_node(built / module, table, built / "tape") == ""


def in_node(module: Path, table: dict[str, Any], tape: Path) -> str:
    entries = json.dumps(list_entries(table["forms"]))
    command = ["node", str(HERE / "replay_node.mjs"), str(module), str(tape), entries]
    done = subprocess.run(
        [*command, str(BASE), str(SIZE)], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def site(built: Path) -> Iterator[str]:
    """The address of a site with the modules, the tape and a page with the policy of ours."""
    (built / "index.html").write_text("<!doctype html><title>replay</title>")
    for name in ("replay.mjs", "replay_worker.mjs"):
        (built / name).write_bytes((HERE / name).read_bytes())
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(built)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


class Files(SimpleHTTPRequestHandler):
    """Answers with files of a folder, as a page's server does."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def test_chromium_computes_the_same_in_a_worker(site: str, table: dict[str, Any]) -> None:
    entries = list_entries(table["forms"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page()
        page.goto(site)
        for module in MODULES:
            asked = {"module": module, "tape": "tape", "entries": entries}
            assert page.evaluate(ASK, asked | {"base": BASE, "size": SIZE}) == ""
        browser.close()


def test_one_module_needs_no_simd(built: Path) -> None:
    config = wasmtime.Config()
    config.wasm_relaxed_simd = config.wasm_simd = False
    engine = wasmtime.Engine(config)
    wasmtime.Module.from_file(engine, str(built / MODULES[0]))
    with pytest.raises(wasmtime.WasmtimeError, match="SIMD"):
        wasmtime.Module.from_file(engine, str(built / MODULES[1]))


# ---- What is noticed


def test_a_changed_module_is_noticed(built: Path, table: dict[str, Any], tmp_path: Path) -> None:
    code = (built / MODULES[0]).read_bytes()
    assert MARGIN_WEIGHT in code
    changed = tmp_path / "changed.wasm"
    changed.write_bytes(code.replace(MARGIN_WEIGHT, struct.pack("<d", 0.31)))
    found = in_node(changed, table, built / "tape")
    assert found.startswith("call ")
    assert replay(changed, table, (built / "tape").read_bytes()) == found


def test_a_byte_that_no_call_should_change_is_noticed(
    built: Path, table: dict[str, Any], tmp_path: Path
) -> None:
    tape = (built / "tape").read_bytes()
    (tmp_path / "tape").write_bytes(tape[:-1] + bytes([tape[-1] ^ 1]))
    found = in_node(built / MODULES[0], table, tmp_path / "tape")
    assert (
        found
        == "other bytes elsewhere"
        == replay(built / MODULES[0], table, (tmp_path / "tape").read_bytes())
    )


def test_what_calls_need_meanwhile_never_overlaps_nor_leaves_the_arena(tmp_path: Path) -> None:
    names = ["NRT_MemInfo_alloc_aligned", "NRT_MemInfo_call_dtor"]
    wasm.link(tmp_path, "none", names, tmp_path / "alone.wasm")
    store = wasmtime.Store()
    module = wasmtime.Module.from_file(store.engine, str(tmp_path / "alone.wasm"))
    exports = wasmtime.Instance(store, module, []).exports(store)
    allocate, free = (cast(wasmtime.Func, exports[name]) for name in names)
    memory = cast(wasmtime.Memory, exports["memory"])
    dice, ends = random.Random(1), 0
    blocks: dict[int, tuple[int, int, int]] = {}  # by place of a block: that, size and letter
    for _ in range(3000):
        if blocks and dice.random() < 0.48:
            block = dice.choice([*blocks])
            place, size, letter = blocks.pop(block)
            assert memory.read(store, place, place + size) == bytes([letter]) * size
            free(store, block)
            continue
        size, letter = dice.randrange(60_000), dice.randrange(256)
        try:
            block = allocate(store, size, 32)
        except wasmtime.Trap:
            ends += 1
            continue
        place = int.from_bytes(memory.read(store, block + 16, block + 20), "little")
        memory.write(store, bytes([letter]) * size, place)
        blocks[block] = place, size, letter
    assert ends
    for block in blocks:
        free(store, block)
    free(store, allocate(store, (1 << 20) - 128, 16))  # all of it is free again
    for size in (1 << 20, 1 << 32, 2**62, -1):
        with pytest.raises(wasmtime.Trap):
            allocate(store, size, 16)


# ---- The table


def test_both_modules_have_every_function_but_those_of_training(table: dict[str, Any]) -> None:
    from azulejos.compiled import jit

    names = {f"{kernel.__module__}.{kernel.__qualname__}" for kernel in jit.kernels}
    ours = {name for name in names if name.startswith("azulejos.")}
    assert {name for name in ours if not name.startswith("azulejos.learning.")} >= set(
        table["forms"]
    )
    assert {*table["forms"]["azulejos.kernels.play"]} == {"azul", "blue"}
    assert table["modules"] == list(MODULES)
