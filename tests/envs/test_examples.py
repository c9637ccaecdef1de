"""The examples of learning, of a language model, of engines and of self-play games run."""

import importlib.util
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from azulejos import Position, iter_records
from azulejos.engine.client import EnginePlayer
from azulejos.search.annotation import read_annotation
from tests.envs.variants import VARIANTS
from tests.examples import PERCENT

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
GAMES = EXAMPLES / "selfplay-games.txt"


@pytest.fixture(autouse=True)
def beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples import each other, as programs in one folder do."""
    monkeypatch.syspath_prepend(EXAMPLES)


def dealt() -> Position:
    position = Position("azul", 2)
    position.push("BBYR KKWW BYRW YYYY RRKW")
    return position


MINUTES = 0.15 if PERCENT == 100 else 0.05  # only `make soak` trains for long enough to play well


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ppo_learns(tmp_path: Path) -> None:
    out = tmp_path / "agent.pt"
    options = (
        f"--minutes {MINUTES} --every 1 --matches 10 --opponents random --games 128 "
        "--minibatch 1024"
    )
    command = [sys.executable, str(EXAMPLES / "train_ppo.py"), *options.split(), "--out", str(out)]
    subprocess.run(command, check=True, timeout=500, capture_output=True)
    curve = json.loads(out.with_suffix(".json").read_text())
    assert out.exists()
    assert curve[-1]["steps"] > curve[0]["steps"]
    assert curve[-1]["random"] >= (0.7 if PERCENT == 100 else 0)
    assert len((EXAMPLES / "train_ppo.py").read_text().splitlines()) <= 300
    assert load("engines").ppo(str(out))(dealt()) in dealt().legal_moves


def test_a_language_model_plays_legal_moves_whatever_it_answers() -> None:
    example = load("language_model")
    share, failures = example.play(example.pick_by_rule, "random", 2)
    assert (share, failures) == (1.0, 0)
    _, failures = example.play(lambda prompt: "I resign.", "random", 1)
    assert failures >= example.TRIES
    assert example.choose(lambda prompt: "Let me think.\n**1B2**", dealt()) == ("1B2", 0)


def test_engines_of_all_kinds_choose_legal_moves() -> None:
    engines = load("engines")
    for choose in (engines.first(), engines.rule(), engines.mcts("3")):
        for position in (dealt(), Position("blue", 2)):
            assert choose(position) in position.legal_moves
    with EnginePlayer(f"{sys.executable} {EXAMPLES / 'engines.py'} first") as engine:
        assert engine.choose(dealt()).move == "1B1"


# ---- Self-play games


def test_there_are_self_play_games_of_every_kind_with_evaluations() -> None:
    """Each position is evaluated; the last evaluation is the result."""
    assert GAMES.stat().st_size < 5_000_000
    kinds: Counter[tuple[str, ...]] = Counter()
    for record in iter_records(GAMES):
        names = [name for name in ("wall", "draw", "tiles_per_type") if name in record.options]
        kinds[record.game, str(record.players), *(record.options[name] for name in names)] += 1
        said = [read_annotation(entry.comment) for entry in record.entries]
        assert None not in said
        outcome = record.position().outcome
        assert outcome
        assert said[-1]
        assert said[-1].points == outcome.scores
        assert said[-1].win == pytest.approx(outcome.shares, abs=1e-4)
    assert set(kinds) == {(game, str(n), *options.values()) for game, n, options in VARIANTS}
    assert min(kinds.values()) >= 10


def test_more_self_play_games_can_be_made() -> None:
    example = load("selfplay_games")
    record = example.play(Position("blue", 2, tiles_per_type="13"), nodes=10, seed=3)
    assert record.position().is_over
    assert read_annotation(record.comment)
    assert len(list(example.kinds())) == len(VARIANTS)
