"""The games as Python games of OpenSpiel, registered as `azulejos_<game>` when this is imported.

    >>> import azulejos.envs.spiel, pyspiel
    >>> state = pyspiel.load_game("azulejos_azul(players=2)").new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 5)

Chance draws one by one, so a chance node has a handful of outcomes. Actions are those of the
encoding. The returns are zero-sum: the number of seats times the share of the win, less one.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from azulejos import env_kernels as kernels
from azulejos import kernels as rules
from azulejos import written
from azulejos.contract.game import Game
from azulejos.contract.rules import CHANCE, NOBODY, SEATS
from azulejos.envs.variant import Variant, options_of
from azulejos.games import GAMES
from azulejos.position import Position


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game with their defaults: the players, and the options. A default of ""
    stands for the first choice where the choices depend on the number of players.
    """
    common: dict[str, Any] = {"players": game.players[0]}
    for option in game.options(game.players[0]):
        all_choices = {
            each.choices
            for n in game.players
            for each in game.options(n)
            if each.name == option.name
        }
        first = option.choices[0]
        is_same = len({choices[0] for choices in all_choices}) == 1
        common[option.name] = (int(first) if first.isdigit() else first) if is_same else ""
    return common


def game_type(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"azulejos_{game.name}",
        long_name=f"Azulejos {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is untyped
    """A game of OpenSpiel; subclasses name the game."""

    game: Game
    type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None):
        chosen = {name: value for name, value in (params or {}).items() if value != ""}
        self.variant = Variant(self.game.name, **chosen)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.variant.actions,
            max_chance_outcomes=self.variant.encoding.DRAWS,
            num_players=self.variant.players,
            min_utility=-1.0,
            max_utility=self.variant.players - 1.0,
            utility_sum=0.0,
            max_game_length=rules.MAX_EVENTS,
        )
        super().__init__(self.type, info, params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer of the encoding, or of the history where perfect recall is wanted."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.variant)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel is untyped
    """A state of OpenSpiel: a state of the game, and what has been drawn of a deal."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.variant = game.variant
        self.states = self.variant.new_states()
        self.drawn: list[int] = []
        self.supplies: list[list[int]] = []  # those of `draw_supplies`, less what is drawn
        self.to_draw = 0

    def current_player(self) -> int:
        actor = int(self.states["actor"][0])
        special = {CHANCE: pyspiel.PlayerId.CHANCE, NOBODY: pyspiel.PlayerId.TERMINAL}
        return int(special.get(actor, actor))

    def is_terminal(self) -> bool:
        return bool(self.states["actor"][0] == NOBODY)

    def _legal_actions(self, player: int) -> list[int]:
        mask = np.zeros(self.variant.actions, np.int8)
        kernels.write_mask(self.states, mask)
        return [int(action) for action in np.flatnonzero(mask)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the next draw, and their chances."""
        counts = self._supply()
        return [(i, n / sum(counts)) for i, n in enumerate(counts) if n]

    def _apply_action(self, action: int) -> None:
        if self.states["actor"][0] == CHANCE:
            self._draw(action)
        else:
            rules.play(self.states, self._moves([action]))

    def _supply(self) -> list[int]:
        """The supply of the next draw; empty when the deal is complete."""
        if not self.supplies:
            self.supplies, self.to_draw = self.variant.encoding.draw_supplies(self.states[0])
        is_complete = len(self.drawn) == self.to_draw
        return [] if is_complete else next((supply for supply in self.supplies if any(supply)), [])

    def _draw(self, outcome: int) -> None:
        self._supply()[outcome] -= 1
        self.drawn.append(outcome)
        if not self._supply():
            deal = self.variant.encoding.drawn_deal(self.states[0], self.drawn)
            rules.settle(self.states, deal[None])
            self.drawn, self.supplies = [], []

    def _moves(self, actions: Iterable[int]) -> Any:
        moves = np.zeros(1, np.int64)
        kernels.find_moves(self.states, np.array(list(actions), np.int64), moves)
        return moves

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return written.move_text(self.states, int(self._moves([action])[0]))

    def returns(self) -> list[float]:
        """The number of seats times the share of the win, less one, once the game is over."""
        players = self.variant.players
        if not self.is_terminal():
            return [0.0] * players
        out = np.zeros((1, 2, SEATS))
        rules.result(self.states, out)
        return [players * share - 1 for share in out[0, 0, :players].tolist()]

    def __str__(self) -> str:
        drawn = f" drawn={','.join(map(str, self.drawn))}" if self.drawn else ""
        return Position.from_states(self.states).to_text() + drawn


def state_of(position: Position) -> SpielState:
    """A position as a state of OpenSpiel; its history begins there."""
    options = {name: int(x) if x.isdigit() else x for name, x in options_of(position).items()}
    game = pyspiel.load_game(
        f"azulejos_{position.game.name}", {"players": position.players, **options}
    )
    state: SpielState = game.new_initial_state()
    state.states = position.states.copy()
    return state


class Observer:
    """Writes the encoding of a state, scaled to numbers from 0 to 1."""

    def __init__(self, variant: Variant):
        self.variant = variant
        self.tensor = np.zeros(variant.size, np.float32)
        self.dict = variant.split(self.tensor)
        self._bytes = np.zeros(variant.size, np.uint8)

    def set_from(self, state: SpielState, player: int) -> None:
        kernels.observe_seat(state.states, player, self._bytes)
        np.divide(self._bytes, self.variant.highs, out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state)


def register(game: Game) -> None:
    """Make OpenSpiel know a game."""
    kind = game_type(game)
    subclass = type(f"{game.name.capitalize()}Game", (SpielGame,), {"game": game, "type": kind})
    pyspiel.register_game(kind, subclass)


for _game in GAMES.values():
    if _game.encoding is not None:
        register(_game)
