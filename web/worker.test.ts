import { expect, it } from "vitest";
import { shellOf } from "./worker";

const SCRIPT = '<script type="module" src="/assets/first-1a.js"></script>';
const STYLE = '<link rel="stylesheet" href="/assets/first-2b.css">';

it("keeps the files that the built document names", () => {
  expect(shellOf(`${SCRIPT}${STYLE}<meta name="words-en" content="/assets/en-3c.js">${STYLE}`)).toEqual([
    "/",
    "/start.js",
    "/favicon.svg",
    "/assets/first-1a.js",
    "/assets/first-2b.css",
    "/assets/en-3c.js",
  ]);
});

it("refuses a document without a script or without a style", () => {
  expect(() => shellOf(SCRIPT)).toThrow(".css");
  expect(() => shellOf(STYLE)).toThrow(".js");
});
