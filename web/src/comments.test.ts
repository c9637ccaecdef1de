/** Comments name their subject: none defines by a relative clause without one. */

import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["./**/*.{ts,svelte,css}", "!./wire/{messages,routes}.ts", "!./comments.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const COMMENT = /\/\*+\s*(.*?)\s*\*+\/|<!--\s*(.*?)\s*-->|(?<=^|\s)\/\/ ([^\n]*)/gs;
const RIDDLE = /^(what|who|whom)\b|\bsomebody\b/i;

const faultsOf = (text: string) => [...text.matchAll(COMMENT)].map((match) => match.slice(1).join("")).filter((comment) => RIDDLE.test(comment));

it("finds comments without a subject", () => {
  expect(faultsOf("/** What it is. */ let x; // who plays")).toEqual(["What it is.", "who plays"]);
  expect(faultsOf("/*\n * The name of\n * somebody. */")).toHaveLength(1);
  expect(faultsOf("<!-- Who is there -->")).toEqual(["Who is there"]);
  expect(faultsOf('let a = "https://what"; /* the seat */ // whose turn it is')).toEqual([]);
});

it.each(Object.keys(sources))("%s", (file) => {
  expect(faultsOf(sources[file])).toEqual([]);
});
