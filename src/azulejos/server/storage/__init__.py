"""The database: schema, migrations, transactions, stored tables, backups. Knows no wire types.

- `analyses`: stored answers of searches, and reviews, which grow entry by entry.
- `backup`: a whole database as one file, which can be restored on either kind of database.
- `database`: connections and transactions, on SQLite or PostgreSQL.
- `growth`: deletion of old rows, a few at a time.
- `migrations/`: upgrade a database of any older version to `schema.py`, at every start.
- `quarantine`: stored games that cannot be replayed, and what an administrator can do about them.
- `schema`: the schema of the database.
- `store`: tables and their events in the database, and queries for them.
- `writer`: SQLite's single writer, and statements that are compiled once.
"""
