/** Where the points of a game of BLUE came from: each player's colour, its chains and its circles. */

import type { Sentence } from "../kit/interface";
import { type Tally, addPoints, emptyRow } from "../kit/tally";
import { FACTS } from "./facts";

export const tally: Tally = (events, players) => {
  const row = (id: string, worth: number) => ({ ...emptyRow(id, { code: `blue.tally.${id}`, args: { points: worth } }, players), worth });
  const [chains, circles] = [row("chains", FACTS.points.chain), row("circles", FACTS.points.circle)];
  const words = Array<Sentence | null>(players).fill(null);
  for (const { steps } of events)
    for (const step of steps) {
      if (step.kind === "lay") words[step.seat as number] = { code: `blue.colour.${step.colour}` };
      else if (step.kind === "chain") addPoints(chains, step);
      else if (step.kind === "circle") addPoints(circles, step);
    }
  return [{ ...emptyRow("colour", { code: "blue.tally.colour" }, players), words }, chains, circles];
};
