"""The tools as plain functions of Python. `server.py` offers them to assistants.

Answers are JSON with short fields and sentences in a language. Searches run in the caller's
thread and are bounded.
"""

from typing import Any

from azulejos.arguments import check_language
from azulejos.assistants.games import KeptGame, KeptGames
from azulejos.assistants.rules import find_clauses
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.record import Record
from azulejos.record_reader import read_records
from azulejos.search.analysis import analyse
from azulejos.search.annotation import annotate, grade_text
from azulejos.search.hint import make_hint
from azulejos.search.players import find_player
from azulejos.search.reasons import explain_move
from azulejos.search.review import review, summarise
from azulejos.search.settings import Limit
from azulejos.text import Text, render

MAX_SECONDS = 10.0  # of one search
REVIEW_NODES = 400  # of each evaluation of a review
MAX_ENTRIES = 400  # of a reviewed game
MAX_EXPLAINED = 40  # legal moves that are explained one by one


class Tools:
    """The tools of one server, and the games that they work on."""

    def __init__(self) -> None:
        self.games = KeptGames()

    # ---- Playing

    def new_game(
        self,
        game: str | None = None,
        players: int = 0,
        options: dict[str, str] | None = None,
        seed: int | None = None,
        deals_given: bool = False,
        language: str = "en",
    ) -> Json:
        position = Position(game, players, **(options or {}))
        return self.show(self.games.begin(position, seed, not deals_given).id, language)

    def load_game(self, record: str, language: str = "en") -> Json:
        position = one_record(record).position()
        return self.show(self.games.begin(position, None, True).id, language)

    def show(self, game_id: str, language: str = "en") -> Json:
        game = self.games.find(game_id)
        position = game.position
        state = "over" if position.is_over else "deal" if position.needs_deal else "playing"
        return {
            "game_id": game.id,
            "game": position.game.name,
            "state": state,
            "turn": position.turn,
            "scores": list(position.scores),
            "winners": list(position.outcome.winners) if position.outcome else None,
            "history": position.history,
            "board": position.draw(check_language(language)),
            "position": position.to_json(),
        }

    def legal_moves(self, game_id: str, begins_with: str = "", language: str = "en") -> Json:
        position = self.games.find(game_id).position
        moves = [x for x in position.legal_moves if x.lower().startswith(begins_with.lower())]
        explained = {move: sentences(position, move, language) for move in moves[:MAX_EXPLAINED]}
        return {"turn": position.turn, "moves": moves, "explained": explained}

    def explain_move(self, game_id: str, move: str, language: str = "en") -> Json:
        position = self.games.find(game_id).position
        told = {"move": move, "effects": sentences(position, move, language)}
        if position.needs_deal:
            return told
        why = explain_move(position, move)
        return told | {"better": why.move, "than": why.other, "why": why.sentences(language)}

    def play(self, game_id: str, move: str, language: str = "en") -> Json:
        game = self.games.find(game_id)
        effects = [render(text, language) for text in game.position.explain(move)]
        game.position.push(move)
        return self._played(game, effects, language)

    def engine_move(
        self, game_id: str, player: str = "best", seconds: float = 1.0, language: str = "en"
    ) -> Json:
        game = self.games.find(game_id)
        move = find_player(player).choose(game.position, limit_of(seconds)).move
        return self.play(game_id, move, language)

    def take_back(self, game_id: str, language: str = "en") -> Json:
        self.games.find(game_id).position.pop()
        return self.show(game_id, language)

    def _played(self, game: KeptGame, effects: list[str], language: str) -> Json:
        move, dealt = game.position.history[-1], game.settle()
        return {"played": move, "effects": effects, "dealt": dealt, **self.show(game.id, language)}

    # ---- Advice

    def ask_engine(self, game_id: str, seconds: float = 1.0, language: str = "en") -> Json:
        position = self.games.find(game_id).position
        *_, info = analyse(position, limit_of(seconds))
        hint = make_hint(position, info)
        return {
            "best": info.best,
            "look": render(hint.look.text, language),
            "why": hint.why.sentences(language),
            "win": rounded(info.win),
            "points": rounded(info.points),
            "is_exact": info.is_exact,
            "moves": [
                {"move": m.move, "win": rounded(m.win), "points": rounded(m.points), "line": m.line}
                for m in info.moves[:5]
            ],
        }

    def review_game(self, game_id: str = "", record: str = "", language: str = "en") -> Json:
        written = one_record(record) if record else self.games.find(game_id).record()
        if len(written.entries) > MAX_ENTRIES:
            raise AzulejosError(Text("assistant.long", {"most": MAX_ENTRIES}))
        entries = list(review(written, Limit(nodes=REVIEW_NODES)))
        summaries = [summarise(entries, seat) for seat in range(written.first().players)]
        return {
            "seats": [
                {"seat": s.seat, "accuracy": round(s.accuracy, 3), "grades": s.grades}
                for s in summaries
            ],
            "mistakes": [
                {
                    "ply": entry.ply,
                    "seat": entry.seat,
                    "move": entry.text,
                    "grade": entry.judgement.grade,
                    "verdict": render(grade_text(entry.judgement), language),
                    "reasons": [render(each.text, language) for each in entry.judgement.reasons],
                }
                for entry in entries
                if entry.judgement and entry.judgement.grade
            ],
            "record": annotate(written, entries, language).to_text(),
        }

    def look_up_rules(self, question: str, language: str = "en") -> Json:
        found = find_clauses(question[:400], language)
        return {"clauses": {clause.name: clause.text for clause in found}}


def one_record(text: str) -> Record:
    """The first record of a text."""
    records = read_records(text)
    if not records:
        raise AzulejosError(Text("assistant.no_record"))
    return records[0]


def sentences(position: Position, move: str, language: str) -> list[str]:
    """The steps of a legal move as sentences in a language."""
    return [render(text, check_language(language)) for text in position.explain(move)]


def limit_of(seconds: float) -> Limit:
    return Limit(seconds=min(seconds, MAX_SECONDS))


def rounded(values: Any) -> list[float]:
    return [round(float(value), 3) for value in values]
