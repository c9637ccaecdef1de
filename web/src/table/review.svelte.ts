/**
 * The review of a finished game: its entries as they grow on the server, and what follows from them.
 *
 * An entry has the expectations after a move or deal; the one of ply 0 those before the first.
 */

import { Problem, streamLines } from "../wire/http";
import type { ReviewEntry } from "../wire/messages";
import { formatNumber } from "../words/texts.svelte";

export type Entry = ReviewEntry;

export class GameReview {
  plies = $state<number | null>(null); // moves and deals of the game; null until the server has answered
  entries = $state.raw<Entry[]>([]); // from ply 0 on
  isRunning = $state(false);
  problem = $state.raw<Problem | null>(null); // why it stopped
  isComplete = $derived(this.plies !== null && this.entries.length > this.plies);
  private stop: AbortController | null = null; // ends the reading that runs

  constructor(readonly table: string) {}

  /** Read the review, and let the server make or continue it if needed. */
  async read(): Promise<void> {
    if (this.isRunning) return;
    const stop = (this.stop = new AbortController());
    [this.isRunning, this.problem] = [true, null];
    try {
      for await (const line of streamLines(stop.signal, "POST /tables/{table}/review", { table: this.table })) {
        if (line.type === "review") this.plies = line.plies;
        else if (line.ply === this.entries.length) this.entries = [...this.entries, line];
      }
    } catch (reason) {
      if (!(reason instanceof Problem)) throw reason;
      if (!stop.signal.aborted) this.problem = reason;
    } finally {
      this.isRunning = false;
    }
  }

  /** Stop reading, as the page is left. */
  close(): void {
    this.stop?.abort();
  }
}

/** Points with their sign. */
export const signed = (points: number): string => `${points > 0 ? "+" : ""}${formatNumber(points, 1)}`;

export const GRADES = ["inaccuracy", "mistake", "blunder"] as const;

/** The points that an entry gave a seat: of its own moves the loss, of the only opponent's too, else the change of the lead. */
export function pointsOf(entries: Entry[], ply: number, seat: number): number {
  const { judgement, seat: mover, lead } = entries[ply];
  if (judgement && mover === seat) return -judgement.loss;
  if (judgement && lead.length === 2) return judgement.loss;
  return lead[seat] - entries[ply - 1].lead[seat];
}

/** The moves of a seat that have a grade, in order. */
export function mistakes(entries: Entry[], seat: number): Entry[] {
  return entries.filter((entry) => entry.seat === seat && entry.judgement?.grade);
}

/** The mean accuracy of a seat's moves; null before its first one. */
export function accuracy(entries: Entry[], seat: number): number | null {
  const own = entries.flatMap((entry) => (entry.seat === seat && entry.judgement ? [entry.judgement.accuracy] : []));
  return own.length ? own.reduce((sum, each) => sum + each) / own.length : null;
}

/** Where the lead of a seat came from; the first four add up to the last. */
export interface LeadParts {
  start: number; // expected before the first deal
  deals: number;
  own: number; // the seat's own moves
  others: number; // the moves of the others
  end: number;
}

export function leadParts(entries: Entry[], seat: number): LeadParts {
  const sum = (counts: (mover: number | null) => boolean) =>
    entries.slice(1).reduce((total, entry) => total + (counts(entry.seat) ? entry.lead[seat] - entries[entry.ply - 1].lead[seat] : 0), 0);
  return {
    start: entries[0].lead[seat],
    deals: sum((mover) => mover === null),
    own: sum((mover) => mover === seat),
    others: sum((mover) => mover !== null && mover !== seat),
    end: entries.at(-1)!.lead[seat],
  };
}
