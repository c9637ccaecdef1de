"""Several server processes on one database: hints, heartbeat, periodic work.

- `channel`: channels and hints: news that are stored by one process and reach listeners in all.
- `heartbeat`: heartbeat and downtime: which processes of a server live.
- `periodic`: periodic work: everything that must happen without a request.
- `redis_hints`: hints between server processes through Redis, which may lose them.
"""
