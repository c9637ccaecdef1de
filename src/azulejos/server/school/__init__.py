"""Puzzles, lessons, practice, and mistakes that return.

- `habits`: habits of play in a person's reviewed games, each counted once.
- `learn_routes`: routes for learners: the first game, lessons, and practice.
- `lessons`: positions for a board.
- `lines`: lines of moves that a page plays out.
- `mistake_routes`: routes about mistakes: which are due, one to be asked, and answers.
- `mistakes`: mistakes of people in their reviewed games, and when each is asked again.
- `puzzle_routes`: routes about puzzles: the daily one, the next one, by theme; answers.
- `puzzles`: stored puzzles: attempts, ratings of people and puzzles, races and consents.
- `standings`: how people do at puzzles: their ratings on the scale of the players.
"""
