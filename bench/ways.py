"""The speed of the search as the built library runs it, against Numba's code of the same sources.

    python bench/ways.py [--rounds N] [--json]

Two processes take turns, so that other programs disturb both, and the best of each counts. Random
playouts of the library tell how many nodes of a search are to be had at least: a thirtieth of their
moves. The figures of all variants are kept in `results/ways.jsonl`; the exit code is 1 if a limit
is not kept.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

RESULTS = Path(__file__).parent / "results" / "ways.jsonl"
WAYS = ("library", "jit")
LEAST = {1: 1.0, 2: 1.2}  # the ratio of library to Numba, by number of threads
LEAST_NODES = 1 / 30  # of a search, for each move of a random playout
NODES = 12_000  # of one search
WARM_UP_NODES = 2_000  # Numba compiles in the first search


# ---- In a process for one way


def search_rate(variant: str, threads: int, nodes: int) -> float:
    """Simulations per second of a tree search over a few positions."""
    from azulejos.cli.bench import SEARCHED_EVENTS, sample_position
    from azulejos.compiled.rng import make_rng
    from azulejos.search.networks import shipped_network
    from azulejos.search.puct import search_parameters
    from azulejos.search.tree import Tree

    seconds = 0.0
    for events in SEARCHED_EVENTS:
        position = sample_position(variant, events)
        parameters = search_parameters(position.game.evaluator)
        network = shipped_network(position.states)
        tree = Tree(position.states, network, parameters, nodes, make_rng(1), threads)
        start = perf_counter()
        while tree.simulations < nodes:
            tree.simulate(nodes - tree.simulations)
        seconds += perf_counter() - start
        if tree.parallel:
            tree.parallel.close()
    return nodes * len(SEARCHED_EVENTS) / seconds


def answer() -> None:
    """Answer each line `VARIANT THREADS NODES` with a rate; with no threads, of playouts."""
    from azulejos.cli.bench import measure_playouts

    for line in sys.stdin:
        variant, threads, nodes = line.split()
        if threads == "0":
            games_per_s, moves_per_game = measure_playouts(variant, 0.3)
            print(games_per_s * moves_per_game, flush=True)
        else:
            print(search_rate(variant, int(threads), int(nodes)), flush=True)


# ---- In the process that compares


class Worker:
    """A process that runs compiled functions in one way."""

    def __init__(self, way: str):
        command = [sys.executable, __file__, "--answer"]
        environment = os.environ | {"AZULEJOS_KERNELS": way}
        self.process = subprocess.Popen(
            command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, variant: str, threads: int, nodes: int = NODES) -> float:
        assert self.process.stdin
        assert self.process.stdout
        print(variant, threads, nodes, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def measure(variant: str, rounds: int, workers: dict[str, Worker]) -> list[dict[str, object]]:
    """The figures of a variant, a row for each number of threads."""
    rows: list[dict[str, object]] = []
    moves = max(workers["library"].ask(variant, 0) for _ in range(rounds))
    for threads, least in LEAST.items():
        best = dict.fromkeys(WAYS, 0.0)
        for way in WAYS:
            workers[way].ask(variant, threads, WARM_UP_NODES)
        for _ in range(rounds):
            for way in WAYS:
                best[way] = max(best[way], workers[way].ask(variant, threads))
        ratio, share = best["library"] / best["jit"], best["library"] / moves
        is_kept = ratio >= least and (threads > 1 or share >= LEAST_NODES)
        rates = {f"{way}_nodes_per_s": round(best[way]) for way in WAYS}
        rows.append({"variant": variant, "threads": threads, **rates, "ratio": round(ratio, 3)})
        rows[-1] |= {"nodes_per_move": round(share, 4), "is_kept": is_kept}
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5, help="turns that each way gets")
    parser.add_argument("--only", nargs="+", metavar="VARIANT")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.answer:
        answer()
        return
    from azulejos.cli.bench import VARIANTS

    workers, rows = {way: Worker(way) for way in WAYS}, []
    for variant in chosen.only or VARIANTS:
        for row in measure(variant, chosen.rounds, workers):
            rows.append(row)
            if not chosen.json:
                print(*(f"{name}={value}" for name, value in row.items()), flush=True)
    for worker in workers.values():
        worker.process.communicate()
    if chosen.json:
        print(json.dumps(rows))
    if not chosen.only:
        RESULTS.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    sys.exit(not all(row["is_kept"] for row in rows))


if __name__ == "__main__":
    main()
