import { expect, it } from "vitest";
import { roundMarks } from "./graph";

it("names round numbers, as many as have room", () => {
  expect(roundMarks([0, 63], 8)).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect(roundMarks([-12.3, 10], 6)).toEqual([-10, -5, 0, 5, 10]);
  expect(roundMarks([0.5, 2.5], 20)).toEqual([1, 2]);
  expect(roundMarks([1432, 1620], 6)).toEqual([1450, 1500, 1550, 1600]);
  expect(roundMarks([0.5, 1.5], 0)).toEqual([1]);
  expect(roundMarks([0, 40_000], 0)).toHaveLength(41);
});
