/** Where the points of a game of Azul came from: the tiles of each round, the floor line, the bonuses. */

import { type Tally, addPoints, emptyRow, noPoints, sumOf } from "../kit/tally";
import { FACTS } from "./facts";

const BONUSES = { rows: FACTS.bonuses.row, columns: FACTS.bonuses.column, colours: FACTS.bonuses.colour };

export const tally: Tally = (events, players) => {
  const rounds: ReturnType<typeof noPoints>[] = [];
  const floor = emptyRow("floor", { code: "azul.tally.floor" }, players);
  const bonuses = Object.entries(BONUSES).map(([id, points]) => ({ ...emptyRow(id, { code: `azul.tally.${id}`, args: { points } }, players), isFinal: true }));
  for (const event of events) {
    if (event.kind === "dealt") rounds.push(noPoints({ code: "azul.page.round", args: { number: rounds.length + 1 } }, players));
    for (const step of event.steps) {
      if (step.kind === "lay") addPoints(rounds.at(-1)!, step);
      else if (step.kind === "pay") addPoints(floor, step);
      else if (step.kind === "bonus")
        addPoints(
          bonuses.find(({ id }) => id === step.case)!,
          step,
        );
    }
  }
  const tiles = { ...emptyRow("rounds", { code: "azul.tally.rounds", args: { n: rounds.length } }, players), points: sumOf(rounds, players), parts: rounds };
  return [tiles, floor, ...bonuses];
};
