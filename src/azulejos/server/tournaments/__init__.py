"""Tournaments without I/O: what is played, who meets whom, and the standings."""
