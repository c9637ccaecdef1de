"""Puzzles, lessons and practice."""
