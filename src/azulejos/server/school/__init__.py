"""Puzzles, lessons and practice.

- `boards`: positions of lessons, puzzles and drills as a board shows them.
- `consents`: consents of people that their finished games become puzzles.
- `habits`: habits of play in a person's reviewed games, each counted once.
- `learn_routes`: routes for learners: the first game and lessons.
- `lessons`: judging moves of learners and playing against them, in a worker process.
- `practice_routes`: routes for practice: positions to play out, a bot that answers.
- `puzzle_routes`: routes about puzzles: the daily one, the next one, by theme; answers.
- `puzzles`: attempts at puzzles, ratings of people and puzzles, streaks and races.
"""
