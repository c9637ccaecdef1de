"""Built-in bots at tables and programs from outside.

- `bots`: built-in bots: they think in workers and move through the same queue as people.
- `routes`: routes for programs: games and bots, event stream, fairness, message types.
- `stream`: the event stream for programs: JSON lines about every table at which their person sits.
"""
