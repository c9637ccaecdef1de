"""`azulejos admin`: what the host of a server needs, also while servers run on the database.

Lists go to standard output, as columns or with `--json` as JSON. Every act is one line there, and
is recorded in the database (`azulejos admin acts`).
"""

import argparse
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

from azulejos.cli.console import Parser, number_between, say
from azulejos.contract.rules import Json
from azulejos.server.app import personal_rows
from azulejos.server.host import acts, moderation, people
from azulejos.server.host.acts import Host, list_acts
from azulejos.server.school.puzzles import consented_records
from azulejos.server.settings import load_settings
from azulejos.wire.accounts import Reason

STATUSES = ("open", "playing", "over", "closed")
DEFAULT_LIMIT = 50  # rows of a list

Command = Callable[[Host, argparse.Namespace], None]


def run(arguments: list[str]) -> int:
    chosen = make_parser().parse_args(arguments)
    settings = load_settings({"database": chosen.database}, file=chosen.settings)
    command: Command = chosen.command
    with Host(settings.database) as host:
        command(host, chosen)
    return 0


# ---- Arguments


def make_parser() -> Parser:
    """The parser of all subcommands."""
    parser = Parser("azulejos admin", description=say("cli.admin"))
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    def add(name: str, command: Command, *positionals: str, is_list: bool = False) -> Parser:
        text = say(f"cli.admin.{name}")
        added: Parser = commands.add_parser(name, help=text, description=text)
        added.set_defaults(command=command)
        for positional in positionals:
            added.add_argument(positional.lower(), metavar=positional)
        added.add("--database", "settings.database", metavar="URL")
        added.add("--settings", "cli.serve.settings", metavar="FILE", type=Path)
        if is_list:
            limit = number_between(1, 1_000_000)
            added.add_argument("--limit", metavar="N", type=limit, default=DEFAULT_LIMIT)
            added.add("--json", "cli.json", action="store_true")
        return added

    add("tables", show_tables, is_list=True).add_argument("--status", choices=STATUSES)
    add("quarantined", show_quarantined, is_list=True)
    add("people", show_people, is_list=True).add_argument("name", metavar="NAME", nargs="?")
    add("bans", show_bans, is_list=True)
    add("acts", show_acts, is_list=True)
    add("records", show_records, is_list=True)
    add("end", end, "TABLE")
    add("annul", annul, "TABLE")
    add("quarantine", quarantine, "TABLE")
    add("repair", repair, "TABLE")
    add("rename", rename, "PERSON", "NAME")
    banning = add("ban", ban, "WHO")
    banning.add_argument("--days", metavar="N", type=number_between(0.0, 36_500.0))
    banning.add_argument("--reason", metavar="TEXT", default="")
    add("unban", unban, "WHO")
    add("reports", show_reports, is_list=True).add_argument("--all", action="store_true")
    add("close", close, "REPORT")
    add("words", show_words, "TABLE", is_list=True)
    add("history", show_history, "PERSON")
    warning = add("warn", warn, "PERSON")
    warning.add_argument("--reason", choices=get_args(Reason), default="words")
    add("moderator", moderator, "NAME").add_argument("--end", action="store_true")
    add("export", export, "PERSON")
    add("delete", delete, "PERSON")
    return parser


# ---- Lists


def show_tables(host: Host, chosen: argparse.Namespace) -> None:
    found = host.act(acts.list_tables, chosen.status, chosen.limit)
    print_rows(found, chosen, table_columns)


def table_columns(summary: Json) -> list[str]:
    seats = (seat["name"] or seat["bot"] or "–" for seat in summary["seats"])
    kind = "rated" if summary["is_rated"] else "casual"
    what = f"{summary['game']}-{summary['players']}"
    moved = date_text(summary["moved_at"])
    return [summary["table"], summary["status"], what, kind, moved, ", ".join(seats)]


def show_quarantined(host: Host, chosen: argparse.Namespace) -> None:
    found = host.act(acts.list_quarantined)[: chosen.limit]
    print_rows(
        found,
        chosen,
        lambda row: [row["id"], row["status"], row["game"], date_text(row["quarantined_at"])],
    )


def show_records(host: Host, chosen: argparse.Namespace) -> None:
    """Print records that may become puzzles: text, or a line of JSON each."""
    for record in host.act(lambda act: list(consented_records(act.connection, chosen.limit))):
        print(json.dumps(record.to_json()) if chosen.json else record.to_text())


def show_people(host: Host, chosen: argparse.Namespace) -> None:
    found = host.act(people.list_people, chosen.name, chosen.limit)
    print_rows(found, chosen, lambda row: [row["id"], row["kind"], day(row), row["name"]])


