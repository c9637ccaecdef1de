"""Games of the search against itself, a shard of them at a time, in any number of processes.

How a game is played and what is noted down is in `search/practice.py`, where the rows go in
`rows.py`. Other machines make the same shards, see `cluster.py`.
"""

from collections.abc import Callable, Generator
from concurrent.futures import as_completed
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from time import perf_counter

from azulejos import batch
from azulejos.compiled.rng import make_rng
from azulejos.errors import AzulejosError
from azulejos.game import Json, States
from azulejos.games import find_game
from azulejos.learning.selfplay_game import Desk, Effort, Noted
from azulejos.learning.shards import Folder, join, to_bytes
from azulejos.network import Network, make_network
from azulejos.search.networks import by_hand, read_network
from azulejos.text import Text
from azulejos.work import Watch, look_on, processes

SHARD_GAMES = 50  # a second or two of work
USUAL = Effort()
LEAST = {"nodes": 2, "deep_nodes": 2, "deals": 1, "deal_nodes": 2}  # of what makes an effort
MAX_EFFORT = 1_000_000


@dataclass(frozen=True)
class Lesson:
    """What is played: with a network it says everything about a shard but its number."""

    game: str
    players: int
    options: dict[str, str] = field(default_factory=dict)
    effort: Effort = USUAL
    seed: int = 1
    shard_games: int = SHARD_GAMES

    def __post_init__(self) -> None:
        """Refuse what cannot be played, before any game is."""
        find_game(self.game).choose(self.players, self.options)
        for name, value in self.effort._asdict().items():
            if not LEAST.get(name, 0) <= value <= MAX_EFFORT:
                raise AzulejosError(Text("net.effort", {"text": f"{name}={value}"}))

    @property
    def kind(self) -> str:
        """A name for the kind of game: what its table agreed on beside the usual."""
        usual = {each.name: each.choices[0] for each in find_game(self.game).options(self.players)}
        chosen = [value for name, value in self.options.items() if usual[name] != value]
        return "-".join([self.game, str(self.players), *chosen])

    @property
    def opening(self) -> States:
        game = find_game(self.game)
        states = game.new_states()
        batch.setup(states, self.players, game.choose(self.players, self.options))
        return states

    def network(self, path: Path | None) -> Network:
        """The network in a file, or what is known by hand, in numbers as a file has them."""
        if path:
            return read_network(path, self.opening)
        hand = by_hand(self.opening)
        return make_network(hand.weights, hand.prior)

    def folder(self, place: Path, generation: int) -> Folder:
        """Where the rows of a generation are kept."""
        return Folder(place / self.kind / f"gen-{generation:03}")

    def terms(self, network: Network) -> Json:
        """What must be equal for shards to belong together."""
        return asdict(self) | {"effort": self.effort._asdict(), "network": network.digest}

    def entropy(self, network: Network, *what: object) -> int:
        """The same number for the same purpose."""
        words = " ".join(map(str, (self.seed, network.digest, *what)))
        return int.from_bytes(blake2b(words.encode(), digest_size=8).digest())


def parse_lesson(terms: Json) -> Lesson:
    """The lesson of the terms that lie beside shards; ValueError if it is none."""
    try:
        names = Lesson.__dataclass_fields__
        how = {name: value for name, value in terms.items() if name in names}
        return Lesson(**how | {"effort": Effort(**terms["effort"])})
    except (KeyError, TypeError) as wrong:
        raise ValueError from wrong


def read_shards(lesson: Lesson, folders: list[Folder]) -> list[Noted]:
    """The rows in some folders."""
    game = find_game(lesson.game)
    shards = [rows for folder in folders for rows in folder.read(game)]
    if not shards:
        raise AzulejosError(Text("net.folder", {"folder": folders[0].path}))
    return shards


def make_shard(lesson: Lesson, network: Network, number: int) -> bytes:
    """The file of one shard, the same wherever it is made."""
    game = find_game(lesson.game)
    options = game.choose(lesson.players, lesson.options)
    desk = Desk(game, lesson.effort, network)
    entropies = (lesson.entropy(network, number, i) for i in range(lesson.shard_games))
    games = [desk.play(lesson.players, options, make_rng(entropy)) for entropy in entropies]
    return to_bytes(join(games))


Making = Callable[[Lesson, Network, list[int]], Generator[tuple[int, bytes]]]  # as finished


def make_shards(
    lesson: Lesson, network: Network, numbers: list[int], jobs: int = 1
) -> Generator[tuple[int, bytes]]:
    """Shards and their numbers, as they are finished."""
    if jobs == 1:
        for number in numbers:
            yield number, make_shard(lesson, network, number)
        return
    if numbers:
        warm_up(lesson, network)
    with processes(jobs, _prepare, lesson, network) as pool:
        tasks = {pool.submit(_make_elsewhere, number): number for number in numbers}
        for task in as_completed(tasks):
            yield tasks.pop(task), task.result()


def fill(
    folder: Folder,
    shards: int,
    lesson: Lesson,
    network: Network,
    make: Making,
    watch: Watch = look_on,
) -> int:
    """Make those of the first so many shards that are missing; how many there were."""
    folder.open(lesson.terms(network))
    done: list[int] = []
    missing, start = folder.missing(shards), perf_counter()

    def title() -> str:
        rate = len(done) * lesson.shard_games / (perf_counter() - start)
        return f"{lesson.kind} {rate:.1f}/s"

    with closing(make(lesson, network, missing)) as new:
        for _ in watch(missing, title):
            number, data = next(new)
            folder.write(number, data)
            done.append(number)
    return len(done)


def warm_up(lesson: Lesson, network: Network) -> None:
    """Compile what a shard needs, before several processes would all do it."""
    quick = Effort(nodes=2, deep_nodes=2, deals=1, deal_nodes=2)
    make_shard(replace(lesson, effort=quick, shard_games=1), network, 0)


_prepared: list[tuple[Lesson, Network]] = []  # of a process that works for another


def _prepare(lesson: Lesson, network: Network) -> None:
    _prepared.append((lesson, network))


def _make_elsewhere(number: int) -> bytes:
    return make_shard(*_prepared[0], number)
