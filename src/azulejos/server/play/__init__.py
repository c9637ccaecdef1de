"""Live tables and the connections to them.

- `audience`: who is connected to the server, and who watches which table.
- `connection`: the WebSocket `/api/v1/socket`: how messages arrive and are sent.
- `connections`: the open WebSockets and event streams of this process.
- `creation`: new tables: plans and first seats, from a request or for a rematch.
- `due`: tables that are due: clocks that are up, and bots and people of processes that died.
- `export_routes`: the export of ended games as JSON lines, in the order in which they ended.
- `late`: late tables, for the spectators of rated games in progress.
- `lobby`: the list of open tables, sent to its listeners whenever it changes.
- `pairing`: quick pairing of people who wait for the same kind of game.
- `pairing_routes`: the route for quick pairing.
- `presence`: which people have a connection that watches a table at which they sit.
- `rated_games`: rated games in progress: who plays them, from which addresses.
- `routes`: routes about tables: create, show, join, leave, play, rematch, records.
- `session`: the session of one client on the WebSocket: what its messages do.
- `tables`: live tables: a cache of stored tables, each with a queue and its listeners.
- `transport`: uvicorn's WebSocket protocol with bounds, and with a measurement of network delay.
- `updates`: updates as JSON text, encoded once for all viewers who see the same.
- `watching_routes`: routes about watching: games in progress, and who watches a game.
"""
