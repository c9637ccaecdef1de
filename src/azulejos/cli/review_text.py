"""A review printed for people: its entries, a graph of the lead, and a summary of each seat."""

from azulejos.search.annotation import MARKS, grade_text
from azulejos.search.review import ReviewedEntry, Summary
from azulejos.text import Text, render

GRAPH_COLUMNS, GRAPH_ROWS = 64, 11


def print_review(entries: list[ReviewedEntry], summaries: list[Summary], language: str) -> None:
    """Print all moves and deals, the graph, then the summary of each seat."""
    print(render(Text("cli.analyse.head"), language))
    for entry in entries:
        print(*entry_lines(entry, language), sep="\n")
    print("", render(Text("cli.analyse.graph"), language), *graph_lines(entries), sep="\n")
    for summary in summaries:
        print("", *summary_lines(summary, language), sep="\n")


def entry_lines(entry: ReviewedEntry, language: str) -> list[str]:
    """The lines for a move or deal: the evaluation after it and, with a grade, what was better."""
    chances = " ".join(f"{share:4.0%}" for share in entry.after.win)
    expected = " ".join(f"{value:5.1f}" for value in entry.after.points)
    first = f"{entry.ply:3}. {chances}  {expected}   {entry_name(entry)}"
    judgement = entry.judgement
    if judgement is None or not judgement.grade:
        return [first]
    below = [grade_text(judgement), *(reason.text for reason in judgement.reasons)]
    marked = f"{first} {MARKS[judgement.grade]}"
    return [marked, *(f"       {render(text, language)}" for text in below)]


def entry_name(entry: ReviewedEntry) -> str:
    """A move with its seat, or a deal in angle brackets."""
    return f"<{entry.text}>" if entry.seat is None else f"{entry.seat}: {entry.text}"


def graph_lines(entries: list[ReviewedEntry]) -> list[str]:
    """The expected lead of each seat over the game, drawn with the digits of the seats.

    With two seats only the first is drawn: the lead of the other is its opposite.
    """
    evaluations = [entries[0].before, *(entry.after for entry in entries)]
    columns = min(GRAPH_COLUMNS, len(evaluations))
    chosen = [
        evaluations[i * (len(evaluations) - 1) // max(1, columns - 1)] for i in range(columns)
    ]
    players = len(evaluations[0].points)
    seats = [0] if players == 2 else list(range(players))
    leads = {seat: [evaluation.lead(seat) for evaluation in chosen] for seat in seats}
    every = [0.0, *(lead for line in leads.values() for lead in line)]
    low, high = min(every), max(every)
    step = max(1.0, (high - low) / (GRAPH_ROWS - 1))
    top = round(high / step)  # rows above the line of no lead
    bottom = round(low / step)
    rows = {row: ["·" if row == 0 else " "] * columns for row in range(top, bottom - 1, -1)}
    for seat, line in leads.items():
        for column, lead in enumerate(line):
            rows[round(lead / step)][column] = str(seat)
    return [f"{row * step:+6.1f} ┤{''.join(drawn).rstrip()}" for row, drawn in rows.items()]


def summary_lines(summary: Summary, language: str) -> list[str]:
    """The lines for the summary of a seat."""
    swings = (f"{entry.ply}. {entry.swing(summary.seat):+.1f}" for entry in summary.swings)
    args = {"seat": summary.seat, "accuracy": f"{summary.accuracy:.0%}", **summary.grades}
    lead = summary.lead
    parts = {
        "start": lead.at_start,
        "deals": lead.by_deals,
        "own": lead.by_own_moves,
        "others": lead.by_other_moves,
        "end": lead.at_end,
    }
    texts = [
        Text("cli.analyse.summary", args | {"loss": f"{summary.loss:.1f}"}),
        Text("cli.analyse.lead", {name: f"{0 + round(n, 1):+.1f}" for name, n in parts.items()}),
        Text("cli.analyse.swings", {"swings": ", ".join(swings)}),
    ]
    return [render(text, language) for text in texts]
