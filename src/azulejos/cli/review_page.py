"""A review as one HTML page that loads nothing: graphs, a summary, boards of graded moves."""

from collections.abc import Callable, Sequence
from html import escape

from azulejos.record import Record
from azulejos.search.annotation import MARKS, grade_text
from azulejos.search.review import Evaluation, ReviewedEntry, Summary
from azulejos.text import Text, render

WIDTH, HEIGHT, EDGE = 720.0, 220.0, 40.0  # of a graph, and the room for its labels
Say = Callable[..., str]  # a sentence by its code and arguments, as HTML
STROKES = ("#2563eb", "#d97706", "#0d9488", "#be185d")  # of the seats

STYLE = """
:root { color-scheme: light dark; --line: light-dark(#cbd5e1, #475569) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  background: light-dark(#fff, #111827) }
svg { max-width: 100%; height: auto } section > svg { background: #fff; border-radius: .5rem }
.graph text { font-size: 12px; fill: currentColor } .graph { overflow: visible }
.axis { stroke: var(--line) } .scroll { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
td, th { border-bottom: 1px solid var(--line); padding: .25rem .75rem; text-align: end }
th:first-child, td:first-child { text-align: start; white-space: nowrap }
.entries :is(th, td):last-child { text-align: start }
section { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 1rem 0 }
"""


def review_page(
    record: Record, entries: list[ReviewedEntry], summaries: list[Summary], language: str
) -> str:
    """The page."""

    def say(code: str, **args: object) -> str:
        return escape(render(Text(code, args), language))

    evaluations = [entries[0].before, *(entry.after for entry in entries)]
    graded = [entry for entry in entries if is_graded(entry)]
    title = say("review.title", game=record.game)
    parts = [
        f"<h1>{title}</h1>",
        f"<h2>{say('review.lead')}</h2>",
        lead_graph(evaluations, entries, say("review.lead")),
        f"<p>{legend(len(summaries), say)} {say('review.band')}</p>",
        f"<h2>{say('review.win')}</h2>",
        win_graph(evaluations, say("review.win")),
        summary_table(summaries, say),
        f"<h2>{say('review.worst')}</h2>" if graded else "",
        *(mistake_section(record, entry, language) for entry in graded),
        f"<h2>{say('review.moves')}</h2>",
        entry_table(entries, say),
    ]
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return (
        f'<!doctype html><html lang="{language}"><head>{head}<title>{title}</title>'
        f"<style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


# ---- Graphs


def lead_graph(evaluations: Sequence[Evaluation], entries: list[ReviewedEntry], label: str) -> str:
    """The expected lead of each seat, with a band of its spread."""
    seats = range(len(evaluations[0].points))
    spreads = [entries[0].spread, *(entry.spread for entry in entries)]
    leads = {seat: [each.lead(seat) for each in evaluations] for seat in seats}
    bands = {
        seat: [
            (lead - spread[seat], lead + spread[seat])
            for lead, spread in zip(leads[seat], spreads, strict=True)
        ]
        for seat in seats
    }
    most = max(1.0, *(abs(edge) for band in bands.values() for pair in band for edge in pair))
    drawn = [
        f'<polygon fill="{STROKES[seat]}" fill-opacity=".12" points="'
        f"{points([high for _, high in bands[seat]], -most, most)} "
        f'{" ".join(reversed(points([low for low, _ in bands[seat]], -most, most).split()))}"/>'
        for seat in seats
    ]
    drawn += [line(seat, leads[seat], -most, most) for seat in seats]
    return graph(drawn, [(most, f"{most:+.0f}"), (0.0, "0"), (-most, f"{-most:+.0f}")], label)


def win_graph(evaluations: Sequence[Evaluation], label: str) -> str:
    """The expected win share of each seat."""
    seats = range(len(evaluations[0].win))
    drawn = [line(seat, [each.win[seat] for each in evaluations], 0.0, 1.0) for seat in seats]
    return graph(drawn, [(1.0, "100 %"), (0.5, "50 %"), (0.0, "0 %")], label)


def graph(drawn: list[str], marks: list[tuple[float, str]], label: str) -> str:
    """A graph with horizontal lines at marks, from the highest to the lowest."""
    low, high = marks[-1][0], marks[0][0]
    axes = [
        f'<path class="axis" d="M{EDGE} {y:.1f}H{WIDTH}"/><text x="0" y="{y + 4:.1f}">{name}</text>'
        for y, name in ((height_of(value, low, high), name) for value, name in marks)
    ]
    return (
        f'<svg class="graph" role="img" aria-label="{label}" viewBox="0 -8 {WIDTH} {HEIGHT + 16}">'
        f"{''.join(axes)}{''.join(drawn)}</svg>"
    )


def line(seat: int, values: list[float], low: float, high: float) -> str:
    """The line of a seat."""
    return (
        f'<polyline fill="none" stroke="{STROKES[seat]}" stroke-width="2" '
        f'points="{points(values, low, high)}"/>'
    )


def points(values: list[float], low: float, high: float) -> str:
    """Values over the width of a graph, as the points of an SVG element."""
    step = (WIDTH - EDGE) / max(1, len(values) - 1)
    pairs = ((EDGE + i * step, height_of(value, low, high)) for i, value in enumerate(values))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in pairs)


