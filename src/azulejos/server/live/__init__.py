"""Live tables and their queues, updates, presence, the lobby, and how tables are created."""
