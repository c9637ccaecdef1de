"""Tournaments: what is played, who meets whom, the standings, and the tables that run.

- `history`: the history of a tournament: who sat where, and the standings.
- `pairings`: pairings for two seats: of a Swiss tournament and of an arena.
- `plan`: the plan of a tournament: everything that is fixed when it is created, and its limits.
- `rotation`: rounds in which everybody meets everybody: a round robin.
- `routes`: routes about tournaments: create, list, show, take part, records.
- `store`: tournaments in the database, and the results of their games.
- `tournaments`: tournaments that run: their beginning, rounds, tables and end.
"""