def height_of(value: float, low: float, high: float) -> float:
    """Where a value lies between the bottom and the top of a graph."""
    return HEIGHT * (high - value) / (high - low)


def legend(players: int, say: Say) -> str:
    """The colours of the seats."""
    return " ".join(
        f'<span style="color:{STROKES[seat]}">▬</span> {say("review.seat", seat=seat)}'
        for seat in range(players)
    )


# ---- Tables and boards


def summary_table(summaries: list[Summary], say: Say) -> str:
    """Accuracy, and where the lead of each seat came from."""
    names = ("accuracy", "loss", "start", "deals", "own", "others", "end")
    rows = [
        [
            say("review.seat", seat=summary.seat),
            f"{summary.accuracy:.0%}",
            f"{summary.loss:.1f}",
            f"{summary.lead.at_start:+.1f}",
            f"{summary.lead.by_deals:+.1f}",
            f"{summary.lead.by_own_moves:+.1f}",
            f"{summary.lead.by_other_moves:+.1f}",
            f"{summary.lead.at_end:+.1f}",
        ]
        for summary in summaries
    ]
    return table(["", *(say(f"review.{name}") for name in names)], rows)


def entry_table(entries: list[ReviewedEntry], say: Say) -> str:
    """All moves and deals, with the evaluations after them."""
    seats = range(len(entries[0].after.win))
    head = [say("review.ply")]
    head += [f"{say('review.seat', seat=seat)}" for seat in seats] + [say("review.played")]
    rows = [
        [
            str(entry.ply),
            *(f"{entry.after.win[seat]:.0%} · {entry.after.points[seat]:.1f}" for seat in seats),
            escape(entry.text if entry.seat is None else f"{entry.seat}: {entry.text}")
            + mark_of(entry),
        ]
        for entry in entries
    ]
    return f'<div class="entries">{table(head, rows)}</div>'


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table; its cells are HTML."""
    cells = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{cells}</tr>{body}</table></div>'


def mark_of(entry: ReviewedEntry) -> str:
    """The mark of a graded move, "" for other entries."""
    return f" {MARKS[entry.judgement.grade]}" if entry.judgement and is_graded(entry) else ""


def is_graded(entry: ReviewedEntry) -> bool:
    return entry.judgement is not None and bool(entry.judgement.grade)


def mistake_section(record: Record, entry: ReviewedEntry, language: str) -> str:
    """A move that lost points: the board before it, what was better, and why."""
    assert entry.judgement
    args = {"ply": entry.ply, "seat": entry.seat, "move": entry.text}
    texts = [grade_text(entry.judgement), *(reason.text for reason in entry.judgement.reasons)]
    said = "".join(f"<p>{escape(render(text, language))}</p>" for text in texts)
    title = escape(render(Text("review.move", args), language))
    board = record.position(entry.ply - 1).svg(language)
    return f"<section><h3>{title}{mark_of(entry)}</h3>{said}{board}</section>"
