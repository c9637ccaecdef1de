"""Damaged backups: none is restored, whatever bits have changed or are missing (R35).

    python -m tests.server.damage 10000

Exits with code 1 at the first damaged file that is restored. The tests run a few hundred rounds.
"""

import asyncio
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

import sqlalchemy as sa

from azulejos.errors import AzulejosError
from azulejos.server.storage.backup import read_backup, write_backup
from azulejos.server.storage.database import Database, sync_url
from azulejos.server.storage.migrations import migrate
from azulejos.server.storage.store import Store
from tests.server.script import Script


def damage(whole: bytes, chance: random.Random) -> bytes:
    """A copy of a file with a flipped bit, several changed bytes, or another length."""
    changed = bytearray(whole)
    kind = chance.randrange(10)
    if kind < 6:
        place = chance.randrange(len(whole))
        changed[place] ^= 1 << chance.randrange(8)
    elif kind < 8:
        return whole[: chance.randrange(len(whole))]
    elif kind < 9:
        for place in chance.sample(range(len(whole)), 4):
            changed[place] ^= chance.randrange(1, 256)
    else:
        changed += chance.randbytes(chance.randrange(1, 99))
    return bytes(changed)


def make_backup(folder: Path) -> bytes:
    """The backup of a database with a finished game."""
    url, file = f"sqlite:///{folder / 'original.db'}", folder / "original.gz"
    migrate(url)
    database, script = Database(url), Script().sit("ann", "ben").finish((1, 2, 3))
    asyncio.run(Store(database).create(script.table, script.events))
    database.close()
    write_backup(url, file)
    return file.read_bytes()


def attack(folder: Path, rounds: int, seed: int) -> Counter[str]:
    """Try to restore damaged backups; return how many were refused with which code."""
    whole, chance = make_backup(folder), random.Random(seed)
    file, target = folder / "damaged.gz", folder / "target.db"
    codes: Counter[str] = Counter()
    for round_number in range(rounds):
        file.write_bytes(damage(whole, chance))
        try:
            read_backup(file, f"sqlite:///{target}")
        except AzulejosError as error:
            codes[error.code] += 1
        else:
            raise AssertionError(f"restored in round {round_number} of seed {seed}")
    engine = sa.create_engine(sync_url(f"sqlite:///{target}"))
    assert sa.inspect(engine).get_table_names() == []
    engine.dispose()
    file.write_bytes(whole)
    read_backup(file, f"sqlite:///{target}")  # the undamaged file can be restored
    return codes


def main() -> None:
    rounds, seed = int(sys.argv[1]), random.randrange(1 << 32)
    with tempfile.TemporaryDirectory() as folder:
        codes = attack(Path(folder), rounds, seed)
    print(f"{rounds} damaged backups, 0 restored, {dict(codes)}, seed {seed}")


if __name__ == "__main__":
    main()
