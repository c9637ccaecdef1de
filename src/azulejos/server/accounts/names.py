"""Names of people: which are allowed, and which count as the same. No I/O.

A name may contain any visible character; it is shown as text, never as HTML. An account owns its
name and everything that looks like it (letters of another script, `1` for `l`, `rn` for `m`).
Characters that are not shown at all are removed.
"""

import secrets
import unicodedata
from functools import cache

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

from azulejos.errors import AzulejosError
from azulejos.search.players import OPPONENTS, PLAYERS
from azulejos.text import Text

MAX_LETTERS = 24
MAX_MARKS = 2  # combining marks on one letter
HIDDEN = ("C", "Zl", "Zp")  # invisible categories: control, format, unassigned, line breaks
# Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt, and two blank signs
INVISIBLE_RANGES = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800)),
    *((0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
INVISIBLE = {sign: None for first, last in INVISIBLE_RANGES for sign in range(first, last + 1)}
ALPHABETS = ("LATIN ", "GREEK ", "CYRILLIC ", "SPACE")  # where marks only decorate
SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
BELOW = 220  # combining class of marks below a letter
LATIN = "abcdefghijklmnopqrstuvwxyz"
RESERVED = (*(PLAYERS.keys() - {*OPPONENTS}), "azulejos", "admin", "server")
FRIENDLY = (  # for guests without a name: things one sees in a town by the sea
    *("Andorinha", "Barco", "Brisa", "Cigarra", "Colibrí", "Concha", "Farol", "Figueira"),
    *("Gaviota", "Girassol", "Golondrina", "Jacaranda", "Laranja", "Limonero", "Marea", "Naranjo"),
    *("Oliveira", "Pardal", "Romero", "Sardinha", "Tomillo", "Veleiro"),
)


class BadName(AzulejosError):
    """A name that is not allowed, or that belongs to another account."""


def without_invisible(text: str) -> str:
    """A text in the normal form NFKC without the characters that are never shown."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).translate(INVISIBLE))


def clean_name(name: str) -> str:
    """Normalise a name for display; raises `BadName` if it is not allowed."""
    text = " ".join(without_invisible(name).split())
    if not 1 <= len(text) <= MAX_LETTERS or not any(c.isalnum() for c in text):
        raise BadName(Text("people.name", {"most": MAX_LETTERS}))
    given = unicodedata.normalize("NFKC", name).split()
    hidden = (unicodedata.category(sign).startswith(HIDDEN) for word in given for sign in word)
    if any(hidden) or most_marks(text) > MAX_MARKS:
        raise BadName(Text("people.name", {"most": MAX_LETTERS}))
    if confusables.is_mixed_script(text, ["COMMON", "INHERITED", "HAN", "HIRAGANA", "KATAKANA"]):
        raise BadName(Text("people.name_scripts"))
    return text


def most_marks(text: str) -> int:
    """The highest number of combining marks on one letter."""
    marks = most = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign).startswith("M") else 0
        most = max(most, marks)
    return most


@cache
def lookalikes() -> dict[str, str]:
    """Latin letters by the characters that look like them."""
    found = {"i": "l", "m": "rn"}
    for letter in LATIN + LATIN.upper():
        for alike in confusables.confusables_data.get(letter, ()):
            sign = alike["c"].strip("\u200e").casefold()
            if len(sign) == 1 and sign not in LATIN:
                found.setdefault(sign, found.get(letter.lower(), letter.lower()))
    for sign in map(chr, range(0x250, 0x1E00)):
        letter = unicodedata.name(sign, "").removeprefix(SMALL_CAPITAL).lower()
        if letter in LATIN and len(letter) == 1:
            found.setdefault(sign, found.get(letter, letter))
    return found


def name_key(name: str) -> str:
    """The key of a name: names that look alike have the same key."""
    folded = without_invisible(without_invisible(name).casefold())
    return "".join(lookalikes().get(c, c) for c in undecorated(folded) if not c.isspace())


def undecorated(text: str) -> str:
    """A text without the marks on letters that are easily overlooked or that Unicode has no letter
    for: marks below, as in `ạ`, and whatever does not combine with its letter.
    """
    kept: list[str] = []
    for sign in unicodedata.normalize("NFD", text):
        if unicodedata.combining(sign) != BELOW or not is_alphabetic(kept):
            kept.append(sign)
    kept, composed = [], unicodedata.normalize("NFC", "".join(kept))
    for sign in composed:
        if not unicodedata.category(sign).startswith("M") or not is_alphabetic(kept):
            kept.append(sign)
    return "".join(kept)


def is_alphabetic(before: list[str]) -> bool:
    """Is the last letter of a text one on which marks only decorate?"""
    letters = (c for c in reversed(before) if not unicodedata.combining(c))
    return unicodedata.name(next(letters, " "), "").startswith(ALPHABETS)


@cache
def reserved_keys() -> frozenset[str]:
    return frozenset(map(name_key, RESERVED))


def friendly_name() -> str:
    """A generated name for a guest."""
    return f"{secrets.choice(FRIENDLY)} {secrets.randbelow(900) + 100}"
