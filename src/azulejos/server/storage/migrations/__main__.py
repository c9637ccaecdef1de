"""`python -m azulejos.server.storage.migrations "what changes"`: generate the next migration.

It is the difference between the last migration and `schema.py`; review it before committing.
"""

import sys
import tempfile

from alembic import command

from azulejos.server.storage.migrations import (
    locked_connection,
    make_config,
    migrate,
    newest_revision,
)

number = 1 + int(newest_revision())
with tempfile.TemporaryDirectory() as folder:
    url = f"sqlite:///{folder}/empty.db"
    migrate(url)
    with locked_connection(url) as connection:
        config = make_config(connection)
        config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
        message = " ".join(sys.argv[1:])
        command.revision(config, message, autogenerate=True, rev_id=f"{number:04}")
