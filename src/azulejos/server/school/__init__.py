"""Puzzles, lessons and practice.

- `habits`: habits of play in a person's reviewed games, each counted once.
- `learn_routes`: routes for learners: the first game, lessons, and practice.
- `lessons`: positions for a board.
- `puzzle_routes`: routes about puzzles: the daily one, the next one, by theme; answers.
- `puzzles`: stored puzzles: attempts, ratings of people and puzzles, streaks, races and consents.
"""
