"""Who somebody is, and how people fare: accounts, names, sessions, tokens, ratings."""
