"""Analyses, shared boards and reviews."""
