"""Illegal records of Azul: a legal game, cut short by one thing that breaks one clause.

Each maker gives back the faulty record, or None where this game has no place for its fault.
Faults are made to break their clause, not found by asking the judge.
"""

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from .azul import Azul
from .azul_board import COLOURS
from .azul_deal_faults import DEAL_FAULTS
from .azul_games import draw_deal
from .replay import replay_azul

Json = dict[str, Any]
Maker = Callable[[random.Random, Json], Json | None]

UNREADABLE = ["", "pass", "B", "1B", "1B1F", "0B1", "10R1", "1G1", "1b1", "cB1", "2B0", "5B6",
              "CBf", "1 B1", " 1B1", "1B1\n", "-1B1", "CC1", "1>1", "²B1"]  # fmt: skip
UNREADABLE_CHOICES = ["", "1", "1>", ">1", "0>1", "1>0", "6>1", "1>6", "1-1", "1>1>1", "1 > 1"]


def illegal(record: Json, rounds: list[Json], clause: str, **place: Any) -> Json:
    """The record with these rounds only, and what is wrong with the last of them."""
    header = {key: record[key] for key in ("game", "players", "wall", "first")}
    return {**header, "rounds": rounds, "illegal": {"clause": clause, **place}}


def each_offer(record: Json) -> Iterator[tuple[int, int, Azul]]:
    """Round and number of each move, with the game before it."""
    number, move = -1, 0
    for (step, _), game in replay_azul(record):
        if step == "deal":
            number, move = number + 1, 0
        elif step == "move":
            move += 1
        if game.phase == "offer":
            yield number, move, game


def with_move(record: Json, number: int, move: int, text: str, clause: str) -> Json:
    """The record up to a move, and then this text instead."""
    entry = record["rounds"][number]
    faulty = {"deal": entry["deal"], "moves": [*entry["moves"][:move], text]}
    return illegal(record, [*record["rounds"][:number], faulty], clause, round=number, move=move)


def with_one_of(
    rng: random.Random, record: Json, places: list[tuple[int, int, str]], clause: str
) -> Json | None:
    return with_move(record, *rng.choice(places), clause) if places else None


def a_round(rng: random.Random, record: Json) -> int:
    return rng.randrange(len(record["rounds"]))


# -- moves ----------------------------------------------------------------------------------------


def break_form(rng: random.Random, record: Json) -> Json:
    number = a_round(rng, record)
    moves = len(record["rounds"][number]["moves"])
    beyond = f"{2 * record['players'] + 2}B1"  # a display that does not exist ("10B1" with four)
    text = rng.choice([*UNREADABLE, beyond, beyond, beyond])
    return with_move(record, number, rng.randrange(moves + 1), text, "form")


def break_a8(rng: random.Random, record: Json) -> Json | None:
    """A colour that is not there; whether the line takes it does not matter (A8 comes first)."""
    places = []
    for number, move, game in each_offer(record):
        sources = "123456789"[: len(game.displays)] + "C"
        source, colour, line = rng.choice(sources), rng.choice(COLOURS), rng.choice("12345F")
        if colour not in game.tiles_at(source):
            places.append((number, move, source + colour + line))
    return with_one_of(rng, record, places, "A8")


def each_taking(game: Azul) -> list[str]:
    sources = "123456789"[: len(game.displays)] + "C"
    return [s + colour for s in sources for colour in COLOURS if colour in game.tiles_at(s)]


def break_a11(rng: random.Random, record: Json) -> Json | None:
    places = []
    for number, move, game in each_offer(record):
        taking = rng.choice(each_taking(game))
        for row, line in enumerate(game.boards[game.turn].lines):
            if line and (line[0] != taking[1] or len(line) == row + 1):
                places.append((number, move, f"{taking}{row + 1}"))
    return with_one_of(rng, record, places, "A11")


def break_a12(rng: random.Random, record: Json) -> Json | None:
    places = []
    for number, move, game in each_offer(record):
        board = game.boards[game.turn]
        for taking in each_taking(game):
            for row, line in enumerate(board.lines):
                if not line and taking[1] in board.wall[row]:
                    places.append((number, move, f"{taking}{row + 1}"))
    return with_one_of(rng, record, places, "A12")


def play_too_long(rng: random.Random, record: Json) -> Json:
    number = a_round(rng, record)
    moves = len(record["rounds"][number]["moves"])
    text = rng.choice("12345C") + rng.choice(COLOURS) + rng.choice("12345F")
    return with_move(record, number, moves, text, "A16")


def stop_too_early(rng: random.Random, record: Json) -> Json:
    """Moves missing at a round's end; what follows stays, as if nothing had happened."""
    number = a_round(rng, record)
    rounds = copy.deepcopy(record["rounds"])
    moves = rounds[number]["moves"]
    keep = rng.choice([len(moves) - 1, rng.randrange(len(moves))])
    del moves[keep:]
    rounds = rounds[: number + rng.randint(1, 3)]
    return illegal(record, rounds, "A16", round=number, move=keep)


