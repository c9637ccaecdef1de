"""Work of the host and of moderators."""
