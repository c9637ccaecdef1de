"""The example game, a package of its own, plays everywhere without a line of the product naming it.

Each test runs in processes that have the package on their path.
"""

import asyncio
import fcntl
import json
import os
import re
import tempfile
from pathlib import Path

import pytest

from tests.outside_game import EXAMPLE, ROOT, environment, install, run_python
from tests.server.clients import Player, ask, make_guest, make_table
from tests.server.services import start_process

NAME = "tideline"
QUICK = {"AZULEJOS_KERNELS": "plain"}  # plain Python: no compilation


@pytest.fixture(scope="module")
def target() -> Path:
    """Where the example is installed: for all test processes the same folder, so that it is
    compiled only once.
    """
    files = sorted(each for each in EXAMPLE.rglob("*") if each.suffix in (".py", ".toml"))
    facts = repr([(str(each), each.stat().st_mtime_ns) for each in files])
    place = Path(tempfile.gettempdir()) / f"azulejos-third-game-{os.getuid()}"
    with place.with_suffix(".lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() != facts or not place.is_dir():
            install(place)
            lock.truncate(0)
            lock.write(facts)
    return place


def check(target: Path, code: str, **more: str) -> str:
    """Run some lines in a process that knows the game; return what they print."""
    ran = run_python(target, "-c", code, **more)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return ran.stdout


def azulejos(target: Path, *arguments: str, given: str = "", **more: str) -> str:
    ran = run_python(target, "-m", "azulejos", *arguments, given=given, **more)
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert "Traceback" not in ran.stderr
    return ran.stdout


# ---- Everywhere


def test_the_law_suite_holds(target: Path) -> None:
    ran = run_python(
        target,
        "-m",
        "pytest",
        "-q",
        "-n0",
        "-p",
        "no:cacheprovider",
        "--hypothesis-profile",
        "quick",
        "tests/laws",
        "-k",
        NAME,
        **QUICK,
    )
    assert ran.returncode == 0, ran.stdout[-3000:]
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed is not None
    assert int(passed[1]) >= 3 * 15  # laws for 2, 3 and 4 players


def test_compiled_games_are_those_of_plain_python(target: Path) -> None:
    code = (
        "from azulejos.compiled.rng import make_rng\n"
        "from azulejos import Position, find_player\n"
        "position = Position('tideline', 3, waves=6)\n"
        "player, rng = find_player('random'), make_rng(5)\n"
        "while not position.is_over:\n"
        "    n = len(position.history)\n"
        "    position.deal(rng) if position.needs_deal else "
        "position.push(player.choose(position, entropy=n).move)\n"
        "print(position.history, position.outcome)\n"
    )
    compiled, plain = check(target, code), check(target, code, **QUICK)
    assert compiled == plain
    assert len(compiled) > 100


def test_the_library_plays_analyses_and_writes_it(target: Path) -> None:
    told = check(
        target,
        """
import copy, pickle
from azulejos import *
position = Position("tideline", waves="8")
assert list(GAMES) == ["azul", "blue", "tideline"], list(GAMES)
position.push("DRAW"); position.push("5")
assert position.legal_moves == ["draw", "keep"]
*_, info = analyse(position, Limit(nodes=400))
assert info.best in position.legal_moves and abs(sum(info.win) - 1) < 1e-6, info
for name in ("random", "greedy", "level1", "level5", "hand", "best"):
    choice = find_player(name).choose(position, Limit(nodes=50), entropy=1)
    assert choice.move in position.legal_moves
while not position.is_over:
    if position.needs_deal:
        position.deal(len(position.history))
    else:
        position.push(position.legal_moves[-1])
record = Record.from_position(position)
assert read_records(record.to_text()) == [record]
assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == position
assert len(list(review(record, Limit(nodes=10)))) == len(record.entries)
print(position.draw("es")); print(position.svg("pt-BR"))
""",
    )
    assert "Bag: w×0" in told  # in English: there is no other language
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in told


def test_it_is_played_in_the_terminal(target: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    told = azulejos(
        target,
        *("play", "level2", "--game", NAME, "--option", "waves=4", "--save", str(saved)),
        given="?\nkeep\nnonsense\nDRAW\nq\n",
        **QUICK,
    )
    assert "Bag: w×4" in told
    assert "is not a move; write draw or keep." in told
    assert "not allowed by T3: There is nothing in your hand to keep: draw first." in told
    assert "Seat 0 draws." in told
    assert '[game "tideline"]' in saved.read_text()
    shown = azulejos(target, "show", str(saved), **QUICK)
    assert "Seat 0 draws." in shown


def test_matches_are_played(target: Path) -> None:
    told = azulejos(
        target,
        *("match", "best", "random", "--game", NAME, "--games", "20", "--nodes", "100"),
        *("--seed", "1", "--json"),
    )
    result = json.loads(told)
    assert "best" in json.dumps(result)


def test_the_engine_speaks_it(target: Path) -> None:
    position = {"game": NAME, "players": 2, "turn": 1, "hand": 9, "scores": [0, 0]}
    position["bag"] = [4, 4, 4, 4, 3, 3, 4]
    requests = [
        {"id": "1", "op": "hello"},
        {"id": "2", "op": "analyse", "position": position, "limit": {"nodes": 300}},
        {"id": "3", "op": "analyse", "position": position | {"hand": 99}, "limit": {"nodes": 9}},
    ]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    told = azulejos(target, "engine", given=lines, **QUICK)
    answers = [json.loads(line) for line in told.splitlines()]
    by_id = {answer["id"]: answer for answer in answers}
    assert NAME in by_id["1"]["games"]
    assert by_id["2"]["best"] in ("draw", "keep")
    assert len(by_id["2"]["win"]) == 2
    assert "hand" in by_id["3"]["error"]["message"]


def test_the_server_hosts_it(target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person plays a bot over the WebSocket to the end; the view has the text drawing."""
    monkeypatch.setenv("PYTHONPATH", environment(target)["PYTHONPATH"])
    monkeypatch.setenv("AZULEJOS_KERNELS", "plain")  # or it would compile all games once more
    server = start_process(
        tmp_path, database=f"sqlite:///{tmp_path / 'azulejos.db'}", bot_pause_s=0
    )

    async def play() -> Player:
        guest = await make_guest(server.url)
        games = (await ask(server.url, guest, "GET", "/server"))["games"]
        assert NAME in [game["name"] for game in games]
        seats = [{"kind": "me"}, {"kind": "bot", "level": 2}]
        form = {"game": NAME, "seats": seats, "options": {"waves": "6"}}
        table = await make_table(server.url, guest, **form)
        player = Player(guest, table, lambda: server.url)
        await player.play()
        return player

    try:
        player = asyncio.run(play())
    finally:
        server.kill()
    assert player.wrong == []
    assert len(player.sent) > 5
    assert player.view["status"] == "over"
    assert player.view["position"]["phase"] == "over"
    assert "Bag: w×0  1×0" in player.view["drawing"]
    kinds = {step["kind"] for event in player.events for step in event.get("steps", [])}
    assert {"draw", "shell", "keep"} <= kinds


# ---- What the registry does


def test_an_edit_of_the_rules_is_seen_at_the_next_run(target: Path, tmp_path: Path) -> None:
    """Also if the time of the file does not change."""
    copied = install(tmp_path / "packages")
    code = (
        "from azulejos import GAMES, batch; game = GAMES['tideline']; s = game.new_states(1)\n"
        "batch.setup(s, 2, game.choose(2, {})); print(s[0].bag.tolist())"
    )
    assert check(copied, code).strip() == "[4, 4, 4, 4, 4, 4, 4]"
    for name in ("state.py", "rules.py"):  # one is read by compiled code, the other compiled
        file = copied / NAME / name
        times = file.stat()
        old, new = ("SHELLS = 4", "SHELLS = 3") if name == "state.py" else ("4 + 2 *", "5 + 2 *")
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        expected = "[4, 3, 3, 3, 3, 3, 3]" if name == "state.py" else "[5, 3, 3, 3, 3, 3, 3]"
        assert check(copied, code).strip() == expected


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("rules.py", "1 / 0", "division by zero"),
        ("rules.py", "ACTION_SPACE = 40_000", "rules.ACTION_SPACE must be: from 1 to 32768"),
        ("rules.py", "del setup", "rules.setup must be: a part of the contract"),
        ("__init__.py", "TIDELINE = 3", "not a Game"),
    ],
)
def test_a_broken_package_is_left_out_with_a_warning(
    tmp_path: Path, file: str, text: str, told: str
) -> None:
    copied = install(tmp_path / "packages")
    with (copied / NAME / file).open("a") as opened:
        opened.write(f"\n{text}\n")
    code = "from azulejos import GAMES; print(list(GAMES)); print(len(GAMES))"
    ran = run_python(copied, "-c", code, **QUICK)
    assert ran.stdout.splitlines() == ["['azul', 'blue']", "2"]
    assert ran.stderr.count("azulejos-tideline") == 1
    assert told in ran.stderr


def test_a_game_with_the_name_of_another_is_left_out(tmp_path: Path) -> None:
    copied = install(tmp_path / "packages")
    file = copied / NAME / "__init__.py"
    file.write_text(file.read_text().replace('name="tideline"', 'name="azul"'))
    ran = run_python(copied, "-c", "from azulejos import GAMES; print(list(GAMES))", **QUICK)
    assert ran.stdout.strip() == "['azul', 'blue']"
    assert "name must be: a name that no other game has" in ran.stderr


@pytest.mark.parametrize("first", ["import tideline", "import azulejos", "import azulejos.games"])
def test_the_order_of_imports_does_not_matter(target: Path, first: str) -> None:
    code = f"{first}\nimport tideline\nfrom azulejos import GAMES\nprint(GAMES['tideline'].name)"
    assert check(target, code, **QUICK).strip() == NAME


# ---- No line of the product names it, and the tutorial shows it as it is


def test_no_file_of_the_product_names_it() -> None:
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.[ts]*")]
    assert len(files) > 100
    for file in files:
        assert NAME not in file.read_text(encoding="utf-8", errors="replace").lower(), file


def test_the_tutorial_quotes_the_example() -> None:
    """Each block of the tutorial with a file name in its first line stands in that file."""
    text = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    quoted = re.findall(r"```\w+\n(?:#|//) (\S+)\n(.*?)```", text, re.DOTALL)
    assert len(quoted) >= 6
    for name, block in quoted:
        written = (EXAMPLE / name).read_text(encoding="utf-8")
        for part in block.split("…\n"):
            assert part.strip("\n") in written, (name, part)
