"""The API over HTTP: people, tables, players, programs. Not here: the socket."""
