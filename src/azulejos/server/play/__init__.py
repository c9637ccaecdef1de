"""Live tables and the connections to them.

- `connections`: the open WebSockets and event streams of this process.
- `creation`: new tables: plans and first seats, from a request or for a rematch.
- `due`: tables that are due: clocks that are up, and bots and people of processes that died.
- `export_routes`: the export of ended games as JSON lines, in the order in which they ended.
- `lobby`: the list of open tables for its listeners, and quick pairing.
- `lobby_routes`: routes for quick pairing, and for watching games in progress.
- `presence`: presence and audience: who is connected, sits at a table, or watches one.
- `rated_games`: rated games in progress: who plays them, from which addresses.
- `routes`: routes about tables: create, show, join, leave, play, rematch, records.
- `session`: the session of one client on the WebSocket: what its messages do.
- `tables`: live tables: a cache of stored tables, each with a queue and its listeners.
- `transport`: uvicorn's WebSocket protocol with bounds, and with a measurement of network delay.
- `updates`: updates as JSON text, encoded once for all viewers who see the same, and late tables.
"""
