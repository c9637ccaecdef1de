"""Names of people: what may be shown, and when two of them are taken for one. No I/O.

A name is text, never HTML, so that any sign may stand in it that can be seen. Accounts own their
name: whatever looks like it (another script's letters, `1` for `l`, `rn` for `m`) is it.
"""

import secrets
import unicodedata
from functools import cache

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

from azulejos.errors import AzulejosError
from azulejos.search.players import PLAYERS
from azulejos.text import Text

MAX_LETTERS = 24
MAX_MARKS = 2  # above or below one letter
HIDDEN = ("C", "Zl", "Zp")  # categories that cannot be seen: control, format, unassigned, breaks
LATIN = "abcdefghijklmnopqrstuvwxyz"
RESERVED = (*PLAYERS, "azulejos", "admin", "server")
FRIENDLY = (  # for people who gave no name: things to be seen in a town by the sea
    *("Andorinha", "Barco", "Brisa", "Cigarra", "Colibrí", "Concha", "Farol", "Figueira"),
    *("Gaviota", "Girassol", "Golondrina", "Jacaranda", "Laranja", "Limonero", "Marea", "Naranjo"),
    *("Oliveira", "Pardal", "Romero", "Sardinha", "Tomillo", "Veleiro"),
)


class BadName(AzulejosError):
    """A name that cannot be shown, or that is somebody else's."""


def clean_name(name: str) -> str:
    """A name as it is shown; refused if it cannot be."""
    text = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(text) <= MAX_LETTERS or not any(c.isalnum() for c in text):
        raise BadName(Text("people.name", {"most": MAX_LETTERS}))
    marks = 0
    for sign in text:
        category = unicodedata.category(sign)
        marks = marks + 1 if category.startswith("M") else 0
        if category.startswith(HIDDEN) or marks > MAX_MARKS:
            raise BadName(Text("people.name", {"most": MAX_LETTERS}))
    if confusables.is_mixed_script(text, ["COMMON", "INHERITED", "HAN", "HIRAGANA", "KATAKANA"]):
        raise BadName(Text("people.name_scripts"))
    return text


@cache
def lookalikes() -> dict[str, str]:
    """Latin letters by the signs that look like them."""
    found = {"i": "l", "m": "rn"}
    for letter in LATIN + LATIN.upper():
        for alike in confusables.confusables_data.get(letter, ()):
            sign = alike["c"].strip("\u200e").casefold()
            if len(sign) == 1 and sign not in LATIN:
                found.setdefault(sign, found.get(letter.lower(), letter.lower()))
    return found


def name_key(name: str) -> str:
    """What names have in common that are taken for one another."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(lookalikes().get(c, c) for c in folded if not c.isspace())


@cache
def reserved_keys() -> frozenset[str]:
    return frozenset(map(name_key, RESERVED))


def friendly_name() -> str:
    """A name for somebody who gave none."""
    return f"{secrets.choice(FRIENDLY)} {secrets.randbelow(900) + 100}"
