"""The database: schema, migrations, transactions, stored tables, backups. Knows no wire types."""
