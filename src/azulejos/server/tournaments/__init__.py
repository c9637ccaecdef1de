"""Tournaments: what is played, who meets whom, the standings, and the tables that run.

- `arena`: the pairings of an arena: those who are free and near in rank.
- `history`: the history of a tournament: who sat where in which round.
- `matching`: improvement of pairings by exchange of partners.
- `plan`: the plan of a tournament: everything that is fixed when it is created, and its limits.
- `rotation`: the tables of a rotation for three or four seats.
- `round_robin`: the pairings of a round robin by the circle method: everybody meets everybody once.
- `routes`: routes about tournaments: create, list, show, take part, records.
- `standings`: the standings of a tournament: places, points, tie-breaks, streaks.
- `store`: tournaments in the database, and the results of their games.
- `swiss`: the pairings of a Swiss tournament: equal points, never twice the same people.
- `tournaments`: tournaments that run: their beginning, rounds, tables and end.
"""
