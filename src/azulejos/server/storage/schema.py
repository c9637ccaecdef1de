"""The schema of the database. `migrations/` upgrades older databases; a test compares the two.

The event log is the truth. `tables` and `seats` are derived from it, written in the same
transaction, and serve lists and periodic work. Constraints are named so that migrations can alter
them on SQLite.
"""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),  # display name
    sa.Column("key", sa.String(128), nullable=True, unique=True),  # accounts: normalised name
    sa.Column("kind", sa.String(8), nullable=False),  # guest, account or program
    sa.Column("password", sa.String(256), nullable=True),  # accounts: argon2 hash
    sa.Column("language", sa.String(8), nullable=False, default="en"),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("allows_text", sa.Boolean, nullable=False, server_default=sa.false()),  # see talk
    sa.Column("is_moderator", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("seen_by", sa.String(10), nullable=False, server_default="friends"),  # online
    sa.Column("challenged_by", sa.String(10), nullable=False, server_default="everybody"),
)

recovery_codes = sa.Table(  # with which a forgotten password is replaced
    "recovery_codes",
    metadata,
    sa.Column("code", sa.String(64), primary_key=True),  # hash
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)

passkeys = sa.Table(  # with which accounts sign in without a password (WebAuthn)
    "passkeys",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("credential", sa.String(1400), nullable=False, unique=True),  # its id, base64url
    sa.Column("public_key", sa.Text, nullable=False),  # COSE, base64url
    sa.Column("uses", sa.BigInteger, nullable=False),  # as its authenticator counts; 0: it does not
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float, nullable=True),
)

passkey_challenges = sa.Table(  # that wait for the answer of an authenticator
    "passkey_challenges",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # hash of the challenge
    sa.Column("person", sa.String(32), nullable=False),  # who adds a passkey; "": to sign in
    sa.Column("expires_at", sa.Float, nullable=False),
)

mail_addresses = sa.Table(
    "mail_addresses",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("confirmed_at", sa.Float, nullable=True),  # null: nothing but the link is sent to it
    sa.Column("digest_h", sa.Integer, nullable=False),  # least hours between digests; 0: none
    sa.Column("digest_at", sa.Float, nullable=False),  # when the last one was sent; 0: never
)

mails = sa.Table(  # mails that wait to be sent
    "letters",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("kind", sa.String(16), nullable=False),  # confirm, recover or digest
    sa.Column("due_at", sa.Float, nullable=False, index=True),
    sa.Column("attempts", sa.Integer, nullable=False),
)

mail_links = sa.Table(  # that were sent by mail; each can be used once
    "mail_links",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # hash of the secret in the link
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("kind", sa.String(16), nullable=False),  # confirm or recover
    sa.Column("address", sa.String(254), nullable=False),  # to which it was sent
    sa.Column("expires_at", sa.Float, nullable=False),
)

former_names = sa.Table(  # names that accounts gave up, so that nobody else takes them at once
    "former_names",
    metadata,
    sa.Column("key", sa.String(128), primary_key=True),  # normalised name
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("at", sa.Float, nullable=False),  # when it was given up
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # public; used to revoke the session
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # hash of the cookie
    sa.Column("agent", sa.String(200), nullable=False),  # user-agent header of the browser
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False),
    sa.Column("expires_at", sa.Float, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # hash of the token
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("scopes", sa.String(200), nullable=False),  # separated by spaces
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float, nullable=True),
)

revocations = sa.Table(  # of sessions or tokens within the last minute, for other processes
    "revocations",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("plan", sa.JSON, nullable=False),  # the fields of `Plan`
    sa.Column("seed", sa.LargeBinary, nullable=False),  # of the deals; secret until the end
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("summary", sa.JSON, nullable=False),  # for lists
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("moved_at", sa.Float, nullable=False),
    sa.Column("wake_at", sa.Float, nullable=True, index=True),  # when periodic work must check it
    sa.Column("quarantined_at", sa.Float, nullable=True),  # since when it cannot be replayed
    sa.Column("open_seats", sa.Integer, nullable=False, server_default="0"),
    sa.Index("ix_tables_lobby", "status", "is_public", "created_at"),
)

