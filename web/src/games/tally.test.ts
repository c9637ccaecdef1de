/** Where points came from: the rows of a game add up to its score. */

import { describe, expect, it } from "vitest";
import { tally as azul } from "./azul/tally";
import { tally as blue } from "./blue/tally";
import type { GameEvent, Step } from "./kit/interface";

const event = (kind: string, ...steps: Step[]): GameEvent => ({ version: 0, kind, data: {}, steps });
const lay = (seat: number, points: number): Step => ({ kind: "lay", seat, points });

describe("Azul", () => {
  const rows = azul(
    [
      event("dealt"),
      event("moved", lay(0, 3), lay(1, 1), { kind: "pay", seat: 0, cost: 4, points: -3 }),
      event("dealt"),
      event("moved", lay(0, 2), { kind: "bonus", seat: 0, count: 1, points: 2, case: "rows" }),
    ],
    2,
  );

  it("has a row for the tiles of all rounds, the floor line and each bonus", () => {
    expect(rows.map(({ label, points }) => [label.code, points])).toEqual([
      ["azul.tally.rounds", [5, 1]],
      ["azul.tally.floor", [-3, 0]],
      ["azul.tally.rows", [2, 0]],
      ["azul.tally.columns", [0, 0]],
      ["azul.tally.colours", [0, 0]],
    ]);
    expect(rows[0].parts!.map(({ points }) => points)).toEqual([
      [3, 1],
      [2, 0],
    ]);
  });
});

describe("BLUE", () => {
  it("counts chains and circles of the seats' colours, and none of a colour that nobody plays", () => {
    const chain = (seat: number | null, points: number): Step => ({ kind: "chain", seat, colour: "g", points });
    const circle: Step = { kind: "circle", seat: 1, colour: "b", points: 1 };
    const [colours, chains, circles] = blue(
      [event("moved", { kind: "lay", seat: 1, colour: "b" }, chain(0, 10), chain(null, 0)), event("moved", circle, circle)],
      2,
    );
    expect(colours.words).toEqual([null, { code: "blue.colour.b" }]);
    expect([chains.points, circles.points]).toEqual([
      [10, 0],
      [0, 2],
    ]);
  });
});
