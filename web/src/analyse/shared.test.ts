import { expect, test } from "vitest";

import { keepShared, linkIn, takeShared } from "./shared";

const ORIGIN = "https://play.example.org";

test("a link to the page is found in a text, and no other", () => {
  expect(linkIn(`${ORIGIN}/table/abcdefgh`, ORIGIN)).toBe("/table/abcdefgh");
  expect(linkIn(`Play with me:\n${ORIGIN}/table/abcdefgh.`, ORIGIN)).toBe("/table/abcdefgh");
  expect(linkIn("https://play.example.org.evil.example/table/abcdefgh", ORIGIN)).toBe("");
  expect(linkIn('[game "azul"] *', ORIGIN)).toBe("");
});

test("a text is handed over once", () => {
  keepShared("3B2");
  expect([takeShared(), takeShared()]).toEqual(["3B2", ""]);
});
