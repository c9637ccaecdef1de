"""A player: it chooses moves by a search of its own style; and the two simplest ones, which do not
search. `rated.py` has players of a rating, `players.py` their names.
"""

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Self

import numpy as np

from azulejos import written
from azulejos.compiled.rng import Rng, below, make_rng
from azulejos.contract.game import Game
from azulejos.position import Position
from azulejos.search.analysis import Search, analyse, check_decision
from azulejos.search.choice import greedy_move
from azulejos.search.info import Info
from azulejos.search.settings import DEFAULT_STYLE, Limit, Style
from azulejos.search.tree_memory import TreeMemory

DEFAULT_LIMIT = Limit(seconds=0.2)  # of a player that is asked without a limit


@dataclass(frozen=True)
class Choice:
    """The move that a player chose, and what its search found, if there was one."""

    move: str
    info: Info | None = None


@dataclass(frozen=True)
class Request:
    """A position for a player to think about, and for how long; see `Player.think`."""

    position: Position
    limit: Limit  # the caller's
    lines: int  # of each `Info`
    every: float | None  # seconds between two of them
    entropy: int | None


@dataclass(frozen=True)
class Player:
    """A player: it chooses moves by a search of its own style."""

    name: str
    limit: Limit = DEFAULT_LIMIT
    style: Style = DEFAULT_STYLE
    memory: TreeMemory | None = field(default=None, compare=False)  # None: no tree is kept

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
        return self._think(Request(position, limit or Limit(), lines, every, entropy))

    def with_memory(self) -> Self:
        """The same player for one game or several, with a memory of its own."""
        return replace(self, memory=TreeMemory())

    def needs_search(self, game: Game) -> bool:
        """Does it search a tree in a game? The other players are quick in plain Python as well."""
        return not self.style.is_prior_only

    def _think(self, request: Request) -> Iterator[Info]:
        position, limit = request.position, self._merge_limit(request.limit)
        rng = make_rng(request.entropy)
        if self.style.is_prior_only:
            yield unsearched(Search(position, limit, self.style, int(rng[0])).sample_prior())
            return
        seed = 1 if request.entropy is None else request.entropy
        for info in analyse(
            position,
            limit,
            self.style,
            lines=request.lines,
            every=request.every,
            entropy=seed,
            memory=self.memory,
        ):
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

    def _think(self, request: Request) -> Iterator[Info]:
        yield unsearched(self.choose_quickly(request.position, make_rng(request.entropy)))

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
        return written.move_text(states, int(greedy_move(states, rng)))
