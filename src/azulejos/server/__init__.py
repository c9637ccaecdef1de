"""The web server: a core and features, each a folder.

- `app`: the list of features, and how a server starts and stops. Read it first, then `feature.py`.
- `accounts/`: accounts and guests: names, authentication, bans and blocks.
- `analysis/`: analyses, shared boards and reviews.
- `bots/`: built-in bots at tables and programs from outside.
- `cluster/`: several server processes on one database: hints, heartbeat, periodic work.
- `core`: the core features of a server, except `play/`.
- `errors`: the errors that a request or message is answered with when it cannot be fulfilled.
- `host/`: work of the host and of moderators.
- `ids`: random ids and secrets from the operating system.
- `notices/`: notifications by Web Push and by mail.
- `play/`: live tables and the connections to them.
- `ratings/`: ratings, results and statistics.
- `school/`: puzzles, lessons and practice.
- `settings`: the settings of a server: from flags, environment variables, a TOML file, or defaults.
- `social/`: friends, challenges, vacations and chat.
- `storage/`: the database: schema, migrations, transactions, stored tables, backups.
- `table/`: one live game without I/O: table, events, clock, fair deals, verbs, views.
- `thinking/`: worker processes: bots and analysis, and what is compiled for them.
- `timing`: the server's wall clock, and how long it waits, which tests shorten or stretch.
- `tournaments/`: tournaments: plans, pairings, standings, and those that run.
- `web/`: the web side of the server: requests, limits, logs, metrics and the files of the page.
"""

from pathlib import Path

from azulejos.text import add_words

add_words(Path(__file__).parent / "words")
