"""The figures of docs/strength.md: measures them, keeps them in docs/strength/, writes the tables.

    python bench/strength.py                    writes the tables of the document from the results
    python bench/strength.py --match NAME …     plays a match of MATCHES, keeps its result, writes
    python bench/strength.py --outside NAME F   keeps F, what `azulejos match --json` printed

The table of calibration is written from what `calibration.py` measured, those of ratings from what
`ratings.py` did. Every result names the network that it was measured with. A table says so where
that is not the shipped one any more, and `tests/test_documents.py` fails until the tables are
written again.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from azulejos.network import load
from azulejos.search.players import CHARACTERS, LEVELS, rating_of
from rating_matches import read_results, start

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "strength.md"
RESULTS = ROOT / "docs" / "strength"
TABLE = re.compile(r"<!-- table: (\w+) -->\n.*?<!-- end -->", re.DOTALL)
SEED = 5
CALIBRATED_NODES = (20, 500)  # of the games whose results the networks should predict

Row = dict[str, Any]

VARIANTS = {  # by name: what the tables say, and the arguments of `azulejos match`
    f"azul-{seats}-{wall}": (
        f"Azul, {seats} seats, {wall}",
        ["--players", str(seats), "--option", f"wall={wall}"],
    )
    for seats in (2, 3, 4)
    for wall in ("coloured", "gray")
} | {
    f"blue-{seats}-{draw}": (
        f"BLUE, {seats} seats, {draw}",
        ["--game", "blue", "--players", str(seats), "--option", f"draw={draw}"],
    )
    for seats in (3, 2)
    for draw in ("open", "blind")
}
MATCHES = {  # by variant: simulations and games of `best` against `hand`
    name: (1_000 if name.startswith("azul-2") else 400, 200 if "-2-" in name else 240)
    for name in VARIANTS
}


def shipped_digest(variant: str) -> str:
    """The digest of the network that is shipped for a variant."""
    game, name = variant.split("-", 1)
    return load(ROOT / f"src/azulejos/games/{game}/networks/{name}.net").digest


def read(table: str) -> dict[str, Row]:
    """The results of a table, by variant or name."""
    rows: dict[str, Row] = json.loads((RESULTS / f"{table}.json").read_text(encoding="utf-8"))
    return rows


def keep(table: str, name: str, row: Row) -> None:
    """Replace or add a result."""
    rows = read(table) | {name: row}
    lines = (f'  "{key}": {json.dumps(rows[key], ensure_ascii=False)}' for key in rows)
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (RESULTS / f"{table}.json").write_text(text, encoding="utf-8")


# ---- Measuring


def play(variant: str) -> None:
    """Play `best` against `hand` and keep the result."""
    nodes, games = MATCHES[variant]
    arguments = ["best", "hand", "--nodes", str(nodes), "--games", str(games)]
    command = [sys.executable, "-m", "azulejos", "match", *arguments, "--seed", str(SEED), "--json"]
    printed = subprocess.check_output([*command, *VARIANTS[variant][1]])
    keep("hand", variant, match_row(json.loads(printed), shipped_digest(variant)))


def match_row(printed: Row, digest: str) -> Row:
    """The result of the first player of a match that was printed as JSON."""
    first = printed["results"][0]
    limit = "nodes" if printed["nodes"] else "seconds"
    return {
        "network": digest,
        limit: printed[limit],
        "games": printed["games"],
        "seats": printed["seats"],
        "share": round(100 * first["share"], 1),
        "interval": [round(100 * end, 1) for end in first["share_interval"]],
    }


# ---- Writing


def name_of(variant: str, row: Row) -> str:
    """A variant as a table names it, with a note if the network is not the shipped one."""
    is_current = row["network"] == shipped_digest(variant)
    return VARIANTS[variant][0] + ("" if is_current else f" (an earlier network, {row['network']})")


def share_text(row: Row) -> str:
    """A share with its interval, and what an even one would be."""
    low, high = row["interval"]
    even = f" of {round(100 / row['seats'])}" if row["seats"] > 2 else ""
    return f"{row['share']:.1f} % [{low:.1f}, {high:.1f}]{even}"


def hand_lines() -> list[str]:
    lines = ["| game | simulations | games | share |", "| --- | --- | --- | --- |"]
    for variant, row in read("hand").items():
        figures = f"{row['nodes']:,} | {row['games']} | {share_text(row)}"
        lines.append(f"| {name_of(variant, row)} | {figures} |")
    return lines


def calibration_lines() -> list[str]:
    nodes = " | ".join(f"{number} nodes | share | points" for number in CALIBRATED_NODES)
    lines = [f"| network | {nodes} |", "| --- " * (1 + 3 * len(CALIBRATED_NODES)) + "|"]
    for variant, row in read("calibration").items():
        found = (row[str(number)] for number in CALIBRATED_NODES)
        figures = (f"{x['positions']:,} | {x['share']:.1f} | {x['points']:.1f}" for x in found)
        lines.append(f"| {name_of(variant, row)} | {' | '.join(figures)} |")
    return lines


def earlier_lines() -> list[str]:
    lines = ["| game | limit per move | games | share |", "| --- | --- | --- | --- |"]
    for name, row in read("earlier").items():
        variant, *note = name.split(": ")
        limit = f"{row['nodes']:,} nodes" if "nodes" in row else f"{1000 * row['seconds']:.0f} ms"
        game = ", ".join([name_of(variant, row), *note])
        lines.append(f"| {game} | {limit} | {row['games']} | {share_text(row)} |")
    return lines


RATED = {"azul-2-coloured": "Azul, coloured", "azul-2-gray": "Azul, gray", "blue-2": "BLUE"}


def table_head(first: str) -> list[str]:
    return [f"| {first} | {' | '.join(RATED.values())} |", "| --- " * (1 + len(RATED)) + "|"]


def ladder_lines() -> list[str]:
    """The ratings of the levels, and the share of each against the one below it."""
    lines = table_head("level")
    for n in range(1, LEVELS + 1):
        cells = [cell(variant, f"level{n}", f"level{n - 1}") for variant in RATED]
        lines.append(f"| `level{n}` | {' | '.join(cells)} |")
    return lines


def character_lines() -> list[str]:
    """The ratings of the characters, and how many games they were measured in."""
    lines = table_head("name")
    for name in CHARACTERS:
        cells = []
        for variant in RATED:
            found = [each["games"] for each in read_results(variant) if each["a"] == name]
            games = f", {sum(found)} games" if found else ""
            cells.append(f"{rating_text(variant, name)}{games}")
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return lines


def cell(variant: str, name: str, other: str) -> str:
    """The rating of a player, and its share against another one if they played."""
    found = [each for each in read_results(variant) if (each["a"], each["b"]) == (name, other)]
    shares = (f"; {100 * each['share']:.1f} % of {each['games']}" for each in found)
    return rating_text(variant, name) + "".join(shares)


def rating_text(variant: str, name: str) -> str:
    rating = rating_of(name, start(variant).states)
    return "not measured" if rating is None else str(rating)


TABLES: dict[str, Callable[[], list[str]]] = {
    "hand": hand_lines,
    "calibration": calibration_lines,
    "earlier": earlier_lines,
    "ladder": ladder_lines,
    "characters": character_lines,
}


def written() -> str:
    """The document with its tables as the results say."""

    def fill(found: re.Match[str]) -> str:
        lines = [f"<!-- table: {found[1]} -->", *TABLES[found[1]](), "<!-- end -->"]
        return "\n".join(lines)

    return TABLE.sub(fill, DOCUMENT.read_text(encoding="utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--match", nargs="*", default=[], choices=list(MATCHES))
    parser.add_argument("--outside", nargs=2, metavar=("NAME", "FILE"))
    chosen = parser.parse_args()
    for variant in chosen.match:
        play(variant)
    if chosen.outside:
        name, file = chosen.outside
        digest = shipped_digest(name.split(": ")[0])
        keep("earlier", name, match_row(json.loads(Path(file).read_text()), digest))
    DOCUMENT.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