OVER: sa.ColumnClause[str] = sa.literal_column(
    "'over'"
)  # so that a database sees that the index below fits
sa.Index(  # the order of exports; not of games in progress, or each move would change it
    "ix_tables_ended",
    tables.c.status,
    tables.c.moved_at,
    tables.c.id,
    sqlite_where=tables.c.status == OVER,
    postgresql_where=tables.c.status == OVER,
)

sa.Index(
    "ix_tables_quarantined_at",
    tables.c.quarantined_at,
    sqlite_where=tables.c.quarantined_at.is_not(None),
    postgresql_where=tables.c.quarantined_at.is_not(None),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("client_id", sa.String(80), nullable=True),
    sa.UniqueConstraint("table", "client_id"),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(32), nullable=False, index=True),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "pool", sa.String(32), primary_key=True
    ),  # game and number of players, such as name-2
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("ordinal", sa.Float, nullable=False, index=True),  # mu - sigma; sorts leaderboards
)

rating_changes = sa.Table(
    "rating_changes",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sa.Column("pool", sa.String(32), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),  # after the game
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("share", sa.Float, nullable=True),  # of the win; null for games of old versions
    sa.Index("ix_rating_changes_pool", "pool", "at"),
)

rated_addresses = sa.Table(  # from which rated games in progress are played
    "rated_addresses",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("address", sa.String(64), primary_key=True, index=True),
)

rated_positions = sa.Table(  # the last ones of rated games in progress
    "rated_positions",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("digest", sa.String(64), nullable=False, index=True),
)

analyses = sa.Table(  # the last answers of searches that were asked for
    "analyses",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # hash of position, player, network, limit
    sa.Column("info", sa.JSON, nullable=False),  # the fields of `Info`
    sa.Column("created_at", sa.Float, nullable=False, index=True),
)

review_entries = sa.Table(  # of finished games; those of one game grow from ply 0 on
    "review_entries",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),  # 0: before the first
    sa.Column("data", sa.JSON, nullable=False),  # the fields of `ReviewEntry`
)

bans = sa.Table(
    "bans",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=True, index=True),
    sa.Column("network", sa.String(64), nullable=True),  # addresses; either this or a person
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("ends_at", sa.Float, nullable=True),
)

host_acts = sa.Table(  # what `azulejos admin` and moderators did
    "host_acts",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("by", sa.String(64), nullable=False),  # user of the machine, or a moderator
    sa.Column("act", sa.String(16), nullable=False),
    sa.Column("subject", sa.String(64), nullable=False, index=True),  # table, person or network
    sa.Column("detail", sa.JSON, nullable=False),
)

boards = sa.Table(  # shared analysis boards
    "boards",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("record", sa.Text, nullable=False),  # with its variations
    sa.Column("cursor", sa.JSON, nullable=False),  # the line at whose end the last change was made
    sa.Column("person", sa.String(32), nullable=False),  # who shared it
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False, index=True),  # last opened or changed
)

servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # one row for each server process
    sa.Column("seen_at", sa.Float, nullable=False),
    sa.Column("down_until", sa.Float, nullable=False),  # the last time when no process ran
)

puzzle_attempts = sa.Table(
    "puzzle_attempts",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("is_solved", sa.Boolean, nullable=True),  # by the first answer; null before it
    sa.Column("is_rated", sa.Boolean, nullable=False),
)

puzzle_ratings = sa.Table(  # of puzzles that people tried
    "puzzle_ratings",
    metadata,
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
)

puzzle_people = sa.Table(
    "puzzle_people",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),  # rated ones
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("best_streak", sa.Integer, nullable=False),
    sa.Column("best_race", sa.Integer, nullable=False),
)

puzzle_races = sa.Table(
    "puzzle_races",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("started_at", sa.Float, nullable=False),
    sa.Column("puzzle", sa.String(16), nullable=False),  # to be solved now
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("missed", sa.Integer, nullable=False),
)

puzzle_consents = sa.Table(  # whose finished games may become puzzles
    "puzzle_consents",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)

