"""Analyses, shared boards and reviews.

- `analyses`: analyses of positions: streams of the same `Info` as in the library, made by analysts.
- `boards`: shared analysis boards: stored trees of variations, and who looks at them.
- `hints`: hints for people whose turn it is: a short search.
- `position_routes`: routes about positions that a caller sends, and how a board shows them.
- `reviews`: reviews of finished games: each is made once, by analysts, and grows in the database.
- `routes`: routes for analyses, hints, reviews and shared boards.
- `socket`: analyses, hints and shared boards on the WebSocket.
- `tree`: a tree of variations as a flat list of nodes, and as a record.
"""
