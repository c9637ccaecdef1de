"""Built-in bots at tables and programs from outside.

- `bots`: built-in bots: they think in workers and move through the same queue as people.
- `routes`: routes for programs: games and bots, fairness, message types, and the stream of events.
"""
