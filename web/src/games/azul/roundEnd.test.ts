import { expect, test } from "vitest";
import type { Step } from "./facts";
import { beatsOf } from "./roundEnd.svelte";

const lay = (seat: number, line: number): Step =>
  ({ kind: "lay", seat, colour: "B", line, column: 1, across: 1, down: 1, points: 1, case: "alone" }) as unknown as Step;
const pay = (seat: number): Step => ({ kind: "pay", seat, cost: 0, score: 2 }) as unknown as Step;
const STEPS = [lay(0, 1), lay(0, 2), pay(0), lay(1, 1), lay(1, 3), pay(1), lay(2, 5), pay(2)];

const seatsOf = (beats: Step[][]) => beats.map((beat) => beat.map((step) => `${step.kind} ${"seat" in step ? step.seat : ""}`));

test("the viewer's tiles are told first, then those of the others together", () => {
  expect(seatsOf(beatsOf(STEPS, { mine: 1, isTogether: false }))).toEqual([["lay 1"], ["lay 1"], ["lay 0", "lay 2"], ["lay 0"], ["pay 0", "pay 1", "pay 2"]]);
});

test("the tiles of all seats are told together if that is wanted", () => {
  expect(seatsOf(beatsOf(STEPS, { mine: 1, isTogether: true }))).toEqual([
    ["lay 0", "lay 1", "lay 2"],
    ["lay 0", "lay 1"],
    ["pay 0", "pay 1", "pay 2"],
  ]);
});
