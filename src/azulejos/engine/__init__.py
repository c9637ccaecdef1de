"""The engine protocol from both sides, and matches between whoever speaks it."""
