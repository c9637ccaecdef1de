import { expect, test } from "vitest";
import { accuracy, leadParts, mistakes, moments, pointsOf, type Entry } from "./review.svelte";

const judged = (loss: number, grade: "" | "mistake" = "") => ({ best: "1B1", line: ["1B1"], win_lost: 0, lead_lost: loss, loss, grade, accuracy: 0.5 ** (loss / 4), reasons: [] });
const entry = (ply: number, seat: number | null, lead: number, judgement: Entry["judgement"] = null): Entry => ({
  type: "entry", ply, text: "", seat, win: [0.5, 0.5], points: [lead, 0], lead: [lead, -lead], score: [lead / 2, -lead / 2], is_exact: false, spread: [1, 1], judgement,
});
const ENTRIES = [entry(0, null, 1), entry(1, null, 4), entry(2, 0, -2, judged(6, "mistake")), entry(3, 1, 0, judged(2)), entry(4, 0, 0, judged(0))];

test("what a lead came from adds up", () => {
  const { start, deals, own, others, end } = leadParts(ENTRIES, 1);
  expect([start, deals, own, others, end]).toEqual([-1, -3, -2, 6, -0]);
  expect(start + deals + own + others).toBeCloseTo(end);
});

test("a move counts by its loss, a deal by the change of the lead", () => {
  expect(pointsOf(ENTRIES, 2, 0)).toBe(-6);
  expect(pointsOf(ENTRIES, 2, 1)).toBe(6);
  expect(pointsOf(ENTRIES, 1, 1)).toBe(-3);
  expect(moments(ENTRIES, 0, 2).map((each) => each.ply)).toEqual([2, 1]);
});

test("accuracy and mistakes are those of a seat", () => {
  expect(accuracy(ENTRIES, 0)).toBeCloseTo((0.5 ** 1.5 + 1) / 2);
  expect(accuracy([ENTRIES[0]], 0)).toBeNull();
  expect(mistakes(ENTRIES, 0).map((each) => each.ply)).toEqual([2]);
});
