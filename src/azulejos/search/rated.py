"""Players of a rating, which err as people do, and characters with preferences of their own.

Such a player is a mixture of search and prior: it searches some nodes, and now and then it lapses
and plays a move sampled from a handmade prior that overlooks something, for example the gain of
other seats. The game says which things can be overlooked or preferred (`Game.human_bias`), the
curve of `ratings.py` how often that happens.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from azulejos.compiled.rng import Rng, make_rng
from azulejos.contract.game import Game
from azulejos.contract.rules import States
from azulejos.contract.verbs import game_of
from azulejos.games import find_game
from azulejos.network import Network
from azulejos.position import Position
from azulejos.search.choice import NO_LAPSE, draw_lapse
from azulejos.search.info import Info
from azulejos.search.networks import handmade_network, shipped_network
from azulejos.search.player import DEFAULT_LIMIT, Player, Request
from azulejos.search.ratings import Curve, Strength, curve_of
from azulejos.search.settings import Limit, Style

SOLVER_NODES = 1_000  # a player with at least so many nodes has a solver and foresight
FIRST_SIGHT_TEMPERATURE = 0.25  # of the prior: moves that look equally good are equally likely
STANDING_NODES = 400  # of the search that says how a seat stands


@lru_cache(maxsize=256)
def changed(network: Network, game: str, overlooked: tuple[str, ...], style: str) -> Network:
    """A network whose prior overlooks some things, and prefers what a style does."""
    prior, human_bias = network.prior.copy(), find_game(game).human_bias
    if human_bias:
        for change in (human_bias.OVERSIGHTS[name] for name in overlooked):
            change(prior)
        if style:
            human_bias.STYLES[style](prior)
    return Network(network.weights, prior)


def find_glance(states: States, overlooked: tuple[str, ...], style: str) -> Network:
    """The network of a move at first sight."""
    return changed(handmade_network(states), game_of(states).name, overlooked, style)


def find_styled(states: States, style: str) -> Network:
    """The shipped network, with a style."""
    return changed(shipped_network(states), game_of(states).name, (), style)


@dataclass(frozen=True)
class RatedPlayer(Player):
    """A player of a rating."""

    rating: int = 0

    def rating_in(self, position: Position, curve: Curve) -> float:
        """The rating of a player without style that it plays like in a position."""
        return self.rating

    def style_in(self, game: Game) -> str:
        """The name of its style in a game, "" for none."""
        return ""

    def needs_search(self, game: Game) -> bool:
        strength = self.strength(Position(game.name))
        return strength is None or strength.lapses < 1

    def strength(self, position: Position) -> Strength | None:
        """How well it plays in a position; None: like `best`."""
        curve = curve_of(position.states)
        return curve.strength(self.rating_in(position, curve))

    def _think(self, request: Request) -> Iterator[Info]:
        position, rng = request.position, make_rng(request.entropy)
        strength = self.strength(position)
        if strength is None:
            player = Player(self.name, memory=self.memory)
            request = replace(request, limit=at_standard_time(request.limit))
        elif position.needs_deal or (lapse := draw_lapse_of(position.game, strength, rng)) is None:
            player = self._searching(position.game, strength)
        else:
            player = self._at_first_sight(position.game, lapse)
            request = replace(request, entropy=int(rng[0]))
        yield from player._think(request)

    def _at_first_sight(self, game: Game, overlooked: list[str]) -> Player:
        """The player for one move at first sight."""
        find = partial(find_glance, overlooked=tuple(overlooked), style=self.style_in(game))
        style = Style(FIRST_SIGHT_TEMPERATURE, is_prior_only=True, find_network=find)
        return Player(self.name, style=style)

    def _searching(self, game: Game, strength: Strength) -> Player:
        """The player for one move after a search."""
        is_deep, name = strength.nodes >= SOLVER_NODES, self.style_in(game)
        find = partial(find_styled, style=name) if name else shipped_network
        style = Style(has_solver=is_deep, has_foresight=is_deep, find_network=find)
        return Player(self.name, Limit(nodes=strength.nodes), style)


def draw_lapse_of(game: Game, strength: Strength, rng: Rng) -> list[str] | None:
    """The things that a player overlooks in this move; None if it does not lapse."""
    names = list(game.human_bias.OVERSIGHTS) if game.human_bias else []
    drawn = draw_lapse(strength.lapses, strength.overlooked, len(names), rng)
    if drawn == NO_LAPSE:
        return None
    return sorted(name for i, name in enumerate(names) if drawn >> i & 1)


def at_standard_time(limit: Limit) -> Limit:
    """A limit that is no longer than the standard time; nodes are kept."""
    assert DEFAULT_LIMIT.seconds
    if limit.seconds is None:
        return limit if limit.nodes else replace(limit, seconds=DEFAULT_LIMIT.seconds)
    return replace(limit, seconds=min(limit.seconds, DEFAULT_LIMIT.seconds))


@dataclass(frozen=True)
class LevelPlayer(RatedPlayer):
    """A level: one of equal steps of the scale, of which the highest is `best`."""

    level: int = 1

    def rating_in(self, position: Position, curve: Curve) -> float:
        return curve.level_rating(self.level)


@dataclass(frozen=True)
class Character(RatedPlayer):
    """A player with a style of its own, in games that know one; `best` where it has no rating."""

    def rating_in(self, position: Position, curve: Curve) -> float:
        like, _ = curve.characters.get(self.name, (curve.best, curve.best))
        return like

    def style_in(self, game: Game) -> str:
        return game.human_bias.CHARACTERS.get(self.name, "") if game.human_bias else ""


@dataclass(frozen=True)
class AdaptivePlayer(RatedPlayer):
    """Keeps a game close: the better its seat stands, the weaker it plays. It has no rating."""

    def needs_search(self, game: Game) -> bool:
        return True

    def rating_in(self, position: Position, curve: Curve) -> float:
        if position.turn is None:
            return curve.best
        lowest, highest = curve.rungs[0].rating, curve.best
        return lowest + (1 - standing(position, position.actor)) * (highest - lowest)


def standing(position: Position, seat: int) -> float:
    """How a seat stands, from 0 to 1: a half if everybody has the same share of the win."""
    *_, info = Player("standing").think(position, Limit(nodes=STANDING_NODES), lines=0)
    return float(min(1.0, info.win[seat] * position.players / 2))
