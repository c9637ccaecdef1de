"""A learning run, as in AlphaZero: generations of self-play, training and a gate match.

Each generation plays games with the best network so far, trains a network on the replay window, and
lets it play against the best one; the winner plays the next generation. All files are in one
folder; what is not in a file of its own is in `learn.json`. A run can be stopped at any moment,
also by a power failure, and continues where it was.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.files import write_atomically
from azulejos.learning.selfplay import MakeShards, SelfplayPlan, fill_folder, read_shards
from azulejos.learning.shards import ShardFolder, write_json
from azulejos.learning.train import Training, TrainingPlan
from azulejos.match.elo import Sprt
from azulejos.match.match import PlayGames, run_match
from azulejos.match.plan import NETWORK_PREFIX, MatchPlan
from azulejos.match.results import MatchResult, ResultsFile
from azulejos.network import Network
from azulejos.progress import Progress
from azulejos.text import Text, phrases

STATE = "learn.json"
BEST = "best.net"
HANDMADE_PLAYER = "hand"  # the gate's opponent while no network has been learned
GATE_TEST = Sprt(elo0=0, elo1=25)
DEFAULT_TRAINING = TrainingPlan()
WINDOW = 2  # generations in the replay window, or more if the best network played more
MAX_WINDOW = 8


@dataclass(frozen=True)
class RunPlan:
    """The networks to learn, and the size of a generation."""

    selfplay: SelfplayPlan
    games: int = 8_000  # of a generation after the first two
    gate_games: int = 400  # at most, of a new network against the best one
    gate_nodes: int = 400  # for each move of the gate match
    gate_test: Sprt = GATE_TEST
    training: TrainingPlan = DEFAULT_TRAINING

    def count_games(self, generation: int) -> int:
        """The self-play games of a generation; the first two are smaller, since their networks are
        soon replaced.
        """
        return -(-self.games // (4, 2, 1)[min(generation, 2)])

    @property
    def terms(self) -> Json:
        """The settings that must be equal for a run to continue in a folder."""
        plan = self.selfplay
        return {"game": plan.game, "players": plan.players, "options": plan.options}


class TimeUp(Exception):
    """The deadline of a run has passed."""


@dataclass(frozen=True)
class Deadline:
    """A `Progress` that wraps another one and raises TimeUp after a point in time."""

    end: float  # by time.monotonic
    progress: Progress

    def __call__(self, items: Sequence[Any], title: Any) -> Iterator[Any]:
        for item in self.progress(items, title):
            if monotonic() >= self.end:
                raise TimeUp
            yield item


class Run:
    """The learning run of one variant, in its folder."""

    def __init__(
        self, root: Path, plan: RunPlan, make: MakeShards, play: PlayGames, progress: Progress
    ) -> None:
        """Continue the run in a folder, or begin one.

        `make` makes the shards and `play` plays the gate match: here or on a cluster.
        """
        self.root, self.plan, self.progress = root, plan, progress
        self.make, self.play = make, play
        self.home = plan.selfplay.folder(root, 0).path.parent
        self.state = self._read_state()

    def _read_state(self) -> Json:
        """The finished generations and which of them has the best network."""
        file = self.home / STATE
        if not file.exists():
            return {"terms": self.plan.terms, "best": None, "generations": []}
        try:
            state = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            state = {}
        if not isinstance(state, dict) or state.get("terms") != self.plan.terms:
            raise AzulejosError(Text("learning.terms", {"folder": self.home}))
        return state

    @property
    def generation(self) -> int:
        """The number of the generation that is next or unfinished, from 0."""
        return len(self.state["generations"])

    def network_file(self, generation: int) -> Path:
        """The network that a generation trained."""
        return self.home / f"gen-{generation:03}.net"

    @property
    def best_file(self) -> Path | None:
        """The best network so far; None while that is the handmade one."""
        best = self.state["best"]
        return None if best is None else self.network_file(best)

    def run_generation(self) -> Json:
        """Finish the generation that is next or unfinished, and return its result."""
        number, best = self.generation, self.plan.selfplay.network(self.best_file)
        self.home.mkdir(parents=True, exist_ok=True)
        self.play_selfplay_games(best)
        if not self.network_file(number).exists():
            self.train(best)
        result = self.gate()
        if result["is_better"]:
            self.state["best"] = number
            write_atomically(self.home / BEST, self.network_file(number).read_bytes())
        self.state["generations"].append(result)
        write_json(self.home / STATE, self.state)
        return result

    # ---- Self-play and training

    def folder(self, generation: int) -> ShardFolder:
        """The folder of a generation's shards."""
        return self.plan.selfplay.folder(self.root, generation)

    def play_selfplay_games(self, best: Network) -> None:
        """Make the shards of the generation with the best network."""
        plan = self.plan.selfplay
        shards = -(-self.plan.count_games(self.generation) // plan.shard_games)
        plan = replace(plan, seed=plan.seed + self.generation)
        fill_folder(self.folder(self.generation), shards, plan, best, self.make, self.progress)

    def train(self, best: Network) -> None:
        """Train a network on the replay window; its prior continues from the best network's."""
        plan, training_plan = self.plan.selfplay, self.plan.training
        training_plan = replace(training_plan, seed=training_plan.seed + self.generation)
        shards = read_shards(plan, self.replay_window(best))
        training = Training(plan, shards, best, training_plan)
        training.run(self.network_file(self.generation), phrases("learning.curve."), self.progress)

    def replay_window(self, best: Network) -> list[ShardFolder]:
        """The generations to train on: all that the best network played, filled up to WINDOW with
        those before it.

        Games of the handmade network are used only while it is the best.
        """
        handmade = self.plan.selfplay.network(None).digest
        folders = [self.folder(number) for number in range(self.generation + 1)]
        networks = [folder.terms["network"] for folder in folders]
        own = [n for n, network in enumerate(networks) if network == best.digest]
        before = [n for n, network in enumerate(networks) if network not in (best.digest, handmade)]
        window = before[len(before) - max(0, WINDOW - len(own)) :] + own
        return [folders[n] for n in window][-MAX_WINDOW:]

    # ---- The gate

    def gate(self) -> Json:
        """Let the new network play a match against the best one, and return the result.

        The new network is better if the sequential test says so, or, if the test is undecided after
        all games, if it has won more than half.
        """
        result = self.run_gate_match()
        network = self.plan.selfplay.network(self.network_file(self.generation))
        accepted, leads = result.accepted, result.leads
        mean = sum(leads) / len(leads)
        return {
            "generation": self.generation,
            "network": network.digest,
            "share": result.to_json()["results"][0]["share"],
            "games": result.game_count,
            "is_better": accepted == "elo1" or (accepted is None and mean > 0.5),
        }

    def run_gate_match(self) -> MatchResult:
        """Play the gate match, or the rest of one that was interrupted."""
        selfplay, generation = self.plan.selfplay, self.generation
        pair = (self.network_file(generation), self.best_file)
        names = [f"{NETWORK_PREFIX}{path.resolve()}" if path else HANDMADE_PLAYER for path in pair]
        plan = MatchPlan(
            game=selfplay.game,
            options=selfplay.options,
            players=tuple(names),
            seats=selfplay.players,
            games=self.plan.gate_games,
            seconds=None,
            nodes=self.plan.gate_nodes,
            seed=generation,
        )
        path = self.home / f"gen-{generation:03}.jsonl"
        file = ResultsFile(path)
        if file.terms not in (None, plan.terms):  # the folder was moved, or the plan changed
            path.unlink()
            file = ResultsFile(path)
        return run_match(plan, self.plan.gate_test, self.play, file, self.progress)
