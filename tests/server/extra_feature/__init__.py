"""A feature from outside the package, which one line adds to a server."""
