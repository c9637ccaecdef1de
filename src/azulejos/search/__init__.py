"""Search: PUCT tree search, exact solver, foresight, analysis, named players, review of games.

- `analysis`: the search of a position from Python: a stream of `Info`.
- `annotation`: a review written into a record, and read back: grades, evaluations and better lines.
- `choice`: choices of players that do not search, in compiled code.
- `deals`: a position in which a deal is due: the average over its deals, all of them or a sample.
- `driver`: the search of a position in compiled code: one record, its arrays, and `advance`.
- `foresight`: solved moves of similar utility, compared over sampled deals of the next round.
- `hint`: a hint in three depths: where to look, which move, and why.
- `info`: the answer of a search: `Info`, and the records of which it is read.
- `minimax`: the compiled kernels of exact search: alpha-beta and max-n.
- `networks`: the network of a search: shipped with a game, in a file, or handmade.
- `parallel`: several threads that search one tree without locks, with the same result in every run.
- `played_on`: two moves played on by a quick search: what each seat then scores, as reasons.
- `player`: a player: it chooses moves by a search of its own style; and the two simplest ones.
- `players`: the named players: `random`, `greedy`, `level1` … `level8`, the characters, `eco`.
- `playouts`: games played on to their ends with moves sampled from the prior.
- `puct`: the compiled kernels of the tree search: PUCT selection, expansion, rollout.
- `rated`: players of a rating, who err as people do, and characters, who prefer what others do not.
- `ratings`: the scale of strength: what a player of a rating does.
- `reasons`: why a move is better than another, as facts checked by a search.
- `review`: the review of a game: the evaluation after every move and deal.
- `settings`: when a search stops (`Limit`) and how it searches (`Style`).
- `solver`: the exact solution of the rest of a round or game: its moves and their best lines.
- `tree`: the search tree of a position: its memory, its simulations and its results.
- `tree_memory`: trees that are kept between the moves of a game.
- `verbs`: verbs of the contract for one state of an array, for calls from Python.
"""
