"""`azulejos mistakes`: asks again for a better move where a saved game gave points away.

The games that `azulejos play` saved are reviewed once each; the mistakes are kept beside them.
"""

from pathlib import Path
from time import time

from platformdirs import user_data_path

from azulejos.cli.coach import QUIT, Coach
from azulejos.cli.console import Parser, say, say_text, track
from azulejos.cli.play.screen import INDENT
from azulejos.cli.play.table import YOU
from azulejos.cli.show import read
from azulejos.record import Record
from azulejos.search.reasons import explain_choice
from azulejos.search.review import GRADES
from azulejos.teaching.mistake_book import BookedMistake, MistakeBook
from azulejos.teaching.practice import judge, tell_line

FILE = "mistakes.json"
SHOW = "show"  # typed instead of a move
MOST_SEATS = 4


def run(arguments: list[str]) -> int:
    """Run the command."""
    parser = Parser("azulejos mistakes", description=say("cli.mistakes"))
    folder = user_data_path("azulejos") / "games"
    parser.add("--games", "cli.mistakes.games", metavar="FOLDER", type=Path, default=folder)
    parser.add("--all", "cli.mistakes.all", action="store_true")
    parsed = parser.parse_args(arguments)
    path, coach = parsed.games / FILE, Coach()
    book = MistakeBook.read(path)
    if review_games(book, parsed.games):
        book.write(path)
    asked = list(book.mistakes) if parsed.all else book.due(time())
    if not asked:
        coach.screen.tell(say("cli.mistakes.none", n=len(book.mistakes)))
        return 0
    ask_all(coach, book, asked, path)
    return 0


def review_games(book: MistakeBook, folder: Path) -> bool:
    """Review finished games that the book does not know; return whether there were any."""
    files = [file for file in sorted(folder.glob("*.txt")) if file.name not in book.games]
    games = [(file, game) for file in files for game in finished_games(file)]
    for file, record in track(games, say("cli.mistakes.review")):
        seats = [n for n in range(MOST_SEATS) if record.headers.get(f"seat{n}") == YOU]
        book.add_game(file.name, record, seats, file.stat().st_mtime)
    return bool(games)


def finished_games(file: Path) -> list[Record]:
    """The games of a file that are over, without those that cannot be read."""
    records = [record for record in read(file) if isinstance(record, Record)]
    return [each for each in records if each.position().is_over or "end" in each.headers]


def ask_all(coach: Coach, book: MistakeBook, asked: list[BookedMistake], path: Path) -> None:
    """Ask for each mistake until the person stops; the first answer counts if it is due."""
    found = 0
    for number, mistake in enumerate(asked, 1):
        coach.screen.tell(say("cli.mistakes.step", n=number, all=len(asked)), "bold")
        is_found = ask(coach, mistake)
        if is_found is None:
            break
        found += is_found
        recall = mistake.recall.after(is_found, time())
        book.replace(mistake, BookedMistake(**vars(mistake) | {"recall": recall}))
        book.write(path)
    coach.screen.tell(say("cli.mistakes.found", n=found, all=len(asked)), "bold")


def ask(coach: Coach, mistake: BookedMistake) -> bool | None:
    """Ask for a better move until one is found or shown: whether the first was good; None if the
    person stops.
    """
    position, is_first = mistake.start(), True
    coach.show(position)
    coach.screen.tell(say("cli.mistakes.ask", move=mistake.played, n=mistake.loss))
    coach.screen.tell(say("cli.lessons.show"), "dim")
    while True:
        move = coach.ask(position, [SHOW])
        if move == QUIT:
            return None
        if move == SHOW:
            tell_best(coach, mistake)
            return False
        with coach.screen.waiting(say("cli.play.waiting")):
            verdict = judge(position, move, mistake.best)
        if verdict.loss < GRADES["inaccuracy"]:
            tell_best(coach, mistake)
            return is_first
        is_first = False
        coach.screen.tell(say("cli.puzzles.wrong", n=round(verdict.loss, 1)), "red")
        coach.tell_line(position.game.name, verdict.line)


def tell_best(coach: Coach, mistake: BookedMistake) -> None:
    """Tell the best move, and why it is better than the one that was played."""
    position = mistake.start()
    coach.screen.tell(say("cli.lessons.best", move=mistake.best), "green")
    for reason in explain_choice(position, mistake.best, other=mistake.played).reasons:
        coach.screen.tell(say_text(reason.text), indent=INDENT)
    coach.tell_line(position.game.name, tell_line(position, [mistake.best]))
