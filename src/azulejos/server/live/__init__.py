"""Live tables and their queues, updates, presence, the lobby, connections, new tables."""
