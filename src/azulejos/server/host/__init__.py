"""Work of the host and of moderators.

- `acts`: the acts of the host: transactions, the record that is kept of them, and acts on tables.
- `moderation`: the acts of moderators, and possible engine use for them to look at.
- `people`: the host's acts on people: find, rename, ban, export and delete.
- `routes`: routes for moderators, and for the data of a person: a copy of them, and their deletion.
- `status_routes`: routes about the state of the server: the status page, health.
"""
