"""Files that are written from the Python sources: `python -m generate`, or `--check` to compare.

- `typescript`: messages and routes as types of the page.
- `facts`: facts, art and colours of the games for the page.
- `documents`: tables of the documents, between markers.

Run by `make generate`. The package itself does not use any of it.
"""
