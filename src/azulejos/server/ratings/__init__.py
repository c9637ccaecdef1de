"""Ratings, results and statistics.

- `bot_ratings`: the ratings of the server's own bots, which matches have measured.
- `leaderboards`: leaderboards of a pool: of all time, and of a week.
- `rated_results`: changes of ratings: stored with the result, withdrawn with an annulled game.
- `ratings`: one for each person and pool (game and number of players), by openskill (Weng-Lin).
- `recent_results`: the recent games of a person with other people.
- `routes`: routes about results: the games of a person, ratings, leaderboards.
- `statistics`: statistics of a person's finished games, computed from the stored summaries.
"""
