"""Release 0.2.0: keys of names lose the characters that are not seen.

Accounts keep their names. A key that another account has already stays as it was: such an account
was made to look like the other, and only its open sessions can still be used.
"""

import unicodedata

import sqlalchemy as sa

INVISIBLE_RANGES = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800)),
    *((0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
INVISIBLE = {sign: None for first, last in INVISIBLE_RANGES for sign in range(first, last + 1)}
ALPHABETS = ("LATIN ", "GREEK ", "CYRILLIC ", "SPACE")
SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
BELOW = 220
ALIKE = {"i": "l", "m": "rn"}


def renew_keys(connection: sa.Connection) -> None:
    """Replace the keys of all accounts, the oldest account first."""
    people = sa.table(
        "people", sa.column("id", sa.String), sa.column("key", sa.String), sa.column("created_at")
    )
    query = sa.select(people.c.id, people.c.key).where(people.c.key.is_not(None))
    keys = {row.id: row.key for row in connection.execute(query.order_by(people.c.created_at))}
    taken = set(keys.values())
    for person, old in keys.items():
        new = old if old.isascii() else make_key(old)
        if new not in taken:
            connection.execute(sa.update(people).where(people.c.id == person).values(key=new))
            taken.add(new)


def make_key(old: str) -> str:
    text = unicodedata.normalize("NFKC", old.translate(INVISIBLE))
    text = without_marks(unicodedata.normalize("NFD", text), is_below_only=True)
    text = without_marks(unicodedata.normalize("NFC", text), is_below_only=False)
    return "".join(map(plain_letter, text))


def without_marks(text: str, is_below_only: bool) -> str:
    kept: list[str] = []
    for sign in text:
        is_below = unicodedata.combining(sign) == BELOW
        is_mark = is_below if is_below_only else unicodedata.category(sign).startswith("M")
        letters = (c for c in reversed(kept) if not unicodedata.combining(c))
        is_alphabetic = unicodedata.name(next(letters, " "), "").startswith(ALPHABETS)
        if not (is_mark and is_alphabetic):
            kept.append(sign)
    return "".join(kept)


def plain_letter(sign: str) -> str:
    letter = unicodedata.name(sign, "").removeprefix(SMALL_CAPITAL).lower()
    plain = letter if len(letter) == 1 else sign
    return ALIKE.get(plain, plain)
