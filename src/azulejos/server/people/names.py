"""Names of people: which are allowed, and which count as the same. No I/O.

A name may contain any visible character; it is shown as text, never as HTML. An account owns its
name and everything that looks like it (letters of another script, `1` for `l`, `rn` for `m`).
"""

import secrets
import unicodedata
from functools import cache

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

from azulejos.errors import AzulejosError
from azulejos.search.players import PLAYERS
from azulejos.text import Text

MAX_LETTERS = 24
MAX_MARKS = 2  # combining marks on one letter
HIDDEN = ("C", "Zl", "Zp")  # invisible categories: control, format, unassigned, line breaks
LATIN = "abcdefghijklmnopqrstuvwxyz"
RESERVED = (*PLAYERS, "azulejos", "admin", "server")
FRIENDLY = (  # for guests without a name: things one sees in a town by the sea
    *("Andorinha", "Barco", "Brisa", "Cigarra", "Colibrí", "Concha", "Farol", "Figueira"),
    *("Gaviota", "Girassol", "Golondrina", "Jacaranda", "Laranja", "Limonero", "Marea", "Naranjo"),
    *("Oliveira", "Pardal", "Romero", "Sardinha", "Tomillo", "Veleiro"),
)


class BadName(AzulejosError):
    """A name that is not allowed, or that belongs to another account."""


def clean_name(name: str) -> str:
    """Normalise a name for display; raises `BadName` if it is not allowed."""
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
    """Latin letters by the characters that look like them."""
    found = {"i": "l", "m": "rn"}
    for letter in LATIN + LATIN.upper():
        for alike in confusables.confusables_data.get(letter, ()):
            sign = alike["c"].strip("\u200e").casefold()
            if len(sign) == 1 and sign not in LATIN:
                found.setdefault(sign, found.get(letter.lower(), letter.lower()))
    return found


def name_key(name: str) -> str:
    """The key of a name: names that look alike have the same key."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(lookalikes().get(c, c) for c in folded if not c.isspace())


@cache
def reserved_keys() -> frozenset[str]:
    return frozenset(map(name_key, RESERVED))


def friendly_name() -> str:
    """A generated name for a guest."""
    return f"{secrets.choice(FRIENDLY)} {secrets.randbelow(900) + 100}"
