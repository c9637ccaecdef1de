"""Tools for assistants: language models that play, teach and referee; see `docs/assistants.md`."""
