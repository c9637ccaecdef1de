"""The web server. Read `app.py` first."""

from pathlib import Path

from azulejos.text import add_words

add_words(Path(__file__).parent / "words")
