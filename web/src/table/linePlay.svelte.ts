/**
 * A line of moves that is played out on a local table, with the table's own animation: each move is pointed at, then made.
 *
 * Without motion the last position is shown at once.
 */

import type { Mark, Sentence } from "../games";
import { hasMotion } from "../site/settings.svelte";
import type { LineEvent, BoardPosition } from "../wire/messages";
import type { LocalTable } from "./localTable.svelte";

const POINT_MS = 700; // a move is pointed at
const STEP_MS = 900; // from one move to the next
const LOOK_MS = 150; // between two looks at whether the board is at rest

export class LinePlay {
  line = $state.raw<LineEvent[]>([]);
  at = $state(0); // moves that were made
  marks = $state.raw<Mark[]>([]); // of the move that is made next
  scoring = $state.raw<Sentence | null>(null); // on the board now
  isPlaying = $state(false);
  /** The move that is being made, or pointed at. */
  readonly now = $derived.by((): LineEvent | undefined => this.line[Math.max(0, this.marks.length ? this.at : this.at - 1)]);
  private isSkipped = false;
  private wake = () => {};
  private run = 0; // counts lines, so that one that was left makes no more moves

  constructor(
    private readonly table: LocalTable,
    private readonly names: () => string[] = () => [],
  ) {}

  /** Play a line from a position to its end; false if it was stopped. */
  async play(start: BoardPosition, line: LineEvent[]): Promise<boolean> {
    const run = this.begin(line);
    const seat = start.turn ?? 0;
    this.rest(start, seat);
    this.isPlaying = true;
    this.isSkipped = !hasMotion();
    for (const event of line) if (!this.isSkipped) await this.step(event, seat, run);
    if (run !== this.run) return false;
    if (this.at < line.length) this.rest(line.at(-1)!.board, seat);
    [this.at, this.marks, this.scoring, this.isPlaying] = [line.length, [], null, false];
    return true;
  }

  /** Show a position of the line's table, at rest. */
  rest(board: BoardPosition, seat: number): void {
    this.table.show(board, [], { seat, names: this.names() });
  }

  /** Go to the end at once. */
  skip(): void {
    this.isSkipped = true;
    this.wake();
  }

  /** Make no more moves. */
  stop(): void {
    this.begin([]);
  }

  private begin(line: LineEvent[]): number {
    [this.line, this.at, this.marks, this.scoring, this.isPlaying] = [line, 0, [], null, false];
    return ++this.run;
  }

  /** Point at a move and make it. */
  private async step(event: LineEvent, seat: number, run: number): Promise<void> {
    const isOver = () => run !== this.run || this.isSkipped;
    this.marks = seen(event, seat);
    await this.pause(this.marks.length ? POINT_MS : 0);
    if (isOver()) return;
    this.marks = [];
    this.at += 1;
    this.table.show(event.board, [event], { seat, names: this.names() });
    await this.pause(STEP_MS);
    while (this.scoring && !isOver()) await this.pause(LOOK_MS);
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, milliseconds);
    });
  }
}

/** A move as marks: of another seat it is a danger, without the count of tiles, which would read as points. */
export const seen = (event: LineEvent, seat: number): Mark[] =>
  event.data.seat === seat
    ? event.marks
    : event.marks.map((mark) => (mark.kind === "path" || mark.kind === "take" ? { ...mark, kind: "danger", n: undefined } : mark));
