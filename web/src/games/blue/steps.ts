/** What the page reads from the steps of BLUE's moves: flights and costs. */

import type { Flight } from "../kit/flight";
import type * as page from "../kit/interface";
import type { Step } from "./facts";

const typed = (steps: page.Step[]) => steps as unknown as Step[];

/** Whether a move gives points to another seat. */
export function isCostly(steps: page.Step[]): boolean {
  const mover = typed(steps).find((step) => step.kind === "lay")?.seat;
  return typed(steps).some((step) => (step.kind === "chain" || step.kind === "circle") && step.seat !== null && step.seat !== mover);
}

/** The flight of the tile that a move lays, from the supply to its place. */
export const flightsOf = (steps: page.Step[]): Flight[] =>
  typed(steps).flatMap((step) => (step.kind === "lay" ? [{ from: `supply-${step.segment}`, to: step.place, wave: 0 }] : []));
