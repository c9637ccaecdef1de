"""Thinking: tree search, exact endings, analysis, the named players and their reasons."""
