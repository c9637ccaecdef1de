/** The bonuses of the final scoring: which rows, columns and colours of a wall are complete (A24), and the beats that tell them. */

import type { Beat } from "../kit/finalScoring.svelte";
import { FACTS, type Step } from "./facts";
import { COLOURS, type Colour, type Position, ROWS } from "./position";

export type BonusKind = "rows" | "columns" | "colours";
type Bonus = Extract<Step, { kind: "bonus" }>;

/** The complete parts of a wall: rows and columns from 0. */
export interface Bonuses {
  rows: number[];
  columns: number[];
  colours: Colour[];
  now: BonusKind | null; // that is shown now
}

/** Everything that is complete on a wall. */
export const bonusesOf = (wall: string[]): Bonuses => ({
  rows: ROWS.filter((row) => !wall[row].includes(".")),
  columns: ROWS.filter((column) => wall.every((row) => row[column] !== ".")),
  colours: COLOURS.filter((colour) => wall.every((row) => row.includes(colour))),
  now: null,
});

/** The bonuses of a wall that are shown after some beats. */
export function toldBonuses(wall: string[], told: Beat[], seat: number): Bonuses {
  const found = bonusesOf(wall);
  const rows = told.filter((beat) => beat.seat === seat).map((beat) => beat.row);
  const part = <T>(kind: BonusKind, items: T[]) => (rows.includes(kind) ? items : []);
  const now = told.at(-1)?.seat === seat ? (told.at(-1)!.row as BonusKind) : null;
  return { rows: part("rows", found.rows), columns: part("columns", found.columns), colours: part("colours", found.colours), now };
}

/** The beats of the bonuses, seat by seat: the last place first, the winner last. */
export function bonusBeats(steps: Step[], before: Position): Beat[] {
  const bonuses = steps.filter((step): step is Bonus => step.kind === "bonus");
  const total = before.boards.map(({ score }, seat) => score + bonuses.filter((step) => step.seat === seat).reduce((sum, step) => sum + step.points, 0));
  const seats = [...before.boards.keys()].toSorted((a, b) => total[a] - total[b]);
  return seats.flatMap((seat) => bonuses.filter((step) => step.seat === seat).map((step) => beatOf(step, before.boards[seat].wall)));
}

function beatOf({ seat, count, points, case: kind }: Bonus, wall: string[]): Beat {
  const isOne = kind === "colours" && count === 1;
  const args = isOne ? { n: FACTS.rows, colour: { code: `azul.colour.${bonusesOf(wall).colours[0]}` } } : { n: count };
  return { seat, row: kind, points, title: { code: `azul.final.${isOne ? "colour" : kind}`, args }, isStop: true };
}
