"""`python -m azulejos.server.storage.migrations "what changes"`: write the step from the last one to
`schema.py`, to be read and completed by a person.
"""

import sys
import tempfile
from pathlib import Path

from alembic import command

from azulejos.server.storage.migrations import locked_connection, make_config, migrate

number = 1 + len(list((Path(__file__).parent / "versions").glob("v*.py")))
with tempfile.TemporaryDirectory() as folder:
    url = f"sqlite:///{folder}/empty.db"
    migrate(url)
    with locked_connection(url) as connection:
        config = make_config(connection)
        config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
        message = " ".join(sys.argv[1:])
        command.revision(config, message, autogenerate=True, rev_id=f"{number:04}")
