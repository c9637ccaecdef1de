"""The plan of a match, and the result of one game of it."""

from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.network import Network
from azulejos.position import Position
from azulejos.search.networks import read_network
from azulejos.search.players import find_player
from azulejos.text import Text

COMMAND_PREFIX = "cmd:"  # of a player's name: then follows the command line of an engine
NETWORK_PREFIX = "best@"  # of a player's name: then follows the file of the network for `best`


@dataclass(frozen=True)
class MatchPlan:
    """Everything that determines a match. With a limit in nodes its games are reproducible.

    Games are played in groups: the games of a group have the same opening and the same deals, and
    the players rotate through all seats.
    """

    game: str
    options: dict[str, str]
    players: tuple[str, ...]  # names; the last player takes all remaining seats
    seats: int
    games: int  # at least; rounded up to whole groups
    seconds: float | None  # for each move
    nodes: int | None  # for each move
    seed: int

    def __post_init__(self) -> None:
        """Check the number of players, their names and their networks."""
        if not 2 <= len(self.players) <= self.seats:
            args = {"n": len(self.players), "seats": self.seats}
            raise AzulejosError(Text("match.players", args))
        self.networks()
        for name in self.players:
            if not name.startswith((COMMAND_PREFIX, NETWORK_PREFIX)):
                find_player(name)

    def opening(self) -> Position:
        """The opening position of the game."""
        return Position(self.game, self.seats, **self.options)

    def networks(self) -> dict[str, Network]:
        """By name, the networks of those players whose name gives a file."""
        names = [name for name in self.players if name.startswith(NETWORK_PREFIX)]
        paths = [Path(name.removeprefix(NETWORK_PREFIX)) for name in names]
        states = self.opening().states
        networks = [read_network(path, states) for path in paths]
        return dict(zip(names, networks, strict=True))

    @property
    def schedule(self) -> list[tuple[int, int]]:
        """All games in order, as group and rotation."""
        groups = -(-self.games // self.seats)
        return [(group, rotation) for group in range(groups) for rotation in range(self.seats)]

    def seating(self, rotation: int) -> list[int]:
        """By seat: the index of its player, when all players moved on by `rotation` seats."""
        last = len(self.players) - 1
        return [min((seat - rotation) % self.seats, last) for seat in range(self.seats)]

    def entropy(self, *purpose: object) -> int:
        """A random seed that is always the same for the same purpose in the same match."""
        words = " ".join(map(str, (self.seed, *purpose)))
        return int.from_bytes(blake2b(words.encode(), digest_size=8).digest())

    @property
    def terms(self) -> Json:
        """The settings that games of one match have in common: all but the number of games."""
        return {name: value for name, value in asdict(self).items() if name != "games"} | {
            "players": list(self.players)
        }


@dataclass(frozen=True)
class GameResult:
    """The result of one finished game."""

    group: int
    rotation: int  # by how many seats the players moved on
    scores: list[int]  # by seat, like the following lists
    shares: list[float]  # of the win
    decisions: list[int]  # the number of moves chosen
    seconds: list[float]  # for all decisions together
    slowest: list[float]  # seconds for the slowest decision
    events: list[str] = field(default_factory=list)  # all deals and moves of the game


def parse_game_result(data: Json, plan: MatchPlan) -> GameResult:
    """A game result from JSON; raises ValueError if it cannot be one of the plan."""
    try:
        result = GameResult(**data)
        lists = (result.scores, result.shares, result.decisions, result.seconds, result.slowest)
        numbers = [float(x) for values in lists for x in values]
        has_all_seats = all(len(values) == plan.seats for values in lists)
    except TypeError as error:
        raise ValueError from error
    is_scheduled = (
        isinstance(result.group, int) and result.group >= 0 and result.rotation in range(plan.seats)
    )
    if not is_scheduled or not has_all_seats or min(numbers[plan.seats :], default=0) < 0:
        raise ValueError
    return result
