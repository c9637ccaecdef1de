"""Work of the host and of moderators.

- `acts`: the acts of the host: transactions on the database, and the record that is kept of them.
- `engine_use`: possible engine use, for moderators to look at.
- `health_routes`: operational endpoints: metrics for Prometheus, health and readiness.
- `moderation`: the acts of moderators: reports, chat at tables, warnings, and who is a moderator.
- `people`: the host's acts on people: find, rename, ban, export and delete.
- `personal_data_routes`: routes about the data of a person: a copy of them, and their deletion.
- `routes`: routes for the moderators of a server: reports, chat at tables, warnings, bans.
- `status_routes`: the status page for people, at `/status`: plain HTML.
- `tables`: the host's acts on tables: lists, ends, annulled results, and tables in quarantine.
"""
