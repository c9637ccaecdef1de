"""The named opponents, from one who takes anything to the strongest: `random`, `greedy`, `level1` …
`level8`, `best`.

A level is a number of nodes and some human limits (how far it looks, whether it looks at other
boards), never a time, so that it means the same on every machine. `best` thinks as long as it may.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejos import batch, game
from azulejos.errors import BadNotation
from azulejos.jit import jit
from azulejos.position import Position
from azulejos.rng import below, make_rng
from azulejos.search.analysis import PLAIN, Info, Limit, Style, analyse
from azulejos.text import Text

STANDARD = Limit(seconds=0.2)  # for `best`, when nobody says how long


@dataclass(frozen=True)
class Choice:
    """A move, and what was thought of it if there was any thinking."""

    move: str
    info: Info | None = None


@dataclass(frozen=True)
class Player:
    """Somebody who chooses moves."""

    name: str
    limit: Limit = STANDARD
    style: Style = PLAIN

    def choose(
        self, position: Position, limit: Limit | None = None, entropy: int | None = None
    ) -> Choice:
        """A move for the seat to decide; the same for the same entropy unless time decides."""
        rng = make_rng(entropy)
        *_, info = analyse(position, limit or self.limit, self.style, lines=1, entropy=int(rng[0]))
        return Choice(info.best, info)


class RandomPlayer(Player):
    """Takes any move."""

    def choose(
        self, position: Position, limit: Limit | None = None, entropy: int | None = None
    ) -> Choice:
        moves = position.legal_moves
        return Choice(moves[below(make_rng(entropy), len(moves))])


class GreedyPlayer(Player):
    """Takes the move after which it is furthest ahead in points counted now."""

    def choose(
        self, position: Position, limit: Limit | None = None, entropy: int | None = None
    ) -> Choice:
        move = greediest(np.concatenate([position.states] * 2), make_rng(entropy))
        return Choice(position.game.notation.move_text(position.states[0], int(move)))


@jit
def greediest(states: Any, rng: Any) -> Any:
    """The move of states[0] with the most points ahead of the best other; by lot among equals."""
    moves = np.empty(game.most_moves(states[0]), np.int16)
    points = np.empty(batch.SEATS, np.float64)
    actor = states[0].actor
    n = game.legal_moves(states[0], moves)
    best, chosen, equals = -np.inf, np.int64(0), 0
    for i in range(n):
        states[1] = states[0]
        game.play(states[1], np.int64(moves[i]))
        game.points_now(states[1], points)
        others = -np.inf
        for p in range(states[1].players):
            if p != actor:
                others = max(others, points[p])
        ahead = points[actor] - others
        equals = 1 if ahead > best else equals + int(ahead == best)
        if ahead > best or (ahead == best and below(rng, equals) == 0):
            best, chosen = ahead, np.int64(moves[i])
    return chosen


# Nodes and style of each level: about four times the nodes of the one before, and fewer limits.
LEVELS = (
    (8, Style(blindness=1.0, temperature=4.0, solves=False)),
    (24, Style(blindness=1.0, temperature=2.0, solves=False)),
    (60, Style(blindness=0.5, temperature=1.5, solves=False)),
    (150, Style(solves=False)),
    (500, PLAIN),
    (2_000, PLAIN),
    (10_000, PLAIN),
    (60_000, PLAIN),
)

PLAYERS: dict[str, Player] = {
    "random": RandomPlayer("random"),
    "greedy": GreedyPlayer("greedy"),
    **{
        f"level{n}": Player(f"level{n}", Limit(nodes=nodes), style)
        for n, (nodes, style) in enumerate(LEVELS, 1)
    },
    "best": Player("best"),
}


def find_player(name: str) -> Player:
    """The player of a name."""
    player = PLAYERS.get(name)
    if player is None:
        raise BadNotation(Text("player.unknown", {"name": name, "names": ", ".join(PLAYERS)}), name)
    return player