def day(row: Json) -> str:
    return date_text(row["created_at"])


def show_bans(host: Host, chosen: argparse.Namespace) -> None:
    def columns(ban: Json) -> list[str]:
        until = "–" if ban["ends_at"] is None else date_text(ban["ends_at"])
        who = ban["network"] or f"{ban['person']} {ban['name']}"
        return [who, day(ban), until, ban["reason"]]

    print_rows(host.act(people.list_bans)[: chosen.limit], chosen, columns)


def show_acts(host: Host, chosen: argparse.Namespace) -> None:
    def columns(row: Json) -> list[str]:
        detail = json.dumps(row["detail"], ensure_ascii=False)
        return [date_text(row["at"]), row["by"], row["act"], row["subject"], detail]

    print_rows(host.act(list_acts, chosen.limit), chosen, columns)


def show_reports(host: Host, chosen: argparse.Namespace) -> None:
    def columns(row: Json) -> list[str]:
        state = "open" if row["closed_at"] is None else "closed"
        who = f"{row['person']} {row['person_name']}"
        return [row["id"], date_text(row["at"]), state, row["reason"], row["table"] or "–", who]

    found = host.act(moderation.list_reports, chosen.limit, chosen.all)
    print_rows(found, chosen, columns)


def show_words(host: Host, chosen: argparse.Namespace) -> None:
    def columns(row: Json) -> list[str]:
        said = row["text"] or f"({row['phrase']})"
        return [date_text(row["at"]), f"{row['person']} {row['name']}", said]

    print_rows(host.act(moderation.list_words, chosen.table)[: chosen.limit], chosen, columns)


def show_history(host: Host, chosen: argparse.Namespace) -> None:
    print_json(host.act(moderation.history_of, chosen.person))


def print_rows(
    rows: list[Json], chosen: argparse.Namespace, columns: Callable[[Json], list[str]]
) -> None:
    """Print rows as aligned columns, or as a JSON array."""
    if chosen.json:
        print_json(rows)
        return
    lines = [columns(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


def date_text(at: float) -> str:
    """A time to the minute, in UTC."""
    return datetime.fromtimestamp(at, UTC).isoformat(" ", "minutes").removesuffix("+00:00")


# ---- Acts


def end(host: Host, chosen: argparse.Namespace) -> None:
    host.act(acts.end_table, chosen.table)
    print(say("cli.admin.end.done", table=chosen.table))


def annul(host: Host, chosen: argparse.Namespace) -> None:
    host.act(acts.annul_table, chosen.table)
    print(say("cli.admin.annul.done", table=chosen.table))


def quarantine(host: Host, chosen: argparse.Namespace) -> None:
    host.act(acts.quarantine_table, chosen.table)
    print(say("cli.admin.quarantine.done", table=chosen.table))


def repair(host: Host, chosen: argparse.Namespace) -> None:
    deleted = host.act(acts.repair_table, chosen.table)
    print(say("cli.admin.repair.done", table=chosen.table, n=deleted))


def rename(host: Host, chosen: argparse.Namespace) -> None:
    name = people.rename_person(host, chosen.person, chosen.name)
    print(say("cli.admin.rename.done", old=chosen.person, new=name))


def ban(host: Host, chosen: argparse.Namespace) -> None:
    who = host.act(people.ban, chosen.who, chosen.days, chosen.reason)
    print(say("cli.admin.ban.done", who=who))


def unban(host: Host, chosen: argparse.Namespace) -> None:
    print(say("cli.admin.unban.done", who=host.act(people.unban, chosen.who)))


def close(host: Host, chosen: argparse.Namespace) -> None:
    host.act(moderation.close_report, chosen.report)
    print(say("cli.admin.close.done", report=chosen.report))


def warn(host: Host, chosen: argparse.Namespace) -> None:
    print(say("cli.admin.warn.done", who=host.act(moderation.warn, chosen.person, chosen.reason)))


def moderator(host: Host, chosen: argparse.Namespace) -> None:
    name = host.act(moderation.set_moderator, chosen.name, not chosen.end)
    print(say(f"cli.admin.moderator.{'ended' if chosen.end else 'done'}", name=name))


def export(host: Host, chosen: argparse.Namespace) -> None:
    print_json(people.export_person(host, chosen.person, personal_rows()))


def delete(host: Host, chosen: argparse.Namespace) -> None:
    name = people.delete_person(host, chosen.person, personal_rows())
    print(say("cli.admin.delete.done", person=chosen.person, name=name))
