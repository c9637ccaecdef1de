"""The contract between the games and everything else: what a game is.

- `rules`: what every game must have. Read it first; then `game`, the list of all parts.
- `evaluation`, `encoding`, `teaching`: parts for search, for learning programs and for people.
- `steps`, `fields`: what moves do, as facts; fields of written positions.
- `registry`: registration, with `default_parts` and `default_evaluator` for what is left out.
- `verbs`: the compiled functions of any game, selected by the dtype of a state.
"""
