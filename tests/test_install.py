"""Archives built from a clean clone, and what works where only one of them is installed.

The environments hold links to the packages of the tests' own environment: exactly those that the
metadata of the wheel ask for, so that an import of anything else fails as it would for a user. The
rules run as plain Python there, because compiling them for a new place would take minutes.
`bench/start.py` installs the same things from the registry.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import time
import venv
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import Distribution, distribution
from importlib.util import cache_from_source
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from azulejos.cli.extras import EXTRAS
from azulejos.compiled.library import library_file

ROOT = Path(__file__).parent.parent
PAGE = "azulejos/server/page/index.html"
KERNELS = library_file(Path("src/azulejos/compiled")).as_posix()
START_S = 180.0  # that a server may take to print its address on a busy machine


def run(
    *command: str | Path, path: str = "", typed: str = "", folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a program without this clone on Python's path; `path` replaces the PATH."""
    return subprocess.run(
        command,
        input=typed,
        capture_output=True,
        text=True,
        env=plain_environment() | ({"PATH": path} if path else {}),
        cwd=folder,
        check=False,
    )


def plain_environment() -> dict[str, str]:
    """The environment of a user with empty settings, in which what the wheel lacks is an error."""
    ours = ("AZULEJOS_", "PYTHON", "COVERAGE", "LANG", "LC_", "VIRTUAL_ENV")
    others = {name: x for name, x in os.environ.items() if not name.startswith(ours)}
    return others | {
        "AZULEJOS_KERNELS": "library",
        "LANG": "en_GB.UTF-8",
        "OWN_PROCESSOR": "1",
    }


