/** Keys of the page, also reassigned ones. */

import { beforeEach, expect, it, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("document", { querySelector: () => null });
const { isForPage, pageAction, putKey } = await import("./keys.svelte");
const { settings } = await import("./settings.svelte");

const back = () => {};
const actions = { "[": back };

beforeEach(() => {
  settings.keys = {};
  settings.shortcuts = true;
});

it("finds an action by its standard key, or by the one that replaces it", () => {
  expect(pageAction("[", actions)).toBe(back);
  putKey("page", "[", "q");
  expect(pageAction("q", actions)).toBe(back);
  expect(pageAction("[", actions)).toBeUndefined();
});

it("has no actions where the reader wants no single keys", () => {
  settings.shortcuts = false;
  expect(pageAction("[", actions)).toBeUndefined();
});

it("leaves text fields, other keys and what is handled alone", () => {
  const press = (more: object, isText = false) => ({ target: { matches: () => isText }, ...more }) as unknown as KeyboardEvent;
  expect(isForPage(press({}))).toBe(true);
  expect(isForPage(press({}, true))).toBe(false);
  expect(isForPage(press({ ctrlKey: true }))).toBe(false);
  expect(isForPage(press({ defaultPrevented: true }))).toBe(false);
});

const sources = import.meta.glob<string>("../{room,analyse,review,puzzles,learn}/*.svelte", { query: "?raw", import: "default", eager: true });
/** Comparisons of a pressed key with a single character, which miss reassigned keys. */
const directKeys = (text: string) => text.match(/event\.key === ".{1}"|\}\[event\.key\]/g) ?? [];

it("is asked by every page with single keys", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(40);
  expect(Object.values(sources).flatMap(directKeys)).toEqual([]);
  expect(directKeys('const act = { "[": board.back }[event.key];')).not.toEqual([]);
});
