"""Live games while four reviews run: `python bench/reviews_load.py`.

A real server with its default number of processes reviews four finished games at once. Meanwhile
people move at eight tables and play against bots of level 3 at two more. Prints how long moves take
to be acknowledged and bots to answer, before and during the reviews, and how long the reviews take.
Before anybody plays it measures hints, and a review that runs alone. Run it on a quiet machine with
two cores.
"""

import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import httpx

REVIEWS, TABLES, BOT_TABLES = 4, 8, 2
PAUSE_S = 0.4  # between two moves at a table
WARM_S = 30.0  # before anything is measured: the server's processes load their code
QUIET_S = 15.0  # measured before the reviews
MOVE_P99_S, BOT_S, HINT_S, WHY_S, REVIEW_S = 0.15, 2.0, 0.3, 1.0, 20.0  # what is promised
HINTS = 10  # measured
ALONE = {"game": "azul", "seats": [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bia"}]}
AGAINST_BOT = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "bot", "level": 3}]}


class Guest:
    """A person with an open connection."""

    def __init__(self, url: str):
        self.http = httpx.Client(base_url=f"{url}/api/v1", timeout=60, headers={"origin": url})
        made = self.http.post("/guests", json={"name": "Ana"}).raise_for_status()
        # a browser keeps this secure cookie on its own machine, httpx does not
        self.http.headers["cookie"] = made.headers["set-cookie"].partition(";")[0]

    def ask(self, method: str, path: str, form: Any = None) -> Any:
        answer = self.http.request(method, path, json=form)
        answer.raise_for_status()
        return answer.json()

    def move(self, view: dict[str, Any]) -> float:
        """Play a move; return how long its acknowledgement took."""
        move = view["moves"][view["version"] % len(view["moves"])]
        form = {"id": f"m{view['version']}", "version": view["version"], "move": move}
        start = monotonic()
        self.ask("POST", f"/tables/{view['table']}/moves", form)
        return monotonic() - start

    def look(self, table: str) -> dict[str, Any]:
        view: dict[str, Any] = self.ask("GET", f"/tables/{table}")
        return view

    def play_to_end(self) -> str:
        """Play a game of both seats to its end; return its table."""
        view = self.ask("POST", "/tables", ALONE)
        while view["status"] == "playing":
            self.move(view)
            view = self.look(view["table"])
        table: str = view["table"]
        return table

    def hints(self) -> list[tuple[float, float]]:
        """How long the first depth of a hint and its reasons take, at some moves of a game."""
        view, seconds = self.ask("POST", "/tables", ALONE), []
        for _ in range(1 + HINTS):
            seconds.append((self.hint(view["table"], "look"), self.hint(view["table"], "why")))
            self.move(self.look(view["table"]))
        return seconds

    def hint(self, table: str, depth: str) -> float:
        start = monotonic()
        self.ask("POST", f"/tables/{table}/hint", {"depth": depth})
        return monotonic() - start

    def review(self, table: str) -> float:
        """How long a review takes."""
        start = monotonic()
        with self.http.stream("POST", f"/tables/{table}/review") as answer:
            lines = [line for line in answer.iter_lines() if line]
        assert '"refused"' not in lines[-1], lines[-1]
        return monotonic() - start


class Measured:
    """Times by kind, in one phase of the run."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.bots: list[float] = []


def play_alone(guest: Guest, now: Callable[[], Measured], is_over: threading.Event) -> None:
    view: dict[str, Any] = {"status": "over"}
    while not is_over.is_set():
        if view["status"] != "playing":
            view = guest.ask("POST", "/tables", ALONE)
        now().moves.append(guest.move(view))
        view = guest.look(view["table"])
        sleep(PAUSE_S)


def play_bot(guest: Guest, now: Callable[[], Measured], is_over: threading.Event) -> None:
    view: dict[str, Any] = {"status": "over"}
    while not is_over.is_set():
        if view["status"] != "playing":
            view = guest.ask("POST", "/tables", AGAINST_BOT)
        if view["moves"]:
            now().moves.append(guest.move(view))
        start = monotonic()
        while not (view := guest.look(view["table"]))["moves"] and view["status"] == "playing":
            sleep(0.02)
        now().bots.append(monotonic() - start)
        sleep(PAUSE_S)


def measure_alone(url: str) -> bool:
    """Print how long hints and the first review take; whether that is what is promised."""
    guest = Guest(url)
    first, *rest = guest.hints()  # the first one loads the code of the process that makes them
    hints, reasons = [look for look, _ in rest], [why for _, why in rest]
    review = guest.review(guest.play_to_end())  # likewise
    print(
        f"alone: hints within {1000 * sorted(hints)[len(hints) // 2]:.0f} ms (median), "
        f"{1000 * max(hints):.0f} ms (slowest), the first after the start "
        f"{1000 * first[0]:.0f} ms; reasons within {1000 * max(reasons):.0f} ms (slowest); "
        f"the first review took {review:.1f} s"
    )
    return max(hints) <= HINT_S and max(reasons) <= WHY_S and review <= REVIEW_S


def measure(url: str) -> tuple[list[Measured], list[float]]:
    """The times before and during the reviews, and those of the reviews."""
    finished = [(guest, guest.play_to_end()) for guest in (Guest(url) for _ in range(REVIEWS))]
    phases, is_over = [Measured()], threading.Event()
    plays = [play_alone] * TABLES + [play_bot] * BOT_TABLES
    threads = [
        threading.Thread(target=play, args=(Guest(url), lambda: phases[-1], is_over))
        for play in plays
    ]
    for thread in threads:
        thread.start()
    for seconds_of_phase in (WARM_S, QUIET_S):
        sleep(seconds_of_phase)
        phases.append(Measured())
    seconds: list[float] = []
    reviews = [
        threading.Thread(target=lambda g=guest, t=table: seconds.append(g.review(t)))
        for guest, table in finished
    ]
    for thread in reviews:
        thread.start()
    for thread in reviews:
        thread.join()
    is_over.set()
    for thread in threads:
        thread.join()
    return phases[1:], seconds


def report(name: str, phase: Measured) -> None:
    moves = sorted(phase.moves)
    p99 = moves[int(0.99 * len(moves))]
    print(
        f"{name}: {len(moves)} moves, acknowledged in {1000 * moves[len(moves) // 2]:.0f} ms "
        f"(median), {1000 * p99:.0f} ms (99 %); {len(phase.bots)} answers of bots, the slowest "
        f"after {max(phase.bots, default=0):.2f} s"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "azulejos", "serve", "--port", "0", "--limits", "no"]
        command += ["--database", f"sqlite:///{folder}/bench.db", "--log-level", "warning"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            url = re.search(r"http://[\w.]+:\d+", server.stdout.readline())
            assert url, "the server did not start"
            held_alone = measure_alone(url[0])
            phases, seconds = measure(url[0])
        finally:
            server.terminate()
            server.wait()
    report("before", phases[0])
    report("during", phases[1])
    print("reviews took " + ", ".join(f"{each:.1f} s" for each in sorted(seconds)))
    p99 = sorted(phases[1].moves)[int(0.99 * len(phases[1].moves))]
    held = held_alone and p99 <= MOVE_P99_S and max(phases[1].bots, default=0.0) <= BOT_S
    print("held" if held else "not held")
    sys.exit(not held)


if __name__ == "__main__":
    main()
