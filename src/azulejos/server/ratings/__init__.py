"""Ratings, results and statistics."""
