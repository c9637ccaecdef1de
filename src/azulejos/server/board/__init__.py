"""Analysis boards without I/O: what follows from a position, and trees of variations."""
