/** Where the points of a game of BLUE came from: each player's colour, its chains and its circles. */

import type { Sentence } from "../kit/interface";
import { type Tally, addPoints, emptyRow } from "../kit/tally";

export const tally: Tally = (events, players) => {
  const [chains, circles] = ["chains", "circles"].map((name) => ({
    ...emptyRow({ code: `blue.tally.${name}` }, players),
    counts: Array<number>(players).fill(0),
  }));
  const words = Array<Sentence | null>(players).fill(null);
  for (const { steps } of events)
    for (const step of steps) {
      if (step.kind === "lay") words[step.seat as number] = { code: `blue.colour.${step.colour}` };
      else if (step.kind === "chain") addPoints(chains, step);
      else if (step.kind === "circle") addPoints(circles, step);
    }
  return [{ ...emptyRow({ code: "blue.tally.colour" }, players), words }, chains, circles];
};
