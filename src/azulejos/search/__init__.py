"""Search: PUCT tree search, exact solver, foresight, analysis, named players, review of games."""
