"""Size and speed of the WebAssembly modules: simulations per second in Node against the library.

`python -m tests.compiled.speed FOLDER` measures the modules that `azulejos kernels build --wasm
FOLDER` wrote. Library and modules take turns, each searching the same position of each variant with
so many simulations; the median of the rounds counts. The first answer is that of a new Node: from
the module's bytes to the end of the first search.
"""

import io
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from azulejos.compiled.jit import JitFunction
from azulejos.compiled.rng import make_rng
from azulejos.search.networks import shipped_network
from azulejos.search.puct import search_parameters
from azulejos.search.tree import Tree
from tests.compiled.tape import BASE, SIZE, Recorder, list_entries
from tests.playthrough import script
from tests.walk import VARIANTS, walk

SIMULATIONS = 4000
ROUNDS = 5
REPLAY = Path(__file__).with_suffix(".mjs")


def make_tree(variant: str) -> Tree:
    """An empty tree of the first decision of a game."""
    position = next(x for x in walk(variant, script(3)) if x.turn is not None)
    network = shipped_network(position.states)
    parameters = search_parameters(position.game.evaluator)
    return Tree(position.states, network, parameters, SIMULATIONS, make_rng(9))


def record(variant: str, forms: dict[str, Any]) -> bytes:
    """A tape of the search of a variant."""
    tape = io.BytesIO()
    recorder, plain = Recorder(forms, tape), JitFunction.__call__
    JitFunction.__call__ = lambda self, *args: recorder.call(self, *args)
    make_tree(variant).simulate(SIMULATIONS)
    JitFunction.__call__ = plain
    recorder.finish()
    return tape.getvalue()


def natively(variant: str) -> float:
    """The seconds of a search by the library."""
    tree = make_tree(variant)
    start = time.process_time()
    tree.simulate(SIMULATIONS)
    return time.process_time() - start


def in_node(module: Path, tape: Path, entries: list[str]) -> dict[str, float]:
    """The seconds to the end of the first search by a module, and of a later one."""
    command = [
        "node",
        str(REPLAY),
        str(module),
        str(tape),
        json.dumps(entries),
        str(BASE),
        str(SIZE),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds: dict[str, float] = json.loads(done.stdout)
    return seconds


def main() -> None:
    folder = Path(sys.argv[1])
    table = json.loads((folder / "kernels.json").read_text())
    modules = [folder / name for name in table["modules"]]
    for module in modules:
        done = subprocess.run(["node", str(REPLAY), str(module)], capture_output=True, check=True)
        print(f"{module.name}: {module.stat().st_size:,} bytes, brotli {int(done.stdout):,}")
    tape = folder / "tape"
    for variant in VARIANTS:
        tape.write_bytes(record(variant, table["forms"]))
        rounds = []
        for _ in range(ROUNDS):
            by_module = [in_node(module, tape, list_entries(table["forms"])) for module in modules]
            rounds.append((natively(variant), by_module))
        native = median(seconds for seconds, _ in rounds)
        print(f"{variant}: library {SIMULATIONS / native / 1000:,.0f} k simulations/s")
        for i, module in enumerate(modules):
            later, first = (median(row[i][x] for _, row in rounds) for x in ("later", "first"))
            print(
                f"  {module.name}: {native / later:.2f} of it, first answer {first * 1000:.0f} ms"
            )


if __name__ == "__main__":
    main()
