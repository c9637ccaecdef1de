/** The merits of a player of Azul, as facts of the game. */

import type { Sentence, Step as PageStep } from "../kit/interface";
import type { Step } from "./facts";

const LEAST_TILE = 5; // points of a tile that are worth a word

/** Rounds in which nothing fell, a tile for many points, and the bonuses of the end. */
export function merits(steps: PageStep[], seat: number): Sentence[] {
  const costs: number[] = []; // of the floor line, by round
  let best: { points: number; round: number } | null = null;
  let ended = 0; // rounds
  const bonuses: Sentence[] = [];
  for (const step of steps as unknown as Step[]) {
    if (step.kind === "deal") ended = costs.push(0) - 1;
    else if (step.kind === "over") ended = costs.length;
    else if (!("seat" in step) || step.seat !== seat) continue;
    else if (step.kind === "pay") costs[costs.length - 1] = step.cost;
    else if (step.kind === "lay" && step.points >= LEAST_TILE && step.points > (best?.points ?? 0)) best = { points: step.points, round: costs.length };
    else if (step.kind === "bonus" && step.case !== "rows")
      bonuses.push({ code: `azul.page.merit.${step.case}`, args: { n: step.count, points: step.points } });
  }
  const clean = costs.slice(0, ended).flatMap((cost, i) => (cost ? [] : [i + 1]));
  return [...cleanMerit(clean), ...bonuses, ...(best ? [{ code: "azul.page.merit.tile", args: { points: best.points, round: best.round } }] : [])];
}

function cleanMerit(rounds: number[]): Sentence[] {
  if (!rounds.length) return [];
  const last = rounds[rounds.length - 1];
  if (rounds.length === 1) return [{ code: "azul.page.merit.clean", args: { n: 1, last } }];
  return [{ code: "azul.page.merit.clean", args: { n: rounds.length, others: rounds.slice(0, -1).join(", "), last } }];
}
