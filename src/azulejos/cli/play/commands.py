"""Commands that a person can type instead of a move. Each gets the session and its arguments."""

from collections.abc import Callable

from azulejos.cli.console import say, say_text, user_language
from azulejos.cli.play.screen import INDENT
from azulejos.cli.play.session import GameSession
from azulejos.contract.rules import CHANCE
from azulejos.errors import AzulejosError
from azulejos.search.players import find_player
from azulejos.search.reasons import explain_move, points_now
from azulejos.search.settings import Limit

HINT_PLAYER = "best"
HINT_LIMIT = Limit(seconds=1.0)  # unless the command line has one
HINT_MOVES = 3  # moves that a hint compares
MAX_LINE = 6  # moves of a principal variation that are printed

Command = Callable[[GameSession, str], None]


def obey(session: GameSession, line: str) -> None:
    """Play a move or run a command; a line that is both is a move."""
    try:
        session.position.explain(line)
    except AzulejosError as wrong:
        word, _, rest = line.partition(" ")
        command = find_command(word.lower())
        if command:
            command(session, rest.strip())
        else:
            session.screen.tell(wrong.message(user_language()), "red")
        return
    session.advance(line)


def find_command(word: str) -> Command | None:
    """The command of a name or of its first letters; `resign` has to be written in full."""
    if word in ("?", "h"):
        return give_help
    found = [name for name in COMMANDS if name.startswith(word) and name != "resign"]
    return COMMANDS.get(word) or (COMMANDS[found[0]] if len(found) == 1 else None)


def completions(session: GameSession, start: str) -> list[str]:
    """The moves and commands that begin with some letters."""
    moves = session.position.legal_moves
    return [text for text in (*COMMANDS, *moves) if text.lower().startswith(start.lower())]


def give_help(session: GameSession, rest: str) -> None:
    """Say how moves are written, by an example, and list the commands."""
    example = session.position.legal_moves[0]
    session.screen.tell(say("cli.play.example", move=example))
    session.tell_steps(example)
    session.screen.tell(say("cli.play.commands"))
    for name in COMMANDS:
        text = say(f"cli.play.help.{name}")
        session.screen.tell(f"{name:7}{text}", indent=INDENT, hang=7)


def list_moves(session: GameSession, start: str) -> None:
    """Print the legal moves that begin with some letters."""
    moves = [x for x in session.position.legal_moves if x.lower().startswith(start.lower())]
    session.screen.tell(say("cli.play.moves", n=len(moves)))
    if moves:
        session.screen.tell_words(moves)


def give_hint(session: GameSession, rest: str) -> None:
    """Say what the engine would play, why, and how the next best moves compare."""
    limit, position, screen = session.table.limit, session.position, session.screen
    if limit.seconds is None and limit.nodes is None:
        limit = HINT_LIMIT
    with screen.waiting(say("cli.play.thinking", name=HINT_PLAYER)):
        *_, info = find_player(HINT_PLAYER).think(position, limit, lines=HINT_MOVES)
        why = explain_move(position, info.best, info)
    lines = {move.move: move.line for move in info.moves}
    line = " ".join(lines.get(info.best, [])[:MAX_LINE]) or info.best
    screen.tell(say("cli.play.hint", move=info.best, line=line), "bold")
    for reason in why.reasons:
        screen.tell(say_text(reason.text), indent=INDENT)
    others = [move for move in info.moves[:HINT_MOVES] if move.move != info.best and move.visits]
    if others:
        shares = (f"{move.move} ({move.win[position.actor]:.0%})" for move in others)
        screen.tell(say("cli.play.others", moves=", ".join(shares)), indent=INDENT)


def explain_moves(session: GameSession, rest: str) -> None:
    """Explain the moves since the person's last decision, or that one if there are none."""
    position, last = session.position, session.last_decision()
    plies = range(0 if last is None else last, len(position.history))
    moves = [ply for ply in plies if position.actor_at(ply) != CHANCE]
    if not moves:
        session.screen.tell(say("cli.play.nomove"))
    answers = [ply for ply in moves if ply != last]
    for ply in answers or moves:
        args = {"seat": position.actor_at(ply), "move": position.history[ply]}
        session.screen.tell(say("cli.play.theirs", **args), "bold")
        session.tell_reasons(ply, position.history[ply])


def take_back(session: GameSession, rest: str) -> None:
    """Go back to the last decision of a person.

    A deal in between is drawn anew, so that having seen it is of no use to a single person. Among
    several people deals are final.
    """
    ply = session.last_decision()
    if ply is None:
        session.screen.tell(say("cli.play.noundo"))
        return
    has_deal = session.has_deal_since(ply)
    if has_deal and len(session.table.people) > 1:
        session.screen.tell(say("cli.play.dealt"))
        return
    session.screen.tell(say("cli.play.undone", move=session.position.history[ply]))
    if has_deal:
        session.screen.tell(say("cli.play.redrawn"))
    session.take_back(ply)


def draw_board(session: GameSession, rest: str) -> None:
    """Draw the position, or the board of a seat."""
    seats = range(session.position.players)
    if rest and rest not in map(str, seats):
        session.screen.tell(say("cli.play.noseat", seat=rest, last=seats[-1]), "red")
        return
    session.draw(int(rest) if rest else None)


def tell_score(session: GameSession, rest: str) -> None:
    """Print the points of each seat, now and with everything that is certain."""
    with session.screen.waiting(say("cli.play.waiting")):
        certain = points_now(session.position)
    labels = session.seat_labels().values()
    for label, score, sure in zip(labels, session.position.scores, certain, strict=True):
        session.screen.tell(say("cli.play.score", seat=label, n=score, certain=round(sure)))


def resign(session: GameSession, rest: str) -> None:
    """Give the game up."""
    session.screen.tell(say("cli.play.resigned", seat=session.position.turn), "bold")
    session.table.is_resigned = session.is_stopped = True


def stop(session: GameSession, rest: str) -> None:
    """Stop; the game can be continued."""
    session.is_stopped = True


COMMANDS: dict[str, Command] = {
    "help": give_help,
    "moves": list_moves,
    "hint": give_hint,
    "why": explain_moves,
    "undo": take_back,
    "board": draw_board,
    "score": tell_score,
    "resign": resign,
    "quit": stop,
}
