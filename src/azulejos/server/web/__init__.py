"""The web side of the server: requests, limits, logs, metrics and the files of the page.

- `documents`: documents about tables that take long to make: replays and records.
- `encoding`: answers as JSON text.
- `http`: uvicorn's HTTP protocol with bounds: on the time and size of headers.
- `limits`: limits (R22): rates in moving windows, and open connections, by address or person.
- `load`: the load of this process, and the refusals at overload (R37).
- `logs`: logs for operators: one JSON object per line on standard error, without secrets.
- `metrics`: metrics for Prometheus.
- `otlp`: sends spans to a collector by OTLP over HTTP.
- `page`: the static files that the web build writes to `server/page/`.
- `problems`: errors as HTTP responses: problem+json (RFC 9457) with code, arguments and status.
- `routers`: the routers of the HTTP API, and its OpenAPI document.
- `security`: the guard: ASGI middleware that checks requests before the app reads them.
- `status`: the state of a running server: which of its parts work, and since when.
- `tracing`: spans for OpenTelemetry: how long requests, messages, decisions, commits and bots take.
"""
