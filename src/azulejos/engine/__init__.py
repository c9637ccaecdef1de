"""The engine protocol: its messages, the engine that answers them, and a client for engines.

- `client`: a player that is an outside engine: a process that speaks the engine protocol.
- `protocol`: the messages of the engine protocol: requests and answers, for both sides.
- `serve`: the engine: reads requests from a stream, runs several analyses at once.
"""