# -- tiling ---------------------------------------------------------------------------------------


def with_tiling(rng: random.Random, record: Json, clause: str, spoil: Any) -> Json | None:
    """Let `spoil` change one seat's choices in one round and name the index of its fault."""
    if record["wall"] != "gray":
        return None
    rounds = copy.deepcopy(record["rounds"][: a_round(rng, record) + 1])
    seat = rng.randrange(record["players"])
    index = spoil(rounds[-1]["tiling"][seat])
    if index is None:
        return None
    return illegal(record, rounds, clause, round=len(rounds) - 1, tiling=[seat, index])


def break_form_of_choice(rng: random.Random, record: Json) -> Json | None:
    def spoil(choices: list[str]) -> int:
        index = rng.randint(0, len(choices))
        choices[index : index + 1] = [rng.choice(UNREADABLE_CHOICES)]
        return index

    return with_tiling(rng, record, "form", spoil)


def leave_out_choice(rng: random.Random, record: Json) -> Json | None:
    def spoil(choices: list[str]) -> int | None:
        if not choices:
            return None
        index = rng.randrange(len(choices))
        del choices[index]
        return index

    return with_tiling(rng, record, "A17", spoil)


def add_choice(rng: random.Random, record: Json) -> Json | None:
    """A choice for a line that has none to make there."""

    def spoil(choices: list[str]) -> int:
        index = rng.choice([len(choices), rng.randint(0, len(choices))])
        due = choices[index][0] if index < len(choices) else "none"
        line = rng.choice([line for line in "12345" if line != due])
        choices.insert(index, f"{line}>{rng.randint(1, 5)}")
        return index

    return with_tiling(rng, record, "A17", spoil)


def break_a18(rng: random.Random, record: Json) -> Json | None:
    """A space that is taken, or in whose column the colour stands."""
    if record["wall"] != "gray":
        return None
    number, places = -1, []
    for (step, _), game in replay_azul(record):
        number += step == "deal"
        if game.phase not in ("deal", "over"):
            continue
        for seat, laid in enumerate(game.laid):
            for index, laying in enumerate(laid):
                wrong = [column for column in range(1, 6) if column not in laying.spaces]
                places += [(number, seat, index, column) for column in wrong]
    if not places:
        return None
    number, seat, index, column = rng.choice(places)
    rounds = copy.deepcopy(record["rounds"][: number + 1])
    choices = rounds[number]["tiling"][seat]
    choices[index] = f"{choices[index][0]}>{column}"
    return illegal(record, rounds, "A18", round=number, tiling=[seat, index])


# -- rounds ---------------------------------------------------------------------------------------


def break_a6(rng: random.Random, record: Json) -> Json | None:
    """A deal that bag and lid could not have given, in one of the ways there are."""
    number = a_round(rng, record)
    game = Azul(record["players"], record["wall"], record["first"])
    for _, after in replay_azul({**record, "rounds": record["rounds"][:number]}):
        game = after
    deal = list(record["rounds"][number]["deal"])
    faulty = rng.choice(DEAL_FAULTS)(rng, deal, Counter(game.bag), Counter(game.lid))
    if faulty is None:
        return None
    rounds = [*record["rounds"][:number], {"deal": faulty, "moves": []}]
    return illegal(record, rounds, "A6", round=number, move=None)


def how_it_ended(record: Json) -> str:
    *_, (_, game) = replay_azul(record)
    if any(board.complete_rows() for board in game.boards):
        return "A23"
    return "A27" if game.bag or game.lid else "A26"


def go_on_after(ending: str) -> Maker:
    """A round after the game has ended by A23, A26 or A27: always refused by A23."""

    def go_on(rng: random.Random, record: Json) -> Json | None:
        if how_it_ended(record) != ending:
            return None
        *_, (_, game) = replay_azul(record)
        extra: Json = {"deal": draw_deal(rng, game, 0.0), "moves": []}
        rounds = [*record["rounds"], extra]
        return illegal(record, rounds, "A23", round=len(rounds) - 1, move=None)

    return go_on


FAULTS: dict[str, Maker] = {
    "form": break_form,
    "form-tiling": break_form_of_choice,
    "A6": break_a6,
    "A8": break_a8,
    "A11": break_a11,
    "A12": break_a12,
    "A16-late": play_too_long,
    "A16-early": stop_too_early,
    "A17-missing": leave_out_choice,
    "A17-surplus": add_choice,
    "A18": break_a18,
    "A23-row": go_on_after("A23"),
    "A23-supply": go_on_after("A26"),
    "A23-idle": go_on_after("A27"),
}
