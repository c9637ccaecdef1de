import { expect, test, vi } from "vitest";
import { GameReview, accuracy, leadParts, mistakes, pointsOf, type Entry } from "./review.svelte";

const judged = (loss: number, grade: "" | "mistake" = "") => ({
  best: "1B1",
  line: ["1B1"],
  win_lost: 0,
  lead_lost: loss,
  loss,
  grade,
  accuracy: 0.5 ** (loss / 4),
  reasons: [],
  marks: [],
});
const entry = (ply: number, seat: number | null, lead: number, judgement: Entry["judgement"] = null): Entry => ({
  type: "entry",
  ply,
  text: "",
  seat,
  win: [0.5, 0.5],
  points: [lead, 0],
  lead: [lead, -lead],
  score: [lead / 2, -lead / 2],
  is_exact: false,
  spread: [1, 1],
  judgement,
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
});

test("accuracy and mistakes are those of a seat", () => {
  expect(accuracy(ENTRIES, 0)).toBeCloseTo((0.5 ** 1.5 + 1) / 2);
  expect(accuracy([ENTRIES[0]], 0)).toBeNull();
  expect(mistakes(ENTRIES, 0).map((each) => each.ply)).toEqual([2]);
});

/** A server whose answer of one line never ends; it notes whether its reader has gone. */
function streaming(line: object): { signal: AbortSignal | null } {
  const asked = { signal: null as AbortSignal | null };
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
    asked.signal = signal ?? null;
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
        signal?.addEventListener("abort", () => stream.error(signal.reason));
      },
    });
    return new Response(body);
  });
  return asked;
}

test("a review is read until its page is left", async () => {
  const asked = streaming(ENTRIES[0]);
  const review = new GameReview("T1");
  const reading = review.read();
  await vi.waitFor(() => expect(review.entries.length).toBe(1));
  review.close();
  await reading;
  expect([asked.signal?.aborted, review.isRunning, review.problem]).toEqual([true, false, null]);
});

test("a game without a move has a complete review", async () => {
  const lines = [{ type: "review", plies: 0 }, ENTRIES[0]].map((line) => `${JSON.stringify(line)}\n`);
  vi.stubGlobal("fetch", async () => new Response(lines.join("")));
  const review = new GameReview("T1");
  await review.read();
  expect(review.isComplete).toBe(true);
});
