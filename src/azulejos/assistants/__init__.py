"""Tools for assistants: language models that play, teach and referee; see `docs/assistants.md`.

- `games`: the games that an assistant has begun: kept in memory, by short ids.
- `rules`: the rules for looking them up: the documents `docs/rules*.md`, clause by clause.
- `server`: the server of the Model Context Protocol: the tools and resources that assistants see.
- `tools`: the tools as plain functions of Python.
"""
