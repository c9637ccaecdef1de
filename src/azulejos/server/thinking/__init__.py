"""Worker processes: bots and analysis, and what is compiled for them.

- `analysts`: worker processes that stream answers and can be stopped at any moment.
- `remote_analysts`: analysts on other machines.
- `workers`: worker processes for search: with low priority, and replaced when one dies.
"""
