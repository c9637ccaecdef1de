import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Beat, FinalScoring, countedIn } from "./finalScoring.svelte";

const beat = (seat: number, row: string, points: number, isStop = true): Beat => ({ seat, row, points, title: { code: row }, isStop });
const BEATS = [beat(1, "chains", 10), beat(1, "chains", 10, false), beat(1, "circles", 2, false), beat(0, "chains", 10), beat(0, "chains", 10, false)];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("beats are told one after the other, then it ends", () => {
  const [scoring, finish] = [new FinalScoring<Beat>(), vi.fn<() => void>()];
  scoring.tell(BEATS, 900, finish);
  expect(scoring.counting!.beat).toBe(BEATS[0]);
  vi.advanceTimersByTime(899);
  expect(scoring.told.length).toBe(1);
  vi.advanceTimersByTime(1 + 3 * 900);
  expect(scoring.told.length).toBe(5);
  expect(finish).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3000);
  expect([scoring.counting, finish.mock.calls.length]).toEqual([null, 1]);
});

test("whoever goes on comes to the next stop, at last to the end", () => {
  const [scoring, finish] = [new FinalScoring<Beat>(), vi.fn<() => void>()];
  scoring.tell(BEATS, 900, finish);
  scoring.next();
  expect(scoring.counting!.beat).toBe(BEATS[3]);
  scoring.next();
  expect([scoring.counting, finish.mock.calls.length]).toEqual([null, 1]);
  vi.advanceTimersByTime(9000);
  expect(finish).toHaveBeenCalledTimes(1);
});

test("what was told adds up, and what is to come is not known", () => {
  const scoring = new FinalScoring<Beat>();
  scoring.tell(BEATS, 900, () => {});
  const counted = () => ["chains", "circles"].map((row) => [0, 1].map((seat) => countedIn(scoring.counting!, row, seat)));
  expect(counted()).toEqual([
    [null, 10],
    [0, null],
  ]);
  scoring.next();
  expect(counted()).toEqual([
    [10, 20],
    [0, 2],
  ]);
});
