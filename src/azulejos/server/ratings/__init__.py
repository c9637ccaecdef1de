"""Ratings, results and statistics.

- `rated_results`: changes of ratings: stored with the result, withdrawn with an annulled game.
- `ratings`: one for each person and pool (game and number of players), by openskill (Weng-Lin).
- `recent_results`: the recent games of a person with other people.
- `routes`: routes about results: the games of a person, ratings, leaderboards.
- `statistics`: statistics of a person's finished games, and the leaderboards of a pool.
"""
