"""The engine on two streams: reads requests, thinks about several at once, answers as they finish.

One thread reads, each request that thinks has its own; compiled code lets them run side by side.
Another one first loads that code, in half a second; where nothing is in the cache yet it is
compiled, which takes minutes. Thinking waits for it, and so does its clock. What lines mean is in
`protocol.py`.
"""

import gc
from collections.abc import Callable
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any, BinaryIO

from azulejos.engine.protocol import (
    LONGEST_LINE,
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
    line_of,
    read_request,
)
from azulejos.game import Json
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.analysis import Limit
from azulejos.search.players import find_player
from azulejos.search.warmup import EVERY_WAY, warm_up_table
from azulejos.text import Text

MAX_RUNNING = 8  # requests that think at the same time; more could not keep their limits
ASK_SECONDS = 1.0  # for a first request: what it needs is loaded first
GLANCE_SECONDS = 0.005  # between two looks at what is loaded
LEAST_SECONDS = 0.001  # left to think when reading took the time
LEAST_EVERY = 0.05  # seconds between answers on the way; more often nobody can look at them


class Engine:
    """Answers the requests of one client until it quits or its input ends."""

    def __init__(self, requests: BinaryIO, answers: BinaryIO):
        self.requests, self.answers = requests, answers
        self.writing = Lock()
        self.running: dict[Id, Event] = {}  # set to stop
        self.threads: list[Thread] = []
        self.has_listener = True
        self.unloaded = [(game.name, seats) for game in GAMES.values() for seats in game.players]
        self.is_ready = Event()  # all is loaded, or given up: requests find out what is not
        self.is_asked = Event()  # something came in
        self.is_ended = Event()  # set to load no more; what is being compiled is finished and kept

    def run(self) -> None:
        """Read and answer; what still runs at the end is stopped and answered."""
        loading = Thread(target=self.load)
        loading.start()
        try:
            while self.has_listener and (line := self.requests.readline(LONGEST_LINE + 1)):
                if not self.take(line):
                    break
        finally:
            self.is_ended.set()
            self.is_asked.set()
            self.stop_all()
            loading.join()

    def load(self) -> None:
        """Load what thinking needs, table by table. It stays: no collection of garbage need ever
        look through it, which would take longer than the grace of an answer.
        """
        players = [find_player(name) for name in EVERY_WAY]
        self.is_asked.wait(ASK_SECONDS)
        try:
            gc.freeze()
            while self.unloaded and not self.is_ended.is_set():
                name, seats = self.unloaded[0]
                warm_up_table(GAMES[name], seats, players)
                self.unloaded.remove((name, seats))
            gc.freeze()
        finally:
            self.is_ready.set()

    def prefer(self, position: Position) -> None:
        """Load what a position needs before anything else."""
        table = (position.game.name, position.players)
        self.unloaded = sorted(self.unloaded, key=lambda each: each != table)

    def wait_for(self, position: Position) -> bool:
        """Wait until what a position needs is loaded; False if it was."""
        table, has_waited = (position.game.name, position.players), False
        while table in self.unloaded and not self.is_ready.is_set():
            has_waited = not self.is_ready.wait(GLANCE_SECONDS)
        return has_waited

    def take(self, line: bytes) -> bool:
        """Deal with one line, or the beginning of one that is too long; False to end."""
        received = perf_counter()
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            self.skip_line()
        if not line.strip():
            return True
        try:
            return self.do(read_request(line), received)
        except Refused as wrong:
            self.write(error_answer(wrong))
        except Exception as wrong:  # whatever a line brings about, the engine goes on
            self.write(error_answer(internal(wrong, None)))
        finally:
            self.is_asked.set()
        return True

    def skip_line(self) -> None:
        """Read on to the end of a line that is too long."""
        while (rest := self.requests.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass

    def do(self, request: Request, received: float) -> bool:
        """Do what a request asks for, or begin to; False to end."""
        if isinstance(request, Quit):
            return False
        if isinstance(request, Hello):
            if self.is_ready.is_set():
                self.greet(request)
            else:
                self.start(self.greet, request)
        elif isinstance(request, Stop):
            stopped = self.running.get(request.id)
            if stopped:  # else its answer crossed the request to stop
                stopped.set()
        else:
            self.begin(request, received)
        return True

    def greet(self, request: Hello) -> None:
        """Answer as soon as all is loaded: limits are kept from then on."""
        self.is_ready.wait()
        self.write(hello_answer(request.id))

    def start(self, act: Callable[..., None], *args: Any) -> None:
        """Do something in a thread of its own."""
        thread = Thread(target=act, args=args, daemon=True)
        self.threads = [*filter(Thread.is_alive, self.threads), thread]
        thread.start()

    def begin(self, request: Analyse, received: float) -> None:
        """Think about a request in a thread of its own."""
        if request.id in self.running:
            raise Refused("duplicate_id", Text("engine.duplicate_id"), request.id)
        if len(self.running) >= MAX_RUNNING:
            raise Refused("busy", Text("engine.busy", {"most": MAX_RUNNING}), request.id)
        self.running[request.id] = Event()
        self.prefer(request.position)
        self.start(self.answer, request, self.running[request.id], received)

    def answer(self, request: Analyse, stopped: Event, received: float) -> None:
        """Think, and write what comes out; the last answer says that it is the last."""
        every = None if request.every is None else max(LEAST_EVERY, request.every)
        try:
            if self.wait_for(request.position):
                received = perf_counter()
            seconds = time_left(request.seconds, received)
            limit = Limit(seconds, request.nodes, stopped.is_set, request.threads)
            for info in request.player.think(
                request.position,
                limit,
                lines=request.lines,
                every=every,
                entropy=request.entropy,
            ):
                if info.is_final:  # whoever reads the answer may use its id again
                    self.running.pop(request.id)
                self.write(info_answer(request.id, info))
        except Exception as wrong:  # a defect of ours; the client gets its answer all the same
            self.running.pop(request.id, None)
            self.write(error_answer(internal(wrong, request.id)))

    def write(self, answer: Json) -> None:
        """Write one whole line; when nobody listens any more, everything stops."""
        line = line_of(answer)
        with self.writing:
            try:
                self.answers.write(line)
                self.answers.flush()
            except (BrokenPipeError, ValueError):
                self.has_listener = False
        if not self.has_listener:
            self.stop_thinking()

    def stop_all(self) -> None:
        """Stop what runs and wait for its answers."""
        self.stop_thinking()
        for thread in self.threads:
            thread.join()

    def stop_thinking(self) -> None:
        """Let everything that runs answer with what it has."""
        for stopped in list(self.running.values()):
            stopped.set()


def time_left(seconds: float | None, since: float) -> float | None:
    """What is left of a limit."""
    return None if seconds is None else max(LEAST_SECONDS, seconds - (perf_counter() - since))


def internal(wrong: Exception, id: Id | None) -> Refused:
    """A defect of ours, told as an answer."""
    reason = f"{type(wrong).__name__}: {wrong}"[:200]
    return Refused("internal", Text("engine.internal", {"reason": reason}), id)