mistakes = sa.Table(  # of people in reviewed games, and when each is asked again
    "mistakes",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),  # of the move
    sa.Column("loss", sa.Float, nullable=False),  # in points
    sa.Column("state", sa.Integer, nullable=False),  # this and the next three: as FSRS has them
    sa.Column("step", sa.Integer, nullable=True),
    sa.Column("stability", sa.Float, nullable=False),
    sa.Column("difficulty", sa.Float, nullable=False),
    sa.Column("asked_at", sa.Float, nullable=False),
    sa.Column("due_at", sa.Float, nullable=False),
    sa.Index("ix_mistakes_person_due_at", "person", "due_at"),
    sa.Index("ix_mistakes_table", "table"),
)

subscriptions = sa.Table(  # browsers that get system notifications (Web Push)
    "subscriptions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(50), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

calls = sa.Table(  # notifications that wait to be sent
    "calls",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),  # turn, rematch or challenge
    sa.Column("due_at", sa.Float, nullable=False, index=True),
    sa.Column("attempts", sa.Integer, nullable=False),
)

secrets = sa.Table(  # of the server itself, made at first use
    "secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

chat_messages = sa.Table(  # at tables: phrases and free text
    "words",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # from 1, by table
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("phrase", sa.String(16), nullable=False),  # code of a phrase; "" for free text
    sa.Column("text", sa.String(200), nullable=False),  # free text; "" for a phrase
    sa.Column("hearers", sa.JSON, nullable=False),  # ids of the people whom the words reached
)

blocks = sa.Table(  # people whom a person does not want to hear, or not to meet at all
    "blocks",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "other", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sa.Column("kind", sa.String(8), nullable=False),  # mute or block
    sa.Column("at", sa.Float, nullable=False),
)

follows = sa.Table(  # people whom a person wants to find again
    "follows",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "other", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sa.Column("at", sa.Float, nullable=False),
)

challenges = sa.Table(  # open tables with a place that is reserved for a person
    "challenges",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("by", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("at", sa.Float, nullable=False),
)

vacations = sa.Table(  # during which slow games wait for a person
    "vacations",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("start", sa.Float, primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("plan", sa.JSON, nullable=False),  # the fields of `TournamentPlan`
    sa.Column("created_by", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("starts_at", sa.Float, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),  # of an arena: how often it has paired people
    sa.Column("version", sa.Integer, nullable=False),  # counts everything that is shown
    sa.Column("wake_at", sa.Float, nullable=True, index=True),  # when periodic work must check it
    sa.Index("ix_tournaments_list", "is_public", "status", "starts_at"),
)

tournament_entrants = sa.Table(
    "tournament_entrants",
    metadata,
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True, index=True),  # or a bot: `bot_id`
    sa.Column("number", sa.Integer, nullable=False),  # in the order of joining
    sa.Column("rating", sa.Float, nullable=False),  # when the person joined
    sa.Column("is_active", sa.Boolean, nullable=False),  # wants to be paired
    sa.Column("table", sa.String(32), nullable=False),  # of the game in progress; "" if free
    sa.Column("free_since", sa.Float, nullable=False),
)

tournament_places = sa.Table(  # of people in rounds
    "tournament_places",
    metadata,
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(32), primary_key=True, index=True),  # or a bot
    sa.Column("table", sa.String(32), nullable=False, index=True),  # "" for a bye
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("points", sa.Float, nullable=True),  # null while the game is in progress
)

audience = sa.Table(  # who is connected to which server process, and watches which table there
    "audience",
    metadata,
    sa.Column("server", sa.ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table", sa.String(32), primary_key=True),  # "": connected at all
    sa.Column("person", sa.String(32), primary_key=True),  # "": people who are not signed in
    sa.Column("connections", sa.Integer, nullable=False),
    sa.Index("ix_audience_table", "table", "person"),
)

reports = sa.Table(  # for the moderators of the server
    "reports",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("by", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=True, index=True),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("closed_at", sa.Float, nullable=True),
)

warnings = sa.Table(
    "warnings",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=True),  # when the person confirmed having read it
)
