"""A position of Tideline in plain characters, for the terminal and the page."""

from collections.abc import Mapping

from azulejos.contract.rules import Json
from tideline.state import LETTERS


def draw(position: Json, words: Mapping[str, str]) -> str:
    bag = "  ".join(f"{letter}×{n}" for letter, n in zip(LETTERS, position["bag"], strict=True))
    lines = [f"{words['bag']}: {bag}", ""]
    for seat, score in enumerate(position["scores"]):
        is_turn = seat == position["turn"] and position.get("phase") != "over"
        hand = f"  {words['hand']} {position['hand']}" if is_turn else ""
        lines.append(f"{'>' if is_turn else ' '} {words['seat']} {seat}: {score:3}{hand}")
    return "\n".join(lines)