def build(source: Path, kind: str, out: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    """Build an archive with the build tools of this environment."""
    program = (sys.executable, "-m", "build", "--no-isolation")
    return run(*program, kind, "--outdir", out, source, path=path)


def find(folder: Path, pattern: str) -> Path:
    """The only file of a folder with such a name."""
    (file,) = folder.glob(pattern)
    return file


# ---- Archives


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean clone of what is committed, with the kernels that are built already."""
    folder = tmp_path_factory.mktemp("clone") / "azulejos"
    cloned = run("git", "clone", "--quiet", "--no-hardlinks", ROOT, folder)
    assert cloned.returncode == 0, cloned.stderr
    shutil.copy(ROOT / KERNELS, folder / KERNELS)
    return folder


@pytest.fixture(scope="module")
def no_node(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH on which there is only a C compiler."""
    folder = tmp_path_factory.mktemp("bin")
    for name in ("cc", "as", "ld"):
        (folder / name).symlink_to(shutil.which(name) or name)
    return str(folder)


@pytest.fixture(scope="module")
def archive(clone: Path, no_node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source archive of the clone; before it, a build without Node has to fail."""
    out = tmp_path_factory.mktemp("archive")
    refused = build(clone, "--wheel", out, path=no_node)
    assert refused.returncode != 0
    assert "Building the page needs Node" in refused.stdout + refused.stderr
    assert list(out.iterdir()) == []
    built = build(clone, "--sdist", out)
    assert built.returncode == 0, built.stdout + built.stderr
    with tarfile.open(find(out, "*.tar.gz")) as file:
        file.extractall(out, filter="data")
    unpacked = find(out, "azulejos-*[0-9]")
    assert not (unpacked / KERNELS).exists()
    shutil.copy(ROOT / KERNELS, unpacked / KERNELS)
    return unpacked


@pytest.fixture(scope="module")
def wheel(archive: Path, no_node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the source archive, built where there is no Node."""
    out = tmp_path_factory.mktemp("wheel")
    built = build(archive, "--wheel", out, path=no_node)
    assert built.returncode == 0, built.stdout + built.stderr
    return find(out, "*.whl")


def test_wheel_holds_the_page_and_the_data_of_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
    assert PAGE in names
    committed = run("git", "ls-files", "src/azulejos").stdout.splitlines()
    assert {name.removeprefix("src/") for name in committed} <= names
    page = str(Path(PAGE).parent)
    strays = names - {name.removeprefix("src/") for name in committed}
    strays -= {KERNELS.removeprefix("src/")}
    assert KERNELS.removeprefix("src/") in names
    strays -= {f"azulejos/assistants/{file.name}" for file in (ROOT / "docs").glob("rules*.md")}
    assert [x for x in strays if not x.startswith(page) and ".dist-info/" not in x] == []


def test_build_leaves_no_node_modules_in_the_clone(clone: Path, archive: Path) -> None:
    assert archive.exists()
    assert not (clone / "web" / "node_modules").exists()
    assert run("git", "status", "--short", folder=clone).stdout == ""


# ---- Environments


def needed(package: Distribution, extras: set[str]) -> Iterator[tuple[Distribution, set[str]]]:
    """The installed packages that a package and its extras ask for directly."""
    for text in package.requires or []:
        requirement = Requirement(text)
        marker = requirement.marker
        if marker and not any(marker.evaluate({"extra": extra}) for extra in extras | {""}):
            continue
        found = distribution(requirement.name)
        assert requirement.specifier.contains(found.version, prereleases=True), text
        yield found, requirement.extras


def closure(package: Distribution, extras: set[str]) -> dict[str, Distribution]:
    """The installed packages that a package and its extras ask for, directly or not, by name."""
    found: dict[str, Distribution] = {}
    done: set[tuple[str, frozenset[str]]] = set()
    waiting = list(needed(package, extras))
    while waiting:
        each, wanted = waiting.pop()
        name = canonicalize_name(each.name)
        if (name, frozenset(wanted)) not in done:
            done.add((name, frozenset(wanted)))
            found[name] = each
            waiting += needed(each, wanted)
    return found


def make_environment(folder: Path, wheel: Path, extras: set[str]) -> Path:
    """Install a wheel and link what it asks for in a new environment; return its programs."""
    venv.create(folder, symlinks=True)
    programs = folder / "bin"
    pip = ("-m", "pip", "--python", programs / "python", "install", "--no-index")
    installed = run(sys.executable, *pip, "--no-deps", "--no-compile", wheel)
    assert installed.returncode == 0, installed.stderr
    site = find(folder, "lib/python*/site-packages")
    for package in closure(Distribution.at(find(site, "azulejos-*.dist-info")), extras).values():
        for file in package.files or []:
            if ".." not in file.parts and "__pycache__" not in file.parts:
                link_file(Path(str(package.locate_file(file))), site / file)
    return programs


def link_file(file: Path, link: Path) -> None:
    """Link a file of a package, and its byte code if there is any."""
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(file)
    byte_code = Path(cache_from_source(str(file)))
    if file.suffix == ".py" and byte_code.exists():
        link_file(byte_code, Path(cache_from_source(str(link))))


@pytest.fixture(scope="module")
def library(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel alone."""
    return make_environment(tmp_path_factory.mktemp("library"), wheel, set())


@pytest.fixture(scope="module")
def server(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel and its extra for servers."""
    return make_environment(tmp_path_factory.mktemp("server"), wheel, {"server"})


# ---- The library alone

GAME = """
import importlib.util
from azulejos import Position
from azulejos.search.players import find_player

assert not any(map(importlib.util.find_spec, ("fastapi", "numba", "torch", "ray", "pytest")))
position, player = Position("azul", players=2), find_player("greedy")
while not position.is_over:
    if position.needs_deal:
        position.deal(entropy=len(position.history))
    else:
        position.push(player.choose(position).move)
print(*position.scores)
"""
HELP = """
from azulejos.cli import COMMANDS, main

for name in COMMANDS:
    try:
        code = main([name, "--help"])
    except SystemExit as end:
        code = end.code
    print(f"{name}={code}")
"""


def test_library_alone_plays_a_game(library: Path, tmp_path: Path) -> None:
    played = run(library / "python", "-c", GAME, folder=tmp_path)
    assert re.fullmatch(r"\d+ \d+\n", played.stdout), played.stderr


def test_library_alone_plays_in_the_terminal(library: Path, tmp_path: Path) -> None:
    """The typed text has a line that is no move, and every move that a first turn may have."""
    file = tmp_path / "game.txt"
    typed = ["9Z9", *(f"{source}{colour}5" for source in "12345" for colour in "byrkw")]
    words = ["play", "greedy", "--save", str(file)]
    played = run(library / "azulejos", *words, typed="\n".join(typed), folder=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "9Z9" in played.stdout
    moves = re.findall(r"\b[1-5C][BYRKW][1-5F]\b", file.read_text(encoding="utf-8"))
    assert len(moves) >= 2  # of both seats


def test_library_alone_names_the_extra_that_a_command_needs(library: Path, tmp_path: Path) -> None:
    line = "install it from the clone with: pip install '.[server]'"
    refused = run(library / "azulejos", folder=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.count("\n") == 1
    assert line in refused.stderr
    helped = run(library / "python", "-c", HELP, folder=tmp_path)
    codes = dict(re.findall(r"^(\w+)=(\d)$", helped.stdout, re.MULTILINE))
    assert {name for name, code in codes.items() if code == "2"} == set(EXTRAS)
    assert {code for name, code in codes.items() if name not in EXTRAS} == {"0"}
    for extra, number in Counter(EXTRAS.values()).items():
        assert helped.stderr.count(f"pip install '.[{extra}]'") == number


# ---- The server


@contextmanager
def run_azulejos(programs: Path, folder: Path) -> Iterator[str]:
    """`azulejos` without arguments, as long as the context lasts; its address."""
    own = {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "CONFIG", "CACHE")}
    settings = {"AZULEJOS_PORT": "0", "AZULEJOS_WORKERS": "1", "AZULEJOS_BOT_PAUSE_S": "0"}
    process = subprocess.Popen(
        [programs / "azulejos"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=plain_environment() | own | settings | {"BROWSER": "true"},
        cwd=folder,
    )
    assert process.stdout
    alarm = threading.Timer(START_S, process.kill)
    alarm.start()
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            address = re.search(r"http://[\w.]+:\d+", line)
            if address:
                break
        assert address, "".join(lines)
        yield address[0]
    finally:
        alarm.cancel()
        process.terminate()
        process.wait(30)
        process.stdout.close()


def test_server_extra_serves_the_page_and_a_game(server: Path, tmp_path: Path) -> None:
    with run_azulejos(server, tmp_path) as url, httpx.Client(base_url=url, timeout=90) as client:
        page = client.get("/")
        assert page.status_code == 200
        scripts = re.findall(r'<script[^>]* src="([^"]+)"', page.text)
        assert scripts
        for script in scripts:
            assert "javascript" in client.get(script).headers["content-type"]
        made = client.post("/api/v1/guests", json={"name": "Ana"})
        client.headers["cookie"] = made.headers["set-cookie"].split(";")[0]
        seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
        form = {"game": "azul", "seats": seats, "seating": "fixed"}
        view = client.post("/api/v1/tables", json=form).json()
        table = f"/api/v1/tables/{view['table']}"
        move = {"id": "m1", "version": view["version"], "move": view["moves"][0]}
        moved = client.post(f"{table}/moves", json=move)
        assert moved.status_code == 200, moved.text
        wait_for("bot", lambda: bool(client.get(table).json()["moves"]), 90)
        assert client.get(table).json()["version"] > moved.json()["version"]


def wait_for(what: str, is_there: Callable[[], bool], seconds: float) -> None:
    """Return when something is there; fail when it does not come in time."""
    end = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < end, f"{what}: not there after {seconds} s"
        time.sleep(0.5)
