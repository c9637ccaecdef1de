"""The engine protocol: its messages, the engine that answers them, and a client for engines."""
