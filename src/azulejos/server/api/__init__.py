"""The HTTP API: routes, schemas, problems."""
