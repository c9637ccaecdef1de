"""The named players, weakest first: `random`, `greedy`, `level1` … `level8`, `hand`, `best`; and
players of any strength between the levels, such as `rating:1450`.

A level is a number of nodes and a sampling temperature, never a time, so it is equally strong on
every machine; each game's evaluator has a table of them (`Evaluator.LEVELS`). The lowest levels
sample their moves by the prior without a search. `best` searches as long as it may; `hand` does
the same with the handmade network.
"""

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from azulejos.compiled.rng import Rng, below, make_rng
from azulejos.errors import BadNotation
from azulejos.game import Game
from azulejos.position import Position
from azulejos.search.analysis import Search, analyse, check_decision
from azulejos.search.info import Info
from azulejos.search.networks import handmade_network
from azulejos.search.ratings import RATING_PREFIX, find_place, level_ratings, parse_rating
from azulejos.search.settings import DEFAULT_STYLE, Limit, Style
from azulejos.search.verbs import greedy_move
from azulejos.text import Text

DEFAULT_LIMIT = Limit(seconds=0.2)  # of a player that is asked without a limit
LEVELS = 8
SOLVER_NODES = 1_000  # a level with at least so many nodes has a solver


@dataclass(frozen=True)
class Choice:
    """The move that a player chose, and what its search found, if there was one."""

    move: str
    info: Info | None = None


@dataclass(frozen=True)
class Player:
    """A player: it chooses moves by a search of its own style."""

    name: str
    limit: Limit = DEFAULT_LIMIT
    style: Style = DEFAULT_STYLE

    def choose(
        self, position: Position, limit: Limit | None = None, entropy: int | None = None
    ) -> Choice:
        """A move in a position in which a seat decides; see `think`."""
        check_decision(position)
        *_, info = self.think(position, limit, lines=1, entropy=entropy)
        return Choice(info.best, info if info.nodes else None)

    def think(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        lines: int = 3,
        every: float | None = None,
        entropy: int | None = None,
    ) -> Iterator[Info]:
        """Search a position in which a seat decides, or, with a tree, one in which a deal is due;
        the last `Info` is final.

        Nodes of `limit` replace the player's own, seconds only shorten its search. The same entropy
        gives the same answers unless a time limit ends the search; without entropy only sampled
        moves differ. `lines` and `every` are those of `analyse`. Raises NoDecision at once if the
        game is over, or if a deal is due and the player does not search.
        """
        if not (position.needs_deal and self.needs_search(position.game)):
            check_decision(position)
        return self._think(position, limit or Limit(), lines, every, entropy)

    def needs_search(self, game: Game) -> bool:
        """Does it search a tree in a game? The other players are quick in plain Python as well."""
        return not self.style.is_prior_only

    def _think(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        every: float | None,
        entropy: int | None,
    ) -> Iterator[Info]:
        limit, rng = self._merge_limit(limit), make_rng(entropy)
        if self.style.is_prior_only:
            yield unsearched(Search(position, limit, self.style, int(rng[0])).sample_prior())
            return
        seed = 1 if entropy is None else entropy
        for info in analyse(position, limit, self.style, lines=lines, every=every, entropy=seed):
            is_sampled = info.is_final and info.best and self.style.temperature > 0
            yield self._sample_move(info, rng) if is_sampled else info

    def _sample_move(self, info: Info, rng: Rng) -> Info:
        """The same `Info` with its best move replaced by one sampled by visits."""
        weights = [move.visits ** (1 / self.style.temperature) for move in info.moves]
        point = below(rng, 1 << 30) / (1 << 30) * sum(weights)
        sampled = bisect(list(accumulate(weights)), point)
        return replace(info, best=info.moves[min(sampled, len(weights) - 1)].move)

    def _merge_limit(self, limit: Limit) -> Limit:
        """The caller's limit, with the player's own where the caller gives none."""
        if limit.seconds is None and limit.nodes is None:
            limit = replace(limit, seconds=self.limit.seconds, nodes=self.limit.nodes)
        nodes = self.limit.nodes if limit.nodes is None else limit.nodes
        return replace(limit, nodes=nodes, threads=max(limit.threads, self.limit.threads))


