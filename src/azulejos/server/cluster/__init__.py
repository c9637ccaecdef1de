"""Several server processes on one database: hints, heartbeat, periodic work."""
