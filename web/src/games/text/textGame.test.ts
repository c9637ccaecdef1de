/** Games without a folder: what their page computes. */

import { describe, expect, it } from "vitest";
import type { BoardView } from "../kit/interface";
import { positionFields } from "./positionFields";
import { textGame } from "./textGame";

const game = textGame("race");
const view = (changes: Partial<BoardView> = {}): BoardView => ({
  ply: 1,
  game: "race",
  players: 2,
  you: [0],
  turn: 0,
  position: { dice: [3, 4], turn_order: "", pieces: { a: 1 }, last: null },
  moves: ["A1 b2", "pass"],
  ...changes,
});

it("shows the fields of a position as text", () => {
  expect(positionFields(view().position)).toEqual([
    { name: "dice", value: "3, 4" },
    { name: "turn order", value: "–" },
    { name: "pieces", value: '{"a":1}' },
    { name: "last", value: "–" },
  ]);
});

describe("typed moves", () => {
  it.each([
    ["a1b2", "A1 b2"],
    [" PASS ", "pass"],
    ["b7", "b7"], // the server says why not
    ["  ", null],
  ])("%j", (typed, move) => expect(game.parseTyped(typed, view(), String)).toBe(move));
});

it("confirms moves that cost points", () => {
  expect(game.costs([{ kind: "fall", seat: 0, points: -1 }])).toEqual([{ code: "games.cost", args: { points: 1 } }]);
  expect(game.costs([{ kind: "step", seat: 0, points: 2 }, { kind: "turn" }])).toEqual([]);
});

it("answers commands from the drawing, the position and the legal moves", () => {
  const [position, moves] = game.commands.map(
    ({ answer }) =>
      (at: BoardView) =>
        answer(at, 0, String),
  );
  expect(position(view({ drawing: "a b\nc d" }))).toEqual(["a b", "c d"]);
  expect(position(view())[0]).toEqual({ code: "games.field", args: { name: "dice", value: "3, 4" } });
  expect(moves(view({ moves: ["pass"] }))).toEqual([{ code: "games.moves.list", args: { moves: "pass" } }]);
  expect(moves(view({ moves: [] }))).toEqual([{ code: "games.moves.none" }]);
});
