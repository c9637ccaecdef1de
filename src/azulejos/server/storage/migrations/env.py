"""Alembic's environment: runs migrations of our metadata on the connection in the configuration."""

from alembic import context

from azulejos.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by copying it
    compare_type=True,
    compare_server_default=True,
)
context.run_migrations()
