/** Values that are kept in the browser, also where it is full or forbids it; nothing else uses its storage. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, it, vi } from "vitest";
import { forget, keep, readKept } from "./storage";

const stored = new Map<string, string>();
const full = () => {
  throw new DOMException("no room", "QuotaExceededError");
};
const usual = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

beforeEach(() => {
  stored.clear();
  forget("key");
});

it("keeps a value until it is forgotten", () => {
  vi.stubGlobal("localStorage", usual);
  keep("key", { a: 1 });
  expect(stored.get("key")).toBe('{"a":1}');
  expect(readKept("key")).toEqual({ a: 1 });
  forget("key");
  expect(readKept("key")).toBeNull();
});

it("reads what is damaged as nothing", () => {
  vi.stubGlobal("localStorage", usual);
  stored.set("key", "{");
  expect(readKept("key")).toBeNull();
});

it("lets a value last as long as the page where there is no room", () => {
  vi.stubGlobal("localStorage", usual);
  keep("key", "old");
  vi.stubGlobal("localStorage", { ...usual, setItem: full });
  keep("key", "new");
  expect(readKept("key")).toBe("new");
  vi.stubGlobal("localStorage", usual);
  keep("key", "newest");
  expect([readKept("key"), stored.get("key")]).toEqual(["newest", '"newest"']);
});

it("works where storage is forbidden", () => {
  vi.stubGlobal("localStorage", undefined);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: full });
  expect(readKept("key")).toBeNull();
  keep("key", [1]);
  expect(readKept("key")).toEqual([1]);
  forget("key");
  expect(readKept("key")).toBeNull();
});

const SOURCE = fileURLToPath(new URL("..", import.meta.url));
const isDirectUse = (text: string) => /\b(local|session)Storage\b/.test(text);

it("is the only file that uses the browser's storage", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => /\.(ts|svelte)$/.test(file));
  const users = files.filter((file) => !file.endsWith(".test.ts") && isDirectUse(readFileSync(join(SOURCE, file), "utf8")));
  expect(users).toEqual([join("site", "storage.ts")]);
  expect(isDirectUse('localStorage.setItem("a", "b")')).toBe(true);
});
