"""Several server processes on one database: hints, heartbeat, periodic work.

- `channel`: news that are stored by one process and reach listeners in all.
- `downtime`: the times during which the server could not store moves.
- `heartbeat`: every server process on a database has a row, which it updates every second.
- `hints`: hints between server processes: "subject S is at version v", and nothing more.
- `periodic`: periodic work: everything that must happen without a request.
- `redis_hints`: hints between server processes through Redis, which may lose them.
"""
