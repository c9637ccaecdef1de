"""The named opponents, from one who takes anything to the strongest: `random`, `greedy`, `level1` …
`level8`, `hand`, `best`.

A level is a number of nodes and how sharp its first impressions are, never a time, so that it means
the same on every machine; each game's mind has its own table. The first levels play by impressions
alone, as beginners do. `best` thinks as long as it may, and so does `hand`,
who does without what was learned.
"""

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import numpy as np

from azulejos import batch, game
from azulejos.compiled.jit import jit
from azulejos.compiled.rng import Rng, below, make_rng
from azulejos.errors import BadNotation
from azulejos.position import Position
from azulejos.search.analysis import PLAIN, Info, Limit, Search, Style, analyse
from azulejos.search.networks import by_hand
from azulejos.text import Text

STANDARD = Limit(seconds=0.2)  # for `best`, when nobody says how long
LEVELS = 8
SOLVING_NODES = 1_000  # from so many on a level also looks for exact endings


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

    def think(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        lines: int = 3,
        every: float | None = None,
        entropy: int | None = None,
    ) -> Iterator[Info]:
        """What the player thinks of a position in which a seat decides; the last is final.

        Nodes that are asked for replace the player's own, seconds only cut it short. The same
        entropy gives the same thoughts unless time decides; without any, only lots differ.
        """
        limit, rng = self._limit(limit or Limit()), make_rng(entropy)
        if self.style.guesses:
            yield impression(Search(position, limit, self.style, int(rng[0])).guess())
            return
        seed = 1 if entropy is None else entropy
        for info in analyse(position, limit, self.style, lines=lines, every=every, entropy=seed):
            yield self._draw(info, rng) if info.is_final and self.style.lot else info

    def _draw(self, info: Info, rng: Rng) -> Info:
        """What was found, with a move drawn by lot: the more visits, the more likely."""
        weights = [move.visits ** (1 / self.style.lot) for move in info.moves]
        point = below(rng, 1 << 30) / (1 << 30) * sum(weights)
        drawn = bisect(list(accumulate(weights)), point)
        return replace(info, best=info.moves[min(drawn, len(weights) - 1)].move)

    def _limit(self, asked: Limit) -> Limit:
        if asked.seconds is None and asked.nodes is None:
            asked = replace(asked, seconds=self.limit.seconds, nodes=self.limit.nodes)
        nodes = self.limit.nodes if asked.nodes is None else asked.nodes
        return replace(asked, nodes=nodes, threads=max(asked.threads, self.limit.threads))

    def choose(
        self, position: Position, limit: Limit | None = None, entropy: int | None = None
    ) -> Choice:
        """A move for the seat to decide."""
        *_, info = self.think(position, limit, lines=1, entropy=entropy)
        return Choice(info.best, info if info.nodes else None)


def impression(move: str) -> Info:
    """A move without any thought behind it."""
    return Info(move, (), (), 0, 0.0, [], is_final=True)


class RandomPlayer(Player):
    """Takes any move."""

    def think(self, position: Position, limit: Limit | None = None, **how: Any) -> Iterator[Info]:
        moves = position.legal_moves
        yield impression(moves[below(make_rng(how.get("entropy")), len(moves))])


class GreedyPlayer(Player):
    """Takes the move after which it is furthest ahead in points counted now."""

    def think(self, position: Position, limit: Limit | None = None, **how: Any) -> Iterator[Info]:
        states = np.concatenate([position.states] * 2)
        move = int(greediest(states, make_rng(how.get("entropy"))))
        yield impression(position.game.notation.move_text(states[0], move))


@jit
def greediest(states: Any, rng: Any) -> Any:
    """The move of states[0] with the most points ahead of the best other; by lot among equals."""
    moves = np.empty(game.max_moves(states[0]), np.int16)
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


class LevelPlayer(Player):
    """Thinks as much as its level does in the game at hand; foresight is for those with time."""

    def think(self, position: Position, limit: Limit | None = None, **how: Any) -> Iterator[Info]:
        yield from self.in_game(position).think(position, limit, **how)

    def in_game(self, position: Position) -> Player:
        """The same player with the nodes and the style of its level in a game."""
        number = int(self.name.removeprefix("level"))
        nodes, lot = position.game.evaluator.LEVELS[number - 1]
        style = Style(lot, solves=nodes >= SOLVING_NODES, foresees=False, guesses=nodes == 0)
        return Player(self.name, Limit(nodes=nodes), style)


PLAYERS: dict[str, Player] = {
    "random": RandomPlayer("random"),
    "greedy": GreedyPlayer("greedy"),
    **{f"level{n}": LevelPlayer(f"level{n}") for n in range(1, LEVELS + 1)},
    "hand": Player("hand", style=Style(knows=by_hand)),
    "best": Player("best"),
}


def find_player(name: str) -> Player:
    """The player of a name."""
    player = PLAYERS.get(name)
    if player is None:
        raise BadNotation(Text("player.unknown", {"name": name, "names": ", ".join(PLAYERS)}), name)
    return player
