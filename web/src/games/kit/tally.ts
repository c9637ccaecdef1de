/** Where the points of a game came from, as a table: rows of sources, a column for each seat. */

import type { GameEvent, Sentence, Step } from "./interface";

/** The points of a source by seat. */
interface Points {
  label: Sentence;
  points: number[];
}

/** A row of the table; the points of all rows add up to the scores. */
export interface TallyRow extends Points {
  id: string;
  worth?: number; // of each thing, where each scores the same
  parts?: Points[]; // that add up to the row's points
  isFinal?: boolean; // scored after the game only
  words?: (Sentence | null)[]; // by seat: what stands there instead of points
}

/** Reads the steps of all moves and deals of a game, in order, without those taken back. */
export type Tally = (events: GameEvent[], players: number) => TallyRow[];

/** Points of a source that has brought none yet. */
export const noPoints = (label: Sentence, players: number): Points => ({ label, points: Array<number>(players).fill(0) });

/** A row without points yet. */
export const emptyRow = (id: string, label: Sentence, players: number): TallyRow => ({ id, ...noPoints(label, players) });

/** Add the points of a step to the seat that it names. */
export function addPoints(row: Points, step: Step): void {
  if (typeof step.seat === "number") row.points[step.seat] += step.points as number;
}

/** The points of several sources together, by seat. */
export const sumOf = (rows: Points[], players: number): number[] =>
  Array.from({ length: players }, (_, seat) => rows.reduce((sum, { points }) => sum + points[seat], 0));
