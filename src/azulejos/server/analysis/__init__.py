"""Analyses, shared boards and reviews.

- `analyses`: analyses of positions: streams of the same `Info` as in the library, made by analysts.
- `board_routes`: routes about shared analysis boards: share, look, add a move, remove a line.
- `board_view`: positions as a board shows them.
- `boards`: shared analysis boards: stored trees of variations, and who looks at them.
- `hints`: hints for people whose turn it is: a short search.
- `position_routes`: routes about positions that a caller sends.
- `positions`: the position of a request: one given as JSON, or one of a table.
- `review`: the work of an analyst on a review: entries of a game from some ply on, and tried moves.
- `review_routes`: routes for learning: hints during a game, and its review when it is over.
- `reviews`: reviews of finished games: each is made once, by analysts, and grows in the database.
- `routes`: routes for analysis: the last answer of a search.
- `socket`: analyses, hints and shared boards on the WebSocket.
- `tree`: a tree of variations as a flat list of nodes, and as a record.
"""
