"""The WebSocket: connection, session (what messages do), message types, transport."""
