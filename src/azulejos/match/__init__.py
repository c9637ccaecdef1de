"""Matches between players: paired games, opening positions, Elo and the sequential test."""
