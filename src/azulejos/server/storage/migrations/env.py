"""What Alembic runs: our metadata, on the connection that it was handed."""

from alembic import context

from azulejos.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
    compare_type=True,
    compare_server_default=True,
)
context.run_migrations()
