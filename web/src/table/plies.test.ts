import { expect, test } from "vitest";
import type { EventView } from "../wire/messages";
import { latestMoves } from "./plies";

const event = (kind: string, seat?: number): EventView => ({ version: 0, at: 0, kind, data: { seat }, steps: [] }) as unknown as EventView;
const moved = (...seats: number[]) => seats.map((seat) => event("moved", seat));
const seats = (list: EventView[], you: number[]) => latestMoves(list, you).map(({ data }) => data.seat);

test("the moves of the others since the viewer's are told in order", () => {
  expect(seats(moved(3, 0, 1, 2, 3), [0])).toEqual([1, 2, 3]);
  expect(seats(moved(1, 2), [0])).toEqual([1, 2]);
});

test("right after the viewer's move it is told alone", () => {
  expect(seats(moved(1, 2, 0), [0])).toEqual([0]);
  expect(seats(moved(0, 1), [0, 1])).toEqual([1]);
});

test("nobody is told twice, and deals in between are passed over", () => {
  expect(seats(moved(1, 2, 1), [0])).toEqual([2, 1]);
  expect(seats([...moved(0, 1), event("dealt"), ...moved(2, 3), event("dealt")], [0])).toEqual([1, 2, 3]);
});

test("spectators are told the last move", () => {
  expect(seats(moved(0, 1, 2), [])).toEqual([2]);
  expect(seats([], [0])).toEqual([]);
});