def unsearched(move: str) -> Info:
    """A move that was chosen without a search, as `Info`."""
    return Info(move, (), (), 0, 0.0, [], is_final=True)


class QuickPlayer(Player):
    """A player that chooses a move without a search."""

    def needs_search(self, game: Game) -> bool:
        return False

    def _think(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        every: float | None,
        entropy: int | None,
    ) -> Iterator[Info]:
        yield unsearched(self.choose_quickly(position, make_rng(entropy)))

    def choose_quickly(self, position: Position, rng: Rng) -> str:
        """The move that it chooses."""
        raise NotImplementedError


class RandomPlayer(QuickPlayer):
    """Chooses any legal move with equal probability."""

    def choose_quickly(self, position: Position, rng: Rng) -> str:
        moves = position.legal_moves
        return moves[below(rng, len(moves))]


class GreedyPlayer(QuickPlayer):
    """Chooses the move after which it is furthest ahead if everything certain is scored now."""

    def choose_quickly(self, position: Position, rng: Rng) -> str:
        states = np.concatenate([position.states] * 2)
        return position.game.notation.move_text(states[0], int(greedy_move(states, rng)))


class LevelPlayer(Player):
    """A player whose nodes and temperature come from the table of levels of the game at hand."""

    def needs_search(self, game: Game) -> bool:
        return self.in_game(game).needs_search(game)

    def _think(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        every: float | None,
        entropy: int | None,
    ) -> Iterator[Info]:
        player = self.in_game(position.game)
        yield from player.think(position, limit, lines=lines, every=every, entropy=entropy)

    def in_game(self, game: Game) -> Player:
        """The player that this level is in a game."""
        number = int(self.name.removeprefix("level"))
        nodes, temperature = game.evaluator.LEVELS[number - 1]
        style = Style(
            temperature,
            has_solver=nodes >= SOLVER_NODES,
            has_foresight=False,
            is_prior_only=nodes == 0,
        )
        return Player(self.name, Limit(nodes=nodes or None), style)


@dataclass(frozen=True)
class RatedPlayer(Player):
    """A player of a rating: each of its moves is one of the level below or above, so often that it
    is as strong as the rating says.
    """

    rating: int = 0

    def needs_search(self, game: Game) -> bool:
        return any(level.needs_search(game) for level, _ in self.levels(Position(game.name)))

    def _think(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        every: float | None,
        entropy: int | None,
    ) -> Iterator[Info]:
        (lower, _), (upper, share) = self.levels(position)
        is_upper = below(make_rng(entropy), 1 << 30) < share * (1 << 30)
        level = upper if is_upper else lower
        yield from level.think(position, limit, lines=lines, every=every, entropy=entropy)

    def levels(self, position: Position) -> tuple[tuple[Player, float], tuple[Player, float]]:
        """The level below the rating and the one above it, each with its share of the moves."""
        level, part = find_place(level_ratings(position.states), self.rating)
        lower, upper = PLAYERS[f"level{level}"], PLAYERS[f"level{min(LEVELS, level + 1)}"]
        return (lower, 1 - part), (upper, part)


PLAYERS: dict[str, Player] = {
    "random": RandomPlayer("random"),
    "greedy": GreedyPlayer("greedy"),
    **{f"level{n}": LevelPlayer(f"level{n}") for n in range(1, LEVELS + 1)},
    "hand": Player("hand", style=Style(find_network=handmade_network)),
    "best": Player("best"),
}


def find_player(name: str) -> Player:
    """The player with a name or of a rating; the error for an unknown name lists all names."""
    if isinstance(name, str) and name.startswith(RATING_PREFIX):
        return RatedPlayer(name, rating=parse_rating(name))
    player = PLAYERS.get(name) if isinstance(name, str) else None
    if player is None:
        args = {"name": name, "names": ", ".join(PLAYERS)}
        raise BadNotation(Text("player.unknown", args), str(name))
    return player
