/** Where the points of a game of Azul came from: the tiles of each round, the floor line, the bonuses. */

import { type Tally, type TallyRow, addPoints, emptyRow } from "../kit/tally";
import { FACTS } from "./facts";

const BONUSES = { rows: FACTS.bonuses.row, columns: FACTS.bonuses.column, colours: FACTS.bonuses.colour };

export const tally: Tally = (events, players) => {
  const rounds: TallyRow[] = [];
  const floor = emptyRow({ code: "azul.tally.floor" }, players);
  const bonuses = Object.entries(BONUSES).map(([name, points]) => ({
    name,
    row: emptyRow({ code: `azul.tally.${name}`, args: { points } }, players),
  }));
  for (const event of events) {
    if (event.kind === "dealt") rounds.push(emptyRow({ code: "azul.page.round", args: { number: rounds.length + 1 } }, players));
    for (const step of event.steps) {
      if (step.kind === "lay") addPoints(rounds.at(-1)!, step);
      else if (step.kind === "pay") addPoints(floor, step);
      else if (step.kind === "bonus") addPoints(bonuses.find(({ name }) => name === step.case)!.row, step);
    }
  }
  return [...rounds, floor, ...bonuses.map(({ row }) => row)];
};
