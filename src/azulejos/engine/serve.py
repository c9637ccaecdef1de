"""The engine: reads requests from a stream, runs several analyses at once, writes the answers.

One thread reads requests, and each analysis runs in a thread of its own; compiled code releases the
interpreter lock, so analyses run in parallel. Another thread loads the compiled code, which takes
half a second, or minutes if it has to be compiled. An analysis that arrives earlier loads what it
needs itself, and its time limit starts afterwards. The messages are defined in `protocol.py`.
"""

import gc
from collections.abc import Callable
from dataclasses import replace
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any, BinaryIO

from azulejos.contract.rules import Json
from azulejos.engine.protocol import (
    MAX_LINE_BYTES,
    Analyse,
    Hello,
    Id,
    Quit,
    Refused,
    Request,
    Stop,
    error_answer,
    hello_answer,
    info_answer,
    line_bytes,
    read_request,
)
from azulejos.games import GAMES
from azulejos.search.info import Info
from azulejos.search.players import find_player
from azulejos.search.reasons import Explanation, explain_move
from azulejos.search.settings import Limit
from azulejos.search.tree_memory import TreeMemory
from azulejos.search.warmup import WARMUP_LIMIT, WARMUP_PLAYERS, warm_up_table
from azulejos.text import Text

MAX_RUNNING = 8  # analyses at the same time; more could not keep their time limits
FIRST_REQUEST_SECONDS = 1.0  # to wait for a first request, which then loads its code first
MIN_SECONDS = 0.001  # of an analysis whose time limit has already passed
MIN_EVERY = 0.05  # seconds between intermediate answers


