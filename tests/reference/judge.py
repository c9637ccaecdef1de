"""The verdict on a conformance record: where it is illegal, or what comes out of it."""

from typing import Any

from .azul import Azul
from .azul_notation import parse_choice
from .blue import Blue
from .illegal import Illegal

Json = dict[str, Any]


def judge(record: Json) -> Json:
    """`{"illegal": {…}}`, or the results; "final" is None when the game has not ended."""
    if record["game"] == "azul":
        return judge_azul(record)
    if record["game"] == "blue":
        return judge_blue(record)
    raise ValueError(f"no such game: {record['game']!r}")


# -- Azul -----------------------------------------------------------------------------------------


def judge_azul(record: Json) -> Json:
    game = Azul(record["players"], record["wall"], record["first"])
    for number, entry in enumerate(record["rounds"]):
        fault = judge_round(game, entry)
        if fault is not None:
            clause, place = fault
            return {"illegal": {"clause": clause, "round": number, **place}}
    return {"scores": game.round_scores, "final": game.final() if game.phase == "over" else None}


def judge_round(game: Azul, entry: Json) -> tuple[str, Json] | None:
    """Play a round as written; give back the clause broken and the place within the round."""
    try:
        game.deal(entry["deal"])  # A6, A23
    except Illegal as fault:
        return fault.clause, {"move": None}
    for index, text in enumerate(entry["moves"]):
        try:
            game.take(text)
        except Illegal as fault:
            return fault.clause, {"move": index}
    if game.phase == "offer":
        return "A16", {"move": len(entry["moves"])}
    return judge_tiling(game, entry.get("tiling", [])) if game.wall == "gray" else None


def judge_tiling(game: Azul, written: list[list[str]]) -> tuple[str, Json] | None:
    """Hold the written choices, forced ones among them, against what was and what can be laid."""
    for seat in range(game.players):
        choices = written[seat] if seat < len(written) else []
        index = 0
        try:
            while is_laid_or_due(game, seat, index):
                judge_choice(game, seat, index, choices)
                index += 1
            if index < len(choices):
                parse_choice(choices[index])
                raise Illegal("A17", choices[index])  # one too many
        except Illegal as fault:
            return fault.clause, {"tiling": [seat, index]}
    return None


def is_laid_or_due(game: Azul, seat: int, index: int) -> bool:
    """Was the seat's tile of this index laid without a choice, or does it wait for one?"""
    if index < len(game.laid[seat]):
        return True
    return game.phase == "tiling" and game.turn == seat


def judge_choice(game: Azul, seat: int, index: int, choices: list[str]) -> None:
    if index == len(choices):
        raise Illegal("A17", "")  # missing
    text = choices[index]
    if index == len(game.laid[seat]):
        game.choose(seat, text)
        return
    line, column = parse_choice(text)
    forced_line, forced_column = parse_choice(game.laid[seat][index].text)
    if line != forced_line:
        raise Illegal("A17", text)  # the choice of the forced line is missing here
    if column != forced_column:
        raise Illegal("A18", text)


# -- BLUE -----------------------------------------------------------------------------------------


def judge_blue(record: Json) -> Json:
    game = Blue(record["players"], record["colours"], record["tiles_per_type"], record["draw"])
    for index, text in enumerate(record["moves"]):
        try:
            if game.draw == "blind" and index < len(record["draws"]):
                game.draw_tile(record["draws"][index])
            game.lay(text)
        except Illegal as fault:
            return {"illegal": {"clause": fault.clause, "move": index}}
    return {"blocked": game.blocked(), "final": game.final() if game.is_over() else None}
