import { describe, expect, it } from "vitest";
import type { BoardView } from "../kit/interface";
import type { Step } from "./facts";
import { closedReason } from "./closed";
import azul from "./index";
import { type Position, groups, lastRound, runCells } from "./position";
import { costs, flightsOf, forecastOf, laysOf, previewOf, shortMove } from "./steps";

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
const view = (at: Position, moves: string[] = []): BoardView => ({
  ply: 1,
  game: "azul",
  players: 2,
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

describe("typed moves", () => {
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

  it("are read in the reader's language, with or without accents", () => {
    expect(azul.parseTyped("3 amarelo chao", view(position()), say("pt"))).toBe("3YF");
    expect(azul.parseTyped("centro azul 1", view(position()), say("pt"))).toBe("CB1");
  });

  it("may be a column alone while one is to be chosen", () => {
    const tiling = position({ tiling: { seat: 0, line: 3 } });
    expect(azul.parseTyped("5", view(tiling), say("en"))).toBe("3>5");
    expect(azul.parseTyped("5", view(position()), say("en"))).toBe(null);
  });
});

const TAKE: Step = { kind: "take", seat: 0, count: 2, colour: "B", source: "1" };
const LAY: Step = { kind: "lay", seat: 1, line: 2, column: 4, colour: "W", points: 5, across: 3, down: 2, case: "both" };

describe("flights", () => {
  it("take the tiles to the line and the floor, and the others to the centre", () => {
    const steps: Step[] = [
      TAKE,
      { kind: "sweep", count: 2, source: "1", tiles: "YR" },
      { kind: "put", seat: 0, count: 1, colour: "B", line: 1, held: 1, case: "complete" },
      { kind: "fall", seat: 0, count: 1, colour: "B", cost: 1, spaces: [0] },
    ];
    expect(flightsOf(steps, position())).toEqual([
      { from: "1-Y-0", to: "C-Y-0", wave: 1 },
      { from: "1-R-0", to: "C-R-1", wave: 1 },
      { from: "1-B-0", to: "line-0-1-0", wave: 0 },
      { from: "1-B-1", to: "floor-0-0", wave: 0 },
    ]);
  });

  it("number the tiles of one colour at both ends", () => {
    const steps: Step[] = [{ kind: "sweep", count: 3, source: "2", tiles: "KKW" }];
    expect(flightsOf(steps, position({ centre: "KR" })).map(({ from, to }) => `${from} ${to}`)).toEqual(["2-K-0 C-K-1", "2-K-1 C-K-2", "2-W-0 C-W-0"]);
  });

  it("take the marker from the centre, unless it lies beside the board", () => {
    const steps: Step[] = [
      { ...TAKE, count: 1, colour: "R", source: "C" },
      { kind: "marker", seat: 0, space: 0, case: "floor" },
      { kind: "put", seat: 0, count: 1, colour: "R", line: 2, held: 2, case: "complete" },
    ];
    expect(flightsOf(steps, position())).toEqual([
      { from: "C-M-0", to: "floor-0-0", wave: 0 },
      { from: "C-R-0", to: "line-0-2-1", wave: 0 },
    ]);
    expect(flightsOf([{ kind: "marker", seat: 0, space: null, case: "beside" }], position())).toEqual([]);
  });

  it("take tiles from their lines to the wall", () => {
    expect(flightsOf([LAY], position())).toEqual([{ from: "line-1-2-0", to: "wall-1-2-4", wave: 1 }]);
  });
});

describe("steps", () => {
  const steps: Step[] = [
    { ...TAKE, seat: 1, count: 4 },
    { kind: "put", seat: 1, count: 1, colour: "B", line: 1, held: 1, case: "complete" },
    { kind: "fall", seat: 1, count: 3, colour: "B", cost: 14, spaces: [6] },
    { kind: "discard", seat: 1, count: 2, colour: "B" },
  ];

  it("say where the tiles of a move would go", () => {
    expect(previewOf(steps)).toEqual({ seat: 1, colour: "B", line: 1, inLine: 1, onFloor: 1, marker: false });
    expect(previewOf([TAKE, { kind: "marker", seat: 0, space: 2, case: "floor" }])?.marker).toBe(true);
    expect(previewOf([LAY])).toBe(null);
  });

  it("say what a move costs that puts something on a floor line, by the spaces it fills", () => {
    const marker = (space: number | null): Step => ({ kind: "marker", seat: 0, space, case: space === null ? "beside" : "floor" });
    expect(costs(steps)).toEqual([{ code: "azul.cost.fall", args: { n: 3, cost: 3 } }]);
    expect(costs(steps.slice(0, 2))).toEqual([]);
    expect(costs([marker(0), { kind: "fall", seat: 0, count: 3, colour: "B", cost: 6, spaces: [1, 2, 3] }])).toEqual([
      { code: "azul.cost.marker", args: { cost: 1 } },
      { code: "azul.cost.fall", args: { n: 3, cost: 5 } },
    ]);
    expect(costs([marker(2)])).toEqual([{ code: "azul.cost.marker", args: { cost: 2 } }]);
    expect(costs([marker(null)])).toEqual([]);
    expect(costs([{ kind: "fall", seat: 0, count: 3, colour: "B", cost: 14, spaces: [] }])).toEqual([]);
    expect(costs([{ kind: "jam", seat: 0, line: 2, colour: "B", spaces: [0, 1], cost: 2 }])).toEqual([{ code: "azul.cost.jam", args: { line: 2, cost: 2 } }]);
  });

  it("tell a move in a few words", () => {
    expect(shortMove(steps)).toMatchObject({ code: "azul.page.short.line", args: { n: 4, line: 1 } });
    expect(shortMove([TAKE])).toMatchObject({ code: "azul.page.short.floor" });
    expect(shortMove([LAY])).toBe(null);
  });

  it("compare the score after a move with the one without it", () => {
    const forecast = (which: "more" | "less" | "same" | "tiled", change: number): Step => ({ kind: "forecast", seat: 0, score: 7, change, case: which });
    expect(forecastOf([TAKE, forecast("more", 2)])).toEqual({ from: 5, to: 7 });
    expect(forecastOf([forecast("less", 2)])).toEqual({ from: 9, to: 7 });
    expect(forecastOf([forecast("same", 0)])).toEqual({ from: 7, to: 7 });
    expect(forecastOf([forecast("tiled", 3)])).toEqual({ from: null, to: 7 });
    expect(forecastOf([TAKE])).toBe(null);
  });

  it("have the tiles that score, in order", () => {
    expect(laysOf([...steps, LAY, { kind: "start", seat: 0 }])).toEqual([LAY]);
  });
});

describe("positions", () => {
  it("count tiles by colour, larger groups first in a display", () => {
    expect(groups("BYRR", true).map((g) => g.colour + g.count)).toEqual(["R2", "B1", "Y1"]);
    expect(groups("RB").map((g) => g.colour)).toEqual(["B", "R"]);
  });

  it("have cells in the runs that score", () => {
    const wall = ["BYR..", ".B...", ".....", ".....", "....."];
    expect([...runCells(wall, 0, 1, { across: 3, down: 2 })].toSorted()).toEqual(["0,0", "0,1", "0,2", "1,1"]);
    expect([...runCells(wall, 0, 1, { across: 0, down: 2 })].toSorted()).toEqual(["0,1", "1,1"]);
  });

  it("warn of the last round when a row will be full", () => {
    const nearly = { ...EMPTY, lines: ["", "WW", "", "", ""], wall: [".....", ".BYRK", ".....", ".....", "....."] };
    expect(lastRound(position({ boards: [EMPTY, nearly] }))).toEqual({ seat: 1, row: 2 });
    expect(lastRound(position({ boards: [EMPTY, { ...nearly, lines: ["", "W", "", "", ""] }] }))).toBe(null);
  });
});

describe("a place that is closed", () => {
  const own = { ...EMPTY, lines: ["", "YY", "R", "", ""], wall: ["B....", ".....", ".....", ".....", "..K.."] };
  const at = position({ boards: [own, EMPTY] });
  it.each([
    ["1B2", "azul.page.closed.colour"],
    ["1Y2", "azul.page.closed.full"],
    ["1B1", "azul.page.closed.row"],
    ["1R3", undefined], // it is open
    ["2>1", undefined],
    ["5>3", "azul.page.closed.taken"],
  ])("says why %s cannot be played", (move, code) => expect(closedReason(at, 0, move)?.code).toBe(code));

  it("names the colour that stands in a column", () => {
    const gray = position({ boards: [{ ...own, lines: ["", "KK", "", "", ""] }, EMPTY] });
    const reason = { code: "azul.page.closed.column", args: { column: 3, colour: { code: "azul.colour.K" } } };
    expect(closedReason(gray, 0, "2>3")).toEqual(reason);
  });
});
