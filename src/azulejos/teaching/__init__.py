"""Puzzles, lessons and the first game: made and checked with search, without I/O.

- `drills`: positions to play out: the ending of a game, the rest of a round, or a whole game.
- `habits`: habits of play in a person's reviewed games, and what to learn from them.
- `lessons`: the first game of a newcomer, and lessons: positions with something to do.
- `mining`: finds puzzles in games of the search against itself, and in recorded games of people.
- `mistake_book`: the mistakes of a person at this machine, collected from records of games.
- `practice`: playing out a position with a bot, and what a move gave away, in points.
- `puzzle_check`: checks that a puzzle is legal, and that a longer search agrees with it.
- `puzzle_ratings`: the first rating of a puzzle, on the scale of the players.
- `puzzles`: positions with one clearly best move, and the form in which they are written.
- `schedule`: when a mistake is asked again: spaced repetition by FSRS.
"""
