"""`azulejos play`: a game in the terminal against named players."""

from pathlib import Path

from azulejos.cli.console import Parser, say, say_text, show_compilation, user_language
from azulejos.compiled.rng import make_rng
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.record import Record
from azulejos.search.explain import explain_choice
from azulejos.search.players import Player, find_player
from azulejos.text import Text


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos play", description=say("cli.play"))
    parser.add_argument(
        "--game", choices=GAMES, default=next(iter(GAMES)), help=say("cli.play.game")
    )
    parser.add_argument("--players", type=int, default=0, help=say("cli.play.players"))
    parser.add_argument("--seat", type=int, default=0, help=say("cli.play.seat"))
    parser.add_argument("--against", default="level2", help=say("cli.play.against"))
    parser.add_argument("--reasons", action="store_true", help=say("cli.play.reasons"))
    parser.add_argument("--save", metavar="FILE", help=say("cli.play.save"))
    parser.add_argument("options", nargs="*", metavar="OPTION=CHOICE", help=say("cli.play.options"))
    chosen = parser.parse_args(arguments)
    options = dict(word.partition("=")[::2] for word in chosen.options)
    position = Position(chosen.game, chosen.players, **options)
    if not 0 <= chosen.seat < position.players:
        raise AzulejosError(
            Text("cli.play.noseat", {"seat": chosen.seat, "last": position.players - 1})
        )
    player = find_player(chosen.against)
    print(say("cli.play.hello", seat=chosen.seat))
    play(position, chosen.seat, player, chosen.reasons)
    if position.outcome:
        scores, winners = position.scores, position.outcome.winners
        print(position.draw(user_language()))
        print(
            say(
                "cli.play.over",
                scores=" – ".join(map(str, scores)),
                winners=", ".join(map(str, winners)),
            )
        )
    if chosen.save:
        Path(chosen.save).write_text(Record.from_position(position).to_text(), encoding="utf-8")
    return 0


def play(position: Position, seat: int, player: Player, tells_reasons: bool) -> None:
    """To the end of the game, or of the input."""
    rng = make_rng()
    while not position.is_over:
        if position.needs_deal:
            with show_compilation():
                position.deal(rng)
        elif position.turn == seat:
            print(f"\n{position.draw(user_language())}")
            move = ask(position)
            if not move:
                return
            advance(position, move)
        else:
            with show_compilation():
                choice = player.choose(position)
                why = explain_choice(position, choice.move, choice.info) if tells_reasons else []
            print(say("cli.play.theirs", seat=position.turn, move=choice.move), *map(say_text, why))
            advance(position, choice.move)


def advance(position: Position, move: str) -> None:
    """Play a move and tell what it does."""
    for text in position.explain(move):
        print(f"  {say_text(text)}")
    position.push(move)


def ask(position: Position) -> str:
    """A legal move from the person, "" to stop."""
    while True:
        try:
            word = input(say("cli.play.ask") + " ").strip()
        except EOFError:
            print()
            return ""
        if word in ("q", "quit"):
            return ""
        if word == "?":
            print(" ".join(position.legal_moves))
            continue
        try:
            position.explain(word)
            return word
        except AzulejosError as wrong:
            print(wrong.message(user_language()))
