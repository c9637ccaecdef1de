"""People: guests, accounts, sessions, tokens, ratings, statistics."""
