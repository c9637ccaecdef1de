"""Self-play: shards of games, made in any number of processes.

How a single game is played and sampled is in `selfplay_game.py`, the files are in `shards.py`.
`cluster.py` makes the same shards on other machines.
"""

from collections.abc import Callable, Generator
from concurrent.futures import as_completed
from contextlib import closing
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from time import perf_counter

from azulejos import kernels
from azulejos.compiled.rng import make_rng
from azulejos.contract.rules import Json, States
from azulejos.errors import AzulejosError
from azulejos.games import find_game
from azulejos.learning.selfplay_game import Samples, SelfplaySettings, Workspace
from azulejos.learning.shards import ShardFolder, join, to_bytes
from azulejos.network import Network, make_network
from azulejos.processes import worker_processes
from azulejos.progress import Progress, no_progress
from azulejos.search.networks import handmade_network, read_network
from azulejos.text import Text

SHARD_GAMES = 50  # one or two seconds of work
DEFAULT_SETTINGS = SelfplaySettings()
MIN_SETTINGS = {"nodes": 2, "deep_nodes": 2, "deals": 1, "deal_nodes": 2}  # others: 0
MAX_SETTING = 1_000_000


@dataclass(frozen=True)
class SelfplayPlan:
    """Which games are played and how. The plan, a network and a number determine a shard."""

    game: str
    players: int
    options: dict[str, str] = field(default_factory=dict)
    settings: SelfplaySettings = DEFAULT_SETTINGS
    seed: int = 1
    shard_games: int = SHARD_GAMES  # games of each shard

    def __post_init__(self) -> None:
        """Check the options of the game and the range of each setting."""
        find_game(self.game).choose(self.players, self.options)
        for name, value in self.settings._asdict().items():
            if not MIN_SETTINGS.get(name, 0) <= value <= MAX_SETTING:
                raise AzulejosError(Text("learning.setting", {"text": f"{name}={value}"}))

    @property
    def variant(self) -> str:
        """The name of the variant: game, number of players, and options other than defaults."""
        options = find_game(self.game).options(self.players)
        defaults = {option.name: option.choices[0] for option in options}
        chosen = [value for name, value in self.options.items() if defaults[name] != value]
        return "-".join([self.game, str(self.players), *chosen])

    @property
    def opening(self) -> States:
        """The opening position, as an array of one state."""
        game = find_game(self.game)
        states = game.new_states()
        kernels.setup(states, self.players, game.choose(self.players, self.options))
        return states

    def network(self, path: Path | None) -> Network:
        """The network in a file, or without a path the handmade one, rounded as in a file."""
        if path:
            return read_network(path, self.opening)
        handmade = handmade_network(self.opening)
        return make_network(handmade.weights, handmade.prior)

    def folder(self, root: Path, generation: int) -> ShardFolder:
        """The folder of a generation's shards."""
        return ShardFolder(root / self.variant / f"gen-{generation:03}")

    def terms(self, network: Network) -> Json:
        """The settings that all shards of a folder have in common."""
        return asdict(self) | {"settings": self.settings._asdict(), "network": network.digest}

    def entropy(self, network: Network, *purpose: object) -> int:
        """A random seed that is always the same for the same purpose."""
        words = " ".join(map(str, (self.seed, network.digest, *purpose)))
        return int.from_bytes(blake2b(words.encode(), digest_size=8).digest())


def parse_plan(terms: Json) -> SelfplayPlan:
    """The plan in the terms of a folder; raises ValueError if there is none."""
    try:
        names = SelfplayPlan.__dataclass_fields__
        values = {name: value for name, value in terms.items() if name in names}
        return SelfplayPlan(**values | {"settings": SelfplaySettings(**terms["settings"])})
    except (KeyError, TypeError) as error:
        raise ValueError from error


def read_shards(plan: SelfplayPlan, folders: list[ShardFolder]) -> list[Samples]:
    """The samples of every shard in some folders; refused if there is no shard."""
    game = find_game(plan.game)
    shards = [samples for folder in folders for samples in folder.read(game)]
    if not shards:
        raise AzulejosError(Text("learning.folder", {"folder": folders[0].path}))
    return shards


def make_shard(plan: SelfplayPlan, network: Network, number: int) -> bytes:
    """Play the games of a shard and return its contents."""
    game = find_game(plan.game)
    options = game.choose(plan.players, plan.options)
    workspace = Workspace(game, plan.settings, network, plan.network(None))
    entropies = (plan.entropy(network, number, i) for i in range(plan.shard_games))
    games = [workspace.play(plan.players, options, make_rng(entropy)) for entropy in entropies]
    return to_bytes(join(games))


# Makes shards by their numbers; yields each number and the contents as soon as they are finished.
MakeShards = Callable[[SelfplayPlan, Network, list[int]], Generator[tuple[int, bytes]]]


def make_shards(
    plan: SelfplayPlan, network: Network, numbers: list[int], jobs: int = 1
) -> Generator[tuple[int, bytes]]:
    """Make shards in `jobs` processes of this machine, see `MakeShards`."""
    if jobs == 1:
        for number in numbers:
            yield number, make_shard(plan, network, number)
        return
    with worker_processes(jobs, _initialise, plan, network) as pool:
        tasks = {pool.submit(_make_shard, number): number for number in numbers}
        for task in as_completed(tasks):
            yield tasks.pop(task), task.result()


def fill_folder(
    folder: ShardFolder,
    shards: int,
    plan: SelfplayPlan,
    network: Network,
    make: MakeShards,
    progress: Progress = no_progress,
) -> int:
    """Make those of the first `shards` shards that are missing, and return how many were."""
    folder.open(plan.terms(network))
    done: list[int] = []
    missing, start = folder.missing(shards), perf_counter()

    def title() -> str:
        rate = len(done) * plan.shard_games / (perf_counter() - start)
        return f"{plan.variant} {rate:.1f}/s"

    with closing(make(plan, network, missing)) as new:
        for _ in progress(missing, title):
            number, data = next(new)
            folder.write(number, data)
            done.append(number)
    return len(done)


_work: list[tuple[SelfplayPlan, Network]] = []  # of a worker process


def _initialise(plan: SelfplayPlan, network: Network) -> None:
    _work.append((plan, network))


def _make_shard(number: int) -> bytes:
    return make_shard(*_work[0], number)
