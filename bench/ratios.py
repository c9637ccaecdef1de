"""The speed of the engine relative to hand-tuned C++ programs; prints the ratios.

    python bench/ratios.py [--rounds N] [--json]

Builds the C++ programs beside this file (with g++, in a temporary folder), plays random games with
engine and program in turn, so that other processes disturb both, and compares the best of each.
Where a program can print its games, it also checks that both play the same ones.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from azulejos import batch, kernels
from azulejos.cli.bench import measure_playouts
from azulejos.compiled.rng import WORD, make_rng, next_word
from azulejos.games import find_game

HERE = Path(__file__).parent
BUILD = ["g++", "-O3", "-fno-tree-vectorize", "-march=native", "-std=c++20"]
RUN_GAMES = 40_000  # of a C++ program in one run
SAME_GAMES = (
    2_000  # compared one by one; the C++ program lacks A27, which applies first in game 2,836
)
AZUL, BLUE = "azul_limit", "blue_limit"
PAIRS = {  # by variant: the C++ program, and the key of its figure
    f"azul-{players}-{side}": (AZUL, f"p{players}")
    for players in (2, 3, 4)
    for side in ("coloured", "gray")
} | {f"blue-{players}": (BLUE, "p3") for players in (3, 2)}


def build(name: str, folder: Path) -> Path:
    """Compile a C++ program; return its path."""
    program = folder / name
    subprocess.run([*BUILD, "-o", str(program), str(HERE / f"{name}.cpp")], check=True)
    return program


def measure(programs: dict[str, Path], rounds: int) -> dict[str, dict[str, float]]:
    """Moves per second of both, the best of some rounds in which they take turns."""
    best: dict[str, dict[str, float]] = {name: {"engine": 0, "yardstick": 0} for name in PAIRS}
    for _ in range(rounds):
        figures = {
            name: json.loads(subprocess.check_output([program, str(RUN_GAMES), "1"]))
            for name, program in programs.items()
        }
        for variant, (name, key) in PAIRS.items():
            games_per_s, moves_per_game = measure_playouts(variant, 0.3)
            rates = {
                "engine": games_per_s * moves_per_game,
                "yardstick": figures[name][key]["list_moves_per_s"],
            }
            best[variant] = {who: max(rate, best[variant][who]) for who, rate in rates.items()}
    return best


def plays_same_games(program: Path, players: int) -> bool:
    """Do both play the same deals and moves to the same scores from the same random numbers?"""
    printed = subprocess.check_output(
        [program, "dump", str(players), str(SAME_GAMES), "1"], text=True
    )
    game = find_game("azul")
    states, result = game.new_states(), np.zeros((1, 2, batch.SEATS))
    for number, line in enumerate(printed.splitlines()):
        *scores, moves, _rounds, _digest = map(int, line.split())
        rng = make_rng((0xD1342543DE82EF95 + number) & WORD)
        rng[0] = next_word(rng)
        kernels.setup(states, players, game.choose(players, {}))
        played = kernels.play_out(states, rng)
        kernels.result(states, result)
        if played != moves or result[0, 1, :players].tolist() != scores:
            return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description="ratios of the engine to the C++ yardstick")
    parser.add_argument("--rounds", type=int, default=8, help="turns that each gets")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = {
            name: build(name, Path(folder)) for name in {name for name, _ in PAIRS.values()}
        }
        same = all(plays_same_games(programs[AZUL], players) for players in (2, 3, 4))
        rates = measure(programs, chosen.rounds)
    for rate in rates.values():
        rate["ratio"] = round(rate["engine"] / rate["yardstick"], 3)
    if chosen.json:
        print(json.dumps({"same_games": same, **rates}))
        return
    print(f"the same games: {'yes' if same else 'NO'}")
    for name, rate in rates.items():
        millions = f"{rate['engine'] / 1e6:5.1f} M of {rate['yardstick'] / 1e6:5.1f} M moves/s"
        print(f"{name:16} {millions}  ratio {rate['ratio']:.2f}")


if __name__ == "__main__":
    main()
