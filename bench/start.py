"""How long a newcomer waits, and how much disk it takes: installation, first page, first moves.

Measures what is committed, in a new clone with empty caches of its own; packages come from the
caches of pip and npm, so run it twice. `--only` chooses parts:

    play     `make play` until a table opens and a strong bot answers there, and the size of every
             folder that it creates
    library  a wheel, installed into a new environment: the size of what it adds, its import, and
             the first answer of level 8 in a new process, for each game and number of seats, and
             how many files that writes
    server   a server: first table, first answers of bots

Each answer is of a run of its own. Megabytes are those of `du -m`: blocks on the disk, of files
and folders, in units of 2^20 bytes. The exit code is 1 if a limit is exceeded.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
PARTS = ("play", "library", "server")
WEAK, STRONG = 1, 8  # levels of bots
MAX_WAIT_S = 900.0
IMPORTS = 5  # of which the median counts
IMPORT = """
from time import perf_counter
start = perf_counter()
import azulejos
print(perf_counter() - start)
"""
ANSWER = """
import sys
from azulejos import Limit, Position, find_player
position = Position(sys.argv[1], int(sys.argv[2]))
if position.needs_deal:
    position.deal(1)
print(find_player("level8").choose(position, Limit(nodes=1000), entropy=1).move)
"""
ADDRESS = re.compile(r"https?://(?:127\.0\.0\.1|localhost)(?::\d+)?")
LIMITS = {  # what this class of machine must keep, with nothing else running
    "make play: table, s": 75,
    "make play: folders, MB": 600,
    "make play: level 8, s after the click": 1,
    "wheel: packages, MB": 110,
    "wheel: install, s": 10,
    "import azulejos: s": 0.25,
    "level 8's first answer, s": 0.5,
    "library: files written": 0,
    "server: page and table, s": 2,
    "server: level 8's answer, s after the click": 3,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="azulejos-start-") as folder:
        figures = Newcomer(Path(folder)).measure(chosen.only)
    if chosen.json:
        print(json.dumps(figures))
    else:
        print(f"{'':44} {'measured':>9} {'at most':>9}")
        for name, value in figures.items():
            print(f"{name:44} {value:9.2f} {LIMITS.get(name, ''):>9}")
    sys.exit(any(value > LIMITS.get(name, value) for name, value in figures.items()))


class Newcomer:
    """A clone in a folder of its own, with homes for caches and data that are empty at first."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.clone = folder / "azulejos"
        run("git", "clone", "--quiet", ROOT, self.clone)
        self.clone_mb = size_mb(self.clone)
        unwanted = ("AZULEJOS_", "PYTHON", "NUMBA_", "VIRTUAL_ENV", "MAKE", "MFLAGS")
        plain = {name: x for name, x in os.environ.items() if not name.startswith(unwanted)}
        homes = {f"XDG_{name}_HOME": str(folder / name) for name in ("CACHE", "DATA", "CONFIG")}
        # pip and npm keep the caches that they have: packages are near
        homes["HOME"] = str(folder / "HOME")
        near = {"PIP_CACHE_DIR": pip_cache(), "PIP_DISABLE_PIP_VERSION_CHECK": "1"} | npm_cache()
        self.environment = plain | homes | near | {"BROWSER": "true"}

    def measure(self, parts: list[str]) -> dict[str, float]:
        """Every figure of some parts, by name."""
        figures: dict[str, float] = {}
        if "play" in parts:
            figures |= self.measure_play()
        if "library" in parts:
            figures |= self.measure_library()
        if "server" in parts:
            figures |= self.measure_server()
        return figures

    def measure_play(self) -> dict[str, float]:
        """`make play`, until a table opens on its page."""
        figures: dict[str, float] = {}
        for name in ("make play", "make play again"):
            with started(["make", "play"], self.clone, self.environment) as program:
                figures[f"{name}: page, s"] = program.wait_for_page()
                person = program.wait_for_table()
                figures[f"{name}: table, s"] = program.seconds
                table = person.open_table("bot", "me", STRONG)
                click_s = program.seconds
                program.wait_for(lambda: person.has_moves(table))  # noqa: B023  # called at once
                figures[f"{name}: level 8, s after the click"] = program.seconds - click_s
            created = size_mb(self.folder) - self.clone_mb
            figures.setdefault("make play: folders, MB", created)
        return figures

    def measure_library(self) -> dict[str, float]:
        """A wheel in a new environment, an import there, and first answers."""
        environment, wheels = self.folder / "library", self.folder / "wheels"
        run(sys.executable, "-m", "venv", environment)
        pip, python = environment / "bin" / "pip", environment / "bin" / "python"
        start = time.monotonic()
        words = (pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", wheels, self.clone)
        run(*words, environment=self.environment)
        figures, before = {"wheel: build, s": time.monotonic() - start}, size_mb(environment)
        start = time.monotonic()
        run(pip, "install", "--quiet", *wheels.glob("*.whl"), environment=self.environment)
        figures["wheel: install, s"] = time.monotonic() - start
        figures["wheel: packages, MB"] = size_mb(environment) - before
        times = [run(python, "-c", IMPORT, environment=self.environment) for _ in range(IMPORTS)]
        figures["import azulejos: s"] = median(map(float, times))
        known = self.files()
        figures["level 8's first answer, s"] = max(self.answer_times(python))
        return figures | {"library: files written": len(self.files() - known)}

    def files(self) -> set[Path]:
        """All files but those of the data folder."""
        everything = (Path(place) / x for place, _, names in os.walk(self.folder) for x in names)
        return {file for file in everything if self.folder / "DATA" not in file.parents}

    def answer_times(self, python: Path) -> Iterator[float]:
        """Seconds from the start of a process to the first answer, by game and number of seats."""
        for game, seats in (("azul", 2), ("azul", 3), ("azul", 4), ("blue", 2), ("blue", 3)):
            times = []
            for _ in range(IMPORTS):
                start = time.monotonic()
                run(python, "-c", ANSWER, game, str(seats), environment=self.environment)
                times.append(time.monotonic() - start)
            yield median(times)

    def measure_server(self) -> dict[str, float]:
        """`azulejos serve`, to its page, its first table and the first answers of bots."""
        run("make", "kernels", "page", folder=self.clone, environment=self.environment)
        figures: dict[str, float] = {}
        for level, name in ((WEAK, "weak bot"), (STRONG, f"level {STRONG}")):
            page_s, table_s, click_s, answer_s = self.try_server(level)
            if level == WEAK:
                figures["server: page, s"] = page_s
                figures["server: page and table, s"] = table_s
            figures[f"server: {name}'s answer, s after the click"] = answer_s - click_s
        return figures

    def try_server(self, level: int) -> tuple[float, float, float, float]:
        """Seconds from the start to the page, a table, asking a bot to move, and its move."""
        words = [str(self.clone / ".venv" / "bin" / "azulejos"), "serve", "--port", "0"]
        own = {
            "AZULEJOS_DATABASE": f"sqlite:///{self.folder}/{level}-{time.monotonic_ns()}.db",
            "AZULEJOS_LIMITS": "false",
        }
        with started(words, self.folder, self.environment | own) as program:
            page_s = program.wait_for_page()
            person = program.wait_for_table()
            table_s = program.seconds
            table = person.open_table("bot", "me", level)
            click_s = program.seconds
            program.wait_for(lambda: person.has_moves(table))
            return page_s, table_s, click_s, program.seconds


class Program:
    """A program that serves the page, and the time since it was started."""

    def __init__(self, process: subprocess.Popen[bytes], output: Path):
        self.process = process
        self.output = output
        self.start = time.monotonic()
        self.address = ""

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.start

    def wait_for_page(self) -> float:
        """Seconds from the start to the first answer of the page."""
        self.wait_for(self.has_page)
        return self.seconds

    def wait_for_table(self) -> "Person":
        """Open a table with legal moves; return who has opened it."""
        person = Person(self.address)
        self.wait_for(lambda: person.has_moves(person.open_table("me", "me")))
        return person

    def has_page(self) -> bool:
        found = ADDRESS.search(self.output.read_text(encoding="utf-8", errors="replace"))
        if not found:
            return False
        self.address = found[0]
        with suppress(OSError), urllib.request.urlopen(self.address, timeout=5) as answer:
            return b"<script" in answer.read()
        return False

    def wait_for(self, is_there: Callable[[], bool]) -> None:
        """Return when something is there; fail when the program ends or it takes too long."""
        while not is_there():
            if self.process.poll() is not None or self.seconds > MAX_WAIT_S:
                sys.exit(self.output.read_text(encoding="utf-8", errors="replace")[-4000:])
            time.sleep(0.05)


class Person:
    """A guest of a server."""

    def __init__(self, address: str):
        self.address = address
        self.cookie = ""
        self.ask("guests", {"name": "Ana"})

    def ask(self, path: str, form: Any = None) -> Any:
        """The answer of the API; None while the server is not ready for it."""
        headers = {"content-type": "application/json", "cookie": self.cookie}
        body = None if form is None else json.dumps(form).encode()
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=MAX_WAIT_S) as answer:
                cookie = answer.headers.get("set-cookie")
                self.cookie = cookie.split(";")[0] if cookie else self.cookie
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 503:
                    return None
                sys.exit(f"{path}: {error.code} {error.read().decode()}")

    def open_table(self, first: str, second: str, level: int = 0) -> str:
        """The id of a new table; "" while there can be none."""
        kinds = (
            {"kind": "bot", "level": level} if x == "bot" else {"kind": x} for x in (first, second)
        )
        form = {"game": "azul", "seats": list(kinds), "seating": "fixed"}
        view = self.ask("tables", form)
        return str(view["table"]) if view else ""

    def has_moves(self, table: str) -> bool:
        """Is it this person's turn at a table?"""
        view = self.ask(f"tables/{table}") if table else None
        return bool(view and view["moves"])


@contextmanager
def started(words: list[str], folder: Path, environment: dict[str, str]) -> Iterator[Program]:
    """A program and whatever it starts, as long as the context lasts."""
    with tempfile.TemporaryDirectory() as place:
        output = Path(place) / "output"
        with output.open("wb") as log:
            process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env=environment,
                start_new_session=True,
            )
        try:
            yield Program(process, output)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def run(
    *command: str | Path, folder: Path = ROOT, environment: dict[str, str] | None = None
) -> str:
    """Run a program that must succeed; return what it prints."""
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def size_mb(folder: Path) -> float:
    """Megabytes of disk that a folder takes, as `du -m` counts them."""
    places = [(Path(place), names) for place, _, names in os.walk(folder)]
    paths = [path for place, names in places for path in (place, *(place / x for x in names))]
    return sum(path.lstat().st_blocks * 512 for path in paths) / 2**20


def npm_cache() -> dict[str, str]:
    """The settings with which npm finds its cache from another home."""
    return {"npm_config_cache": run("npm", "config", "get", "cache").strip()}


def pip_cache() -> str:
    """The folder in which pip keeps what it has downloaded."""
    return run(sys.executable, "-m", "pip", "cache", "dir").strip()


if __name__ == "__main__":
    main()
