"""How hypothesis runs here (no clock; in CI always the same examples; fewer with
`--hypothesis-profile quick`, more in `make soak`), interrupts, byte code, conformance records,
lanes, and which tests are tried a second time.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("AZULEJOS_KERNELS", "library")  # what the built library lacks is an error

import pytest
from hypothesis import settings

from tests.examples import examples
from tests.lanes import Lanes

settings.register_profile(
    "azulejos",
    deadline=None,
    derandomize=os.environ.get("CI") == "true",
    max_examples=examples(100),
)
settings.register_profile("quick", settings.get_profile("azulejos"), max_examples=20)
settings.load_profile("azulejos")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # in a background job of a shell; programs that tests start and interrupt would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

# hundreds of processes that tests start would compile the same files again and again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "run every test that uses a database with each kind of database, as `make soak` does"
    parser.addoption("--all-databases", action="store_true", help=words)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A failed test that waits for real time is tried once more; the summary names it anyway."""
    for item in items:
        if item.get_closest_marker("realtime"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name a test as soon as it fails, and not only in the summary."""
    if report.failed and not os.environ.get("PYTEST_XDIST_WORKER"):
        reason = report.longreprtext.strip().rpartition("\n")[2]
        print(f"\n{report.outcome.upper()} {report.nodeid} ({reason})", flush=True)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Lanes:
    return Lanes(config, log)


@pytest.fixture(scope="session")
def conformance() -> dict[str, list[dict[str, Any]]]:
    """The conformance records of each game."""
    records: dict[str, list[dict[str, Any]]] = {}
    for file in sorted((Path(__file__).parent / "conformance").glob("*.jsonl")):
        lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        records.setdefault(file.name.split("-")[0], []).extend(lines)
    return records
