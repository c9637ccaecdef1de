"""Make self-play games of every kind, with evaluations: `python examples/selfplay_games.py`.

A kind is a game with a number of seats, a wall or a way to draw, and a supply. The search plays all
seats; a tenth of the moves are those of a weak player, so that mistakes and their answers occur.
Every position is evaluated, and the comment after each move or deal holds what each seat can expect
there: its share of the win and its points. `examples/selfplay-games.txt` was made by this program,
and is free to use under the licence of the project.

    from azulejos import iter_records
    from azulejos.positions_table import positions_table

    table = positions_table(iter_records(Path("examples/selfplay-games.txt")))
"""

import argparse
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from azulejos import Limit, Position, Record, find_player
from azulejos.compiled.rng import below, make_rng
from azulejos.search.annotation import evaluation_text
from azulejos.search.review import evaluate

OPENING = 4  # random moves at most, where no deal makes games different
WEAK, WEAK_SHARE = find_player("level3"), 10  # one move in ten, after the opening


def kinds() -> Iterator[tuple[str, int, dict[str, str]]]:
    """Every kind of game: its name, the number of seats, and the options."""
    for players, wall in product((2, 3, 4), ("coloured", "gray")):
        yield "azul", players, {"wall": wall}
    for players, draw, tiles in product((2, 3), ("open", "blind"), ("18", "13")):
        yield "blue", players, {"draw": draw, "tiles_per_type": tiles}


def play(position: Position, nodes: int, seed: int) -> Record:
    """Play a game to its end from a position, and write it down with evaluations."""
    rng = make_rng(seed)
    random_moves = 0 if position.needs_deal else below(rng, OPENING + 1)
    comments = []
    while True:
        found = evaluate(position, Limit(nodes=nodes))
        comments.append(evaluation_text(found))
        if found.info is None and position.is_over:
            break
        if position.needs_deal:
            position.deal(rng)
        elif len(position.history) < random_moves:
            position.push(position.legal_moves[below(rng, len(position.legal_moves))])
        elif below(rng, WEAK_SHARE) == 0:
            position.push(WEAK.choose(position, entropy=int(rng[0])).move)
        else:
            position.push(found.info.best)
    record = Record.from_position(position, nodes=str(nodes), seed=str(seed))
    if not record.entries[0].is_deal:  # networks do not know the position before the first deal
        record.comment = comments[0]
    for entry, comment in zip(record.entries, comments[1:], strict=True):
        entry.comment = comment
    return record


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=12, help="of each kind")
    parser.add_argument("--nodes", type=int, default=500, help="of the search of a position")
    parser.add_argument("--out", type=Path, default=Path("selfplay-games.txt"))
    chosen = parser.parse_args(arguments)
    with chosen.out.open("w", encoding="utf-8") as file:
        for game, players, options in kinds():
            for seed in range(chosen.games):
                record = play(Position(game, players, **options), chosen.nodes, seed)
                print(record.to_text(), file=file)


if __name__ == "__main__":
    main()
