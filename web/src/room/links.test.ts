import { describe, expect, it } from "vitest";
import { linkNames } from "./links";

const PEOPLE = new Map([
  ["Ana", "/person/a"],
  ["Ana Rosa (2)", "/person/r"],
]);

describe("names in a sentence", () => {
  it.each([
    [
      "Ana takes 2 red tiles.",
      [
        ["Ana", "/person/a"],
        [" takes 2 red tiles.", undefined],
      ],
    ],
    [
      "Turn of Ana Rosa (2).",
      [
        ["Turn of ", undefined],
        ["Ana Rosa (2)", "/person/r"],
        [".", undefined],
      ],
    ],
    ["Anabel and Diana wait.", [["Anabel and Diana wait.", undefined]]],
  ])("are links in %j", (sentence, parts) => {
    expect(linkNames(sentence, PEOPLE).map(({ text, address }) => [text, address])).toEqual(parts);
  });
});
