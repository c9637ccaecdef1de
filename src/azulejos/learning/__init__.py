"""Learning: games of the search against itself, networks trained on them, generations of both."""
