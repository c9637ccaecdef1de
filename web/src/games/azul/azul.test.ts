import { describe, expect, it } from "vitest";
import type { GameEvent, GameView, Sentence } from "../interface";
import { flightsOf } from "./flights";
import azul from "./index";
import { type Position, groups, lastRound, layingsOf, previewOf, runCells } from "./position";
import { circle, oval } from "./ring";

const EMPTY = { lines: ["", "", "", "", ""], wall: Array(5).fill("....."), floor: "", score: 0 };
const position = (changes: Partial<Position> = {}): Position => ({
  wall: "coloured",
  players: 2,
  round: 1,
  turn: 0,
  first: 0,
  idle_rounds: 0,
  displays: ["BBYR", "", "", "", ""],
  centre: "R",
  marker: "centre",
  bag: { B: 1, Y: 0, R: 0, K: 0, W: 0 },
  lid: { B: 0, Y: 0, R: 0, K: 0, W: 0 },
  boards: [EMPTY, EMPTY],
  ...changes,
});
const view = (at: Position, moves: string[] = []): GameView => ({
  version: 1,
  ply: 1,
  status: "playing",
  game: "azul",
  edition: "azul",
  players: 2,
  options: {},
  seats: [{ name: "Inês" }, { name: "Rui" }],
  you: [0],
  turn: 0,
  position: at as unknown as Record<string, unknown>,
  moves,
});
const WORDS: Record<string, Record<string, string>> = {
  en: { "azul.colour.B": "blue", "azul.colour.K": "black", "azul.colour.R": "red", "azul.page.word.centre": "centre", "azul.page.word.floor": "floor" },
  pt: { "azul.colour.B": "azul", "azul.colour.K": "preto", "azul.colour.Y": "amarelo", "azul.page.word.centre": "centro", "azul.page.word.floor": "chão" },
};
const say = (language: string) => (code: string) => WORDS[language][code] ?? code;

describe("what people type", () => {
  it.each([
    ["3B2", "3B2"],
    ["3b2", "3B2"],
    [" 3 b 2 ", "3B2"],
    ["3 blue 4", "3B4"],
    ["c red floor", "CRF"],
    ["centre black 0", "CKF"],
    ["crf", "CRF"],
    ["2>4", "2>4"],
    ["2 4", "2>4"],
    ["3 green 4", null],
    ["3 bl 4", null], // blue or black
    ["", null],
  ])("reads %j", (typed, move) => expect(azul.parseTyped(typed, view(position()), say("en"))).toBe(move));

  it("reads the reader's language, with or without accents", () => {
    expect(azul.parseTyped("3 amarelo chao", view(position()), say("pt"))).toBe("3YF");
    expect(azul.parseTyped("centro azul 1", view(position()), say("pt"))).toBe("CB1");
  });

  it("takes a column alone while one is to be chosen", () => {
    const tiling = position({ tiling: { seat: 0, line: 3 } });
    expect(azul.parseTyped("5", view(tiling), say("en"))).toBe("3>5");
    expect(azul.parseTyped("5", view(position()), say("en"))).toBe(null);
  });
});

describe("flights", () => {
  const event = (move: string, lines: Sentence[] = []): GameEvent => ({ version: 2, kind: "moved", data: { seat: 0, move }, lines });

  it("take the tiles to the line and the floor, and the others to the centre", () => {
    const after = position({ boards: [{ ...EMPTY, lines: ["B", "", "", "", ""], floor: "B" }, EMPTY] });
    expect(flightsOf(event("1B1"), position(), after)).toEqual([
      { from: "1-B-0", to: "line-0-0-0", wave: 0 },
      { from: "1-B-1", to: "floor-0-0", wave: 0 },
      { from: "1-Y-0", to: "C-Y-0", wave: 1 },
      { from: "1-R-0", to: "C-R-1", wave: 1 },
    ]);
  });

  it("take the marker from the centre", () => {
    const after = position({ boards: [{ ...EMPTY, lines: ["", "R", "", "", ""], floor: "M" }, EMPTY] });
    expect(flightsOf(event("CR2"), position(), after)).toEqual([
      { from: "C-R-0", to: "line-0-1-0", wave: 0 },
      { from: "C-M-0", to: "floor-0-0", wave: 0 },
    ]);
  });

  it("take tiles from their lines to the wall", () => {
    const lay = { code: "azul.tell.lay.alone", args: { seat: 1, line: 2, column: 4, points: 1, across: 0, down: 0 } };
    expect(flightsOf(event("2>4", [lay]), position(), position())).toEqual([
      { from: "line-1-1-0", to: "wall-1-1-3", wave: 1 },
    ]);
  });
});

describe("reading", () => {
  it("counts tiles by colour, larger groups first in a display", () => {
    expect(groups("BYRR", true).map((g) => g.colour + g.count)).toEqual(["R2", "B1", "Y1"]);
    expect(groups("RB").map((g) => g.colour)).toEqual(["B", "R"]);
  });

  it("finds the cells of the runs that score", () => {
    const wall = ["BYR..", ".B...", ".....", ".....", "....."];
    const [laying] = layingsOf([
      { code: "azul.tell.lay.across.down", args: { seat: 0, line: 1, column: 2, points: 5, across: 3, down: 2 } },
    ]);
    expect([...runCells(wall, laying)].sort()).toEqual(["0,0", "0,1", "0,2", "1,1"]);
  });

  it("sees from the forecast what goes where", () => {
    const lines = [
      { code: "azul.tell.complete", args: { n: 1, line: 1 } },
      { code: "azul.tell.floor", args: { n: 3, cost: 8 } },
      { code: "azul.tell.lid", args: { n: 2 } },
    ];
    expect(previewOf(1, "3B1", lines)).toEqual({ seat: 1, colour: "B", line: 1, inLine: 1, onFloor: 1, marker: false });
    expect(azul.isCostly(lines)).toBe(true);
    expect(azul.isCostly(lines.slice(0, 1))).toBe(false);
  });

  it("warns of the last round when a row will be full", () => {
    const nearly = { ...EMPTY, lines: ["", "WW", "", "", ""], wall: [".....", ".BYRK", ".....", ".....", "....."] };
    expect(lastRound(position({ boards: [EMPTY, nearly] }))).toEqual({ seat: 1, row: 2 });
    expect(lastRound(position({ boards: [EMPTY, { ...nearly, lines: ["", "W", "", "", ""] }] }))).toBe(null);
  });
});

it.each([5, 7, 9])("keeps %i displays apart, on a circle and on an oval", (count) => {
  const [round, flat] = [count > 7 ? 0.238 : 0.25, count > 7 ? 0.17 : 0.178];
  for (const [spots, size] of [[circle(count, round), round], [oval(count, flat, 0.59), flat]] as const)
    for (const [i, a] of spots.entries())
      for (const b of spots.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(size);
});
