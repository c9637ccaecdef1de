"""Puzzles, lessons and practice.

- `boards`: positions of lessons, puzzles and drills as a board shows them.
- `consents`: who lets finished games become puzzles.
- `habits`: what a person's reviewed games say about their play, game by game.
- `learn_routes`: routes for learners: the first game and lessons.
- `lessons`: judging moves of learners and playing against them, in a worker process.
- `practice_routes`: routes for practice: positions to play out, a bot that answers.
- `puzzle_routes`: routes about puzzles: the daily one, the next one, by theme; answers.
- `puzzles`: who solved which puzzle: attempts, ratings of people and puzzles, streaks and races.
"""
