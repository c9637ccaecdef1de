/** Where the points of a game came from, as a table: rows of sources, a column for each seat. */

import type { GameEvent, Sentence, Step } from "./interface";

export interface TallyRow {
  label: Sentence;
  points: number[]; // by seat
  counts?: number[]; // by seat: of how many things, where each scores the same
  words?: (Sentence | null)[]; // by seat: what stands there instead of points
}

/** Reads the steps of all moves and deals of a game, in order, without those taken back. */
export type Tally = (events: GameEvent[], players: number) => TallyRow[];

/** A row without points yet. */
export const emptyRow = (label: Sentence, players: number): TallyRow => ({ label, points: Array<number>(players).fill(0) });

/** Add the points of a step to the seat that it names. */
export function addPoints(row: TallyRow, step: Step): void {
  if (typeof step.seat !== "number") return;
  row.points[step.seat] += step.points as number;
  if (row.counts) row.counts[step.seat] += 1;
}
