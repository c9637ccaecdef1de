"""Puzzles, lessons and the first game: made and checked with search, without I/O."""
