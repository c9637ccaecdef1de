"""The server: one table, never lost. Read `app.py` first."""
