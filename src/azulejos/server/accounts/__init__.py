"""Accounts and guests: names, authentication, bans and blocks."""
