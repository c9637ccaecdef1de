"""The contract between the games and everything else: what a game is.

- `rules`: what every game must have; read it first.
- `game`: the list of all parts.
- `evaluation`, `encoding`, `teaching`: parts for search, for learning programs and for people.
- `marks`, `reasons`: what is shown on a board, and why a move is good or bad.
- `steps`, `fields`: what moves do, as facts; fields of written positions.
- `registry`, `default_parts`, `default_evaluator`: registration, and defaults for what is left out.
- `verbs`: the compiled functions of any game, selected by the dtype of a state.
"""
