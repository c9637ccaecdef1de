import { expect, test } from "vitest";
import azul from "../games/azul";
import blue from "../games/blue";
import { type Entry } from "./review.svelte";
import { hasDeals, luckSentences, merits, turningPoints, wholeParts } from "./story";

type Grade = "" | "mistake" | "blunder";

/** A move that lost points, or a deal, in a game of some seats. */
function entry(ply: number, seat: number | null, lead: number[], loss = 0, best = "x"): Entry {
  const grade: Grade = loss >= 8 ? "blunder" : loss >= 2 ? "mistake" : "";
  const judgement = { best, line: [best], win_lost: 0, lead_lost: loss, loss, grade, accuracy: 1, reasons: [], marks: [] };
  const zeros = lead.map(() => 0);
  return {
    type: "entry",
    ply,
    text: loss ? "y" : "x",
    seat,
    win: zeros,
    points: zeros,
    lead,
    score: zeros,
    is_exact: false,
    spread: zeros,
    judgement: seat === null ? null : judgement,
  };
}

/** A game of two from what each entry changed: seat or deal, and the change of the first seat's lead. */
function game(...changes: [seat: number | null, change: number, loss?: number][]): Entry[] {
  let lead = 1.4;
  const entries = [entry(0, null, [lead, -lead])];
  changes.forEach(([seat, change, loss], i) => entries.push(entry(i + 1, seat, [(lead += change), -lead], loss)));
  return entries;
}

test("turning points are the graded moves that changed most, in the order of the game", () => {
  const entries = game([null, 9], [0, -6, 6], [1, 3, 3], [0, -2, 2], [1, 12, 12], [0, -1.5, 1.5], [1, 0]);
  expect(turningPoints(entries, 0).map((each) => each.ply)).toEqual([2, 3, 5]);
  expect(turningPoints(entries, 1).map((each) => each.ply)).toEqual([2, 3, 5]);
});

test("one turning point is for the seat and one against it, if there are both", () => {
  const all = game([0, -9, 9], [0, -8, 8], [0, -7, 7], [1, 2, 2]);
  expect(turningPoints(all, 0).map((each) => each.ply)).toEqual([1, 2, 4]);
  expect(turningPoints(all, 1).map((each) => each.ply)).toEqual([1, 2, 4]);
  expect(turningPoints(all.slice(0, 4), 0).map((each) => each.ply)).toEqual([1, 2, 3]);
  expect(turningPoints(game([0, 0], [1, 1, 1]), 0)).toEqual([]);
});

test("with several opponents a mistake counts for a seat only as much as it brought it", () => {
  const entries = [entry(0, null, [0, 0, 0]), entry(1, 1, [6, -9, 0], 9), entry(2, 2, [6, -9, -9], 9), entry(3, 0, [3, -6, -6], 3)];
  expect(turningPoints(entries, 0).map((each) => each.ply)).toEqual([1, 3]);
});

test("whole points of luck and skill add up to the result, however they are rounded", () => {
  for (const step of [0.1, 0.25, 0.4, 0.49, 0.5, 0.6, 1.3]) {
    const entries = game([null, step], [0, -6 - step], [1, 3 + 2 * step], [null, step / 3], [0, -step]);
    for (const seat of [0, 1]) {
      const { start, deals, own, others, end } = wholeParts(entries, seat);
      expect([start, deals, own, others, end].every(Number.isInteger)).toBe(true);
      expect(start + deals + own + others).toBe(end);
      expect(end - Math.round(entries.at(-1)!.lead[seat])).toBe(0);
    }
  }
});

test("a winner reads what both gave away, and nothing of deals where there are none", () => {
  const names = { isYou: true, name: "You", other: "Tomé" };
  const dealt = game([null, 2], [0, -91], [1, 111]);
  const [moves, deals] = luckSentences(dealt, 0, names);
  expect([moves.code, moves.args]).toEqual(["web.review.gave.you", { n: 91, m: 111, name: "You", other: "Tomé" }]);
  expect([deals.code, deals.args!.n]).toEqual(["web.review.deals.gave.you", 2]);
  const open = game([0, -3], [1, 5]);
  expect(hasDeals(open)).toBe(false);
  expect(luckSentences(open, 0, names).map(({ code }) => code)).toEqual(["web.review.gave.you"]);
  expect(luckSentences(game([null, -4], [0, 2], [1, 1]), 0, names).map(({ code }) => code)).toEqual(["web.review.made.you", "web.review.deals.cost.you"]);
});

test("what was done well is concrete, and at most three things", () => {
  const entries = game([1, 4, 4], [0, 0], [1, 0], [0, 0], [1, 0], [0, 0], [1, 3, 3], [0, -2, 2]);
  expect(merits(entries, 0, []).map(({ code, args }) => [code, args])).toEqual([
    ["web.review.well.answers", { n: 1, m: 2 }],
    ["web.review.well.streak", { n: 3 }],
    ["web.review.well.best", { n: 3, m: 4 }],
  ]);
  expect(merits(entries, 0, [{ code: "a" }, { code: "b" }]).map(({ code }) => code)).toEqual(["a", "b", "web.review.well.answers"]);
});

const deal = { kind: "deal", displays: [] };

test("in Azul nothing fell in the rounds that ended without a cost", () => {
  const pay = (seat: number, cost: number) => ({ kind: "pay", seat, cost, points: -cost, score: 0 });
  const steps = [deal, pay(0, 3), deal, pay(1, 9), deal, deal, pay(0, 1), deal] as never[];
  expect(azul.merits!(steps, 0)).toEqual([{ code: "azul.page.merit.clean", args: { n: 2, others: "2", last: 3 } }]);
  expect(azul.merits!([deal] as never[], 0)).toEqual([]); // a round that was not ended
  const over = { kind: "over", case: "row" };
  expect(azul.merits!([deal, over] as never[], 1)).toEqual([{ code: "azul.page.merit.clean", args: { n: 1, last: 1 } }]);
});

test("in BLUE chains and circles count for whom they scored", () => {
  const chain = (seat: number | null, count: number) => ({ kind: "chain", seat, count, points: 10 });
  const steps = [chain(0, 4), chain(null, 9), chain(1, 2), chain(0, 3)] as never[];
  expect(blue.merits!(steps, 0)).toEqual([
    { code: "blue.page.merit.chains", args: { n: 2, points: 20 } },
    { code: "blue.page.merit.longest", args: { n: 4 } },
  ]);
  expect(blue.merits!(steps, 2)).toEqual([]);
});
