"""Matches between players: paired games, opening positions, Elo and the sequential test.

- `elo`: statistics of matches: win shares with confidence intervals, Elo, a sequential test (SPRT).
- `match`: playing a match: games with paired deals and rotating seats.
- `openings`: the positions in which the games of a match begin.
- `plan`: the plan of a match, and the result of one game of it.
- `results`: the results of a match: their statistics, and the file that keeps finished games.
"""
