/** Actions that can fail. */

import { expect, test, vi } from "vitest";
import { Problem } from "../wire/http";
import { Task } from "./task.svelte";

const refused = new Problem(409, "table.not_open", {});
const fail = () => Promise.reject(refused);

test("a task is busy while it runs, and says what it achieved", async () => {
  const task = new Task();
  const run = task.run(async () => {}, "Saved.");
  expect(task.isBusy).toBe(true);
  expect(await run).toBe(true);
  expect([task.isBusy, task.failure, task.done]).toEqual([false, null, "Saved."]);
});

test("a failure is kept until the next run; one that nobody asked for leaves it until it succeeds", async () => {
  const task = new Task();
  expect(await task.run(fail, "Saved.")).toBe(false);
  expect([task.isBusy, task.failure, task.done]).toEqual([false, refused, ""]);
  const refresh = task.refresh(async () => {});
  expect(task.failure).toBe(refused);
  await refresh;
  expect(task.failure).toBeNull();
});

test("an error of the page itself is also logged", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const task = new Task();
  await task.run(() => {
    throw new TypeError("odd");
  });
  expect(log).toHaveBeenCalledOnce();
  expect(task.failure).toBeInstanceOf(TypeError);
});