class Engine:
    """Answers the requests of one client until it sends `quit` or closes its stream."""

    def __init__(self, requests: BinaryIO, answers: BinaryIO):
        self.requests, self.answers = requests, answers
        self.writing = Lock()
        self.running: dict[Id, Event] = {}  # running analyses; set the event to stop one
        self.memory = TreeMemory()  # of all players
        self.threads: list[Thread] = []
        self.has_client = True  # False once writing an answer failed
        self.unloaded = [(game.name, seats) for game in GAMES.values() for seats in game.players]
        self.is_ready = Event()  # all code is loaded, or loading has failed or ended
        self.has_request = Event()  # a line has been read, and the code that it needs is loaded
        self.is_ended = Event()  # load no more code

    def run(self) -> None:
        """Read and answer requests. At the end of the input running analyses go on to their limits,
        `quit` stops them; either way they are answered.
        """
        loading = Thread(target=self.load)
        loading.start()
        try:
            while self.has_client and (line := self.requests.readline(MAX_LINE_BYTES + 1)):
                if not self.handle_line(line):
                    self.stop_analyses()
                    break
        except BaseException:
            self.stop_analyses()
            raise
        finally:
            self.is_ended.set()
            self.has_request.set()
            for thread in [*self.threads, loading]:
                thread.join()

    def load(self) -> None:
        """Load the compiled code for every game and number of seats.

        Loaded objects are exempted from garbage collection: they are never freed, and scanning them
        would delay answers beyond their time limit.
        """
        players = [find_player(name) for name in WARMUP_PLAYERS]
        self.has_request.wait(FIRST_REQUEST_SECONDS)
        try:
            gc.freeze()
            while self.unloaded and not self.is_ended.is_set():
                name, seats = self.unloaded[0]
                warm_up_table(GAMES[name], seats, players)
                self.unloaded.remove((name, seats))
            gc.freeze()
        finally:
            self.is_ready.set()

    def load_for(self, request: Analyse) -> bool:
        """Load the code that an analysis needs; return False if it already was loaded."""
        if (request.position.game.name, request.position.players) not in self.unloaded:
            return False
        *_, _ = request.player.think(request.position, WARMUP_LIMIT, lines=request.lines)
        return True

    def handle_line(self, line: bytes) -> bool:
        """Handle one line, or the beginning of one that is too long; return False to end."""
        received = perf_counter()
        if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            self.skip_line()
        if not line.strip():
            return True
        try:
            return self.handle_request(read_request(line), received)
        except Refused as error:
            self.write(error_answer(error))
        except Exception as error:  # a defect; the engine continues with the next line
            self.write(error_answer(internal_error(error, None)))
        finally:
            if not self.running:
                self.has_request.set()
        return True

    def skip_line(self) -> None:
        """Discard the rest of a line that is too long."""
        while (rest := self.requests.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
            pass

    def handle_request(self, request: Request, received: float) -> bool:
        """Answer a request or start an analysis; return False to end."""
        if isinstance(request, Quit):
            return False
        if isinstance(request, Hello):
            if self.is_ready.is_set():
                self.answer_hello(request)
            else:
                self.start_thread(self.answer_hello, request)
        elif isinstance(request, Stop):
            stopped = self.running.get(request.id)
            if stopped:  # otherwise the analysis has already been answered
                stopped.set()
        else:
            self.start_analysis(request, received)
        return True

    def answer_hello(self, request: Hello) -> None:
        """Answer `hello` once all code is loaded: from then on time limits are kept."""
        self.is_ready.wait()
        self.write(hello_answer(request.id))

    def start_thread(self, function: Callable[..., None], *args: Any) -> None:
        """Call a function in a new thread."""
        thread = Thread(target=function, args=args, daemon=True)
        self.threads = [*filter(Thread.is_alive, self.threads), thread]
        thread.start()

    def start_analysis(self, request: Analyse, received: float) -> None:
        """Start an analysis in a new thread."""
        if request.id in self.running:
            raise Refused("duplicate_id", Text("engine.duplicate_id"), request.id)
        if len(self.running) >= MAX_RUNNING:
            raise Refused("busy", Text("engine.busy", {"most": MAX_RUNNING}), request.id)
        self.running[request.id] = Event()
        self.start_thread(self.run_analysis, request, self.running[request.id], received)

    def run_analysis(self, request: Analyse, stopped: Event, received: float) -> None:
        """Run an analysis and write its answers."""
        every = None if request.every is None else max(MIN_EVERY, request.every)
        try:
            if self.load_for(request):
                received = perf_counter()
            self.has_request.set()
            seconds = time_left(request.seconds, received)
            limit = Limit(seconds, request.nodes, stopped.is_set, request.threads)
            for info in replace(request.player, memory=self.memory).think(
                request.position,
                limit,
                lines=request.lines,
                every=every,
                entropy=request.entropy,
            ):
                why = explain(request, info) if info.is_final else None
                if info.is_final:  # before the answer: its reader may use the id again at once
                    self.running.pop(request.id)
                self.write(info_answer(request.id, info, why))
        except Exception as error:  # a defect; the client gets an answer all the same
            self.running.pop(request.id, None)
            self.write(error_answer(internal_error(error, request.id)))

    def write(self, answer: Json) -> None:
        """Write one line; if the client has closed the stream, stop all analyses."""
        line = line_bytes(answer)
        with self.writing:
            try:
                self.answers.write(line)
                self.answers.flush()
            except (BrokenPipeError, ValueError):
                self.has_client = False
        if not self.has_client:
            self.stop_analyses()

    def stop_analyses(self) -> None:
        """Ask all running analyses to stop."""
        for stopped in list(self.running.values()):
            stopped.set()


def time_left(seconds: float | None, since: float) -> float | None:
    """The rest of a time limit that started at `since`."""
    return None if seconds is None else max(MIN_SECONDS, seconds - (perf_counter() - since))


def explain(request: Analyse, info: Info) -> Explanation | None:
    """The reasons for the best move, if they are asked for and a search has compared moves."""
    if not request.explains or request.position.turn is None or not info.win:
        return None
    return explain_move(request.position, info.best, info)


def internal_error(error: Exception, id: Id | None) -> Refused:
    """The error for an unexpected exception."""
    reason = f"{type(error).__name__}: {error}"[:200]
    return Refused("internal", Text("engine.internal", {"reason": reason}), id)
