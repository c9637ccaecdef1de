"""The course of a game in the terminal. What a person can type is in `commands.py`."""

from collections.abc import Callable

from azulejos.cli.console import say, say_text
from azulejos.cli.play.screen import INDENT, Screen
from azulejos.cli.play.table import YOU, LocalTable
from azulejos.contract.rules import CHANCE
from azulejos.engine.client import EnginePlayer
from azulejos.search.info import Info
from azulejos.search.reasons import explain_choice
from azulejos.text import Text

MAX_NAME = 16  # characters of a player's name beside a board


class GameSession:
    """A game while it is played; its players are to be closed at the end."""

    def __init__(self, table: LocalTable, screen: Screen, tells_reasons: bool):
        self.table, self.screen, self.tells_reasons = table, screen, tells_reasons
        self.position = table.position
        self.infos: dict[int, Info] = {}  # what a player's search found, by ply
        self.takebacks = 0
        self.is_stopped = False
        with screen.waiting(say("cli.play.waiting")):
            self.players = table.start_players()

    def close(self) -> None:
        """End the processes of external engines."""
        for player in self.players.values():
            if isinstance(player, EnginePlayer):
                player.close()

    # ---- The course

    def play(self, obey: Callable[["GameSession", str], None]) -> None:
        """Play until the game is over or stopped, and save it; `obey` is given what people type."""
        self.greet()
        position = self.position
        while not position.is_over and not self.is_stopped:
            if position.needs_deal:
                self.deal()
            elif position.turn in self.table.people:
                self.decide(obey)
            else:
                self.answer()
        if position.outcome:
            self.draw()
            args = {
                "scores": " – ".join(map(str, position.scores)),
                "winners": ", ".join(map(str, position.outcome.winners)),
            }
            self.screen.tell(say("cli.play.over", **args), "bold")
        if self.table.file or (self.screen.is_interactive and not position.is_over):
            self.save()

    def greet(self) -> None:
        """Say who has which seat, and how to begin."""
        *others, last = self.table.people
        seats = Text("list.and", {"others": ", ".join(map(str, others)), "last": last})
        args = {"seat": say_text(seats) if others else last, "n": len(self.table.people)}
        self.screen.tell(say("cli.play.hello", **args), "bold")
        for number, name in enumerate(self.table.names):
            if name != YOU:
                self.screen.tell(say("cli.play.opponent", seat=number, name=name))
        self.screen.tell(say("cli.play.begin", seed=self.table.seed), "dim")

    def deal(self) -> None:
        """Draw the deal that is due."""
        ply = len(self.position.history)
        with self.screen.waiting(say("cli.play.waiting")):
            text = self.position.draw_deal(self.table.entropy("deal", ply, self.takebacks))
        self.advance(text)

    def decide(self, obey: Callable[["GameSession", str], None]) -> None:
        """Draw the position and ask until the person has moved, taken back or stopped."""
        self.draw()
        before = len(self.position.history), self.takebacks
        while before == (len(self.position.history), self.takebacks) and not self.is_stopped:
            line = self.screen.ask(self.prompt())
            if line is None:
                self.is_stopped = True
            elif line:
                obey(self, line)

    def prompt(self) -> str:
        """The question for a move; among several people with the seat."""
        if len(self.table.people) == 1:
            return say("cli.play.ask")
        return say("cli.play.ask.seat", seat=self.position.turn)

    def answer(self) -> None:
        """Let a player of the engine move."""
        position, ply = self.position, len(self.position.history)
        name = self.table.names[position.actor]
        entropy = self.table.entropy("move", ply, self.takebacks)
        with self.screen.waiting(say("cli.play.thinking", name=name)):
            choice = self.players[name].choose(position, self.table.limit, entropy)
        if choice.info:
            self.infos[ply] = choice.info
        args = {"seat": position.turn, "move": choice.move}
        self.screen.tell(say("cli.play.theirs", **args), "bold")
        if self.tells_reasons:
            self.tell_reasons(ply, choice.move)
        self.advance(choice.move)

    def advance(self, text: str) -> None:
        """Play a move or a deal and say what it does."""
        self.tell_steps(text)
        self.position.push(text)

    # ---- Taking back

    def last_decision(self) -> int | None:
        """The ply of the last move of a person, if there is one."""
        position, people = self.position, self.table.people
        plies = reversed(range(len(position.history)))
        return next((ply for ply in plies if position.actor_at(ply) in people), None)

    def has_deal_since(self, ply: int) -> bool:
        """Was something drawn after so many moves and deals?"""
        plies = range(ply, len(self.position.history))
        return any(self.position.actor_at(each) == CHANCE for each in plies)

    def take_back(self, ply: int) -> None:
        """Go back to the position after so many moves and deals; deals will be other ones."""
        while len(self.position.history) > ply:
            self.infos.pop(len(self.position.history) - 1, None)
            self.position.pop()
        self.takebacks += 1

    # ---- What is told

    def tell_steps(self, text: str) -> None:
        """Print what a move or deal does."""
        for step in self.position.explain(text):
            self.screen.tell(say_text(step), indent=INDENT)

    def tell_reasons(self, ply: int, move: str) -> None:
        """Print the reasons for a move that was played, or is about to be."""
        before = self.position.copy()
        while len(before.history) > ply:
            before.pop()
        with self.screen.waiting(say("cli.play.waiting")):
            why = explain_choice(before, move, self.infos.get(ply))
        for reason in why.reasons:
            self.screen.tell(say_text(reason.text), indent=INDENT)

    def draw(self, seat: int | None = None) -> None:
        """Draw the position, or the board of a seat."""
        self.screen.draw(self.position, self.seat_labels(), seat)

    def seat_labels(self) -> dict[str, str]:
        """The names of the seats for a picture."""
        people = {YOU: say("cli.play.you")}
        shown = [people.get(name, name)[:MAX_NAME] for name in self.table.names]
        return {
            f"seat {seat}": say("cli.play.seatname", seat=seat, name=name)
            for seat, name in enumerate(shown)
        }

    def save(self) -> None:
        """Write the record and print its path; a game in which no person moved only if asked to."""
        if self.last_decision() is None and not self.table.file:
            return
        file = self.table.save()
        self.screen.tell(say("cli.play.saved", file=file))
        if not self.position.is_over and not self.table.is_resigned:
            self.screen.tell(say("cli.play.continue", file=file))
