/** Reads the steps of BLUE's moves: flights and costs. */

import type { Flight } from "../kit/flight";
import type * as page from "../kit/interface";
import type { Step } from "./facts";

const typed = (steps: page.Step[]) => steps as unknown as Step[];

/** The chains and circles of other seats that a move closes. */
export function costs(steps: page.Step[]): page.Sentence[] {
  const mover = typed(steps).find((step) => step.kind === "lay")?.seat;
  return typed(steps).flatMap((step) => {
    if ((step.kind !== "chain" && step.kind !== "circle") || step.seat === null || step.seat === mover) return [];
    return [{ code: `blue.cost.${step.kind}`, args: { seat: step.seat, points: step.points } }];
  });
}

/** The flight of the tile that a move lays, from the supply to its place. */
export const flightsOf = (steps: page.Step[]): Flight[] =>
  typed(steps).flatMap((step) => (step.kind === "lay" ? [{ from: `supply-${step.segment}`, to: step.place, wave: 0 }] : []));
