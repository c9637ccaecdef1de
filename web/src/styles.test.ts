/** Styles: the size of type comes from the scale in `site/tokens.css`, and media queries know its widths and heights. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));
const read = (file: string) => readFileSync(join(SOURCE, file), "utf8");

const TOKENS = read(join("site", "tokens.css"));
const WIDTHS = ["30rem", "40rem", "64rem", "100rem"];
const HEIGHTS = ["30rem", "32.5rem", "38rem", "44rem"];
const CONDITION = /^(?:width (?:<|>=) (?<width>\S+)|height (?:<|>=) (?<height>\S+)|pointer: .+|prefers-.+)$/;
const DRAWING = /(Guide|Figure|Scene|Symbols)\.svelte$/; // whose units are those of the picture
const RELATIVE = /^([\d.]+em|inherit)$/; // to the text around it
const COMPUTED = /var\(--[udt]\)|\dcq/; // from the room of a board

/** The sizes of type in a style: of `font-size`, and inside `font`. */
function sizesOf(style: string): string[] {
  const plain = [...style.matchAll(/font-size:\s*([^;]+);/g)].map((match) => match[1]);
  const short = [...style.matchAll(/[^-\w]font:\s*([^;"]+);/g)].map((match) => match[1].replace(/^\d00 /, ""));
  return [...plain, ...short.map((font) => font.replace(/ ?\/.*$/s, "").replace(/ (var\(--board-|ui-monospace).*$/s, ""))];
}

function isScaled(size: string): boolean {
  const token = /^var\((--t-[\w-]+)\)$/.exec(size)?.[1];
  return token ? TOKENS.includes(`${token}: `) : RELATIVE.test(size) || COMPUTED.test(size);
}

/** The parts of media queries that are not among those of `site/tokens.css`. */
function conditionsOf(style: string): string[] {
  const queries = [...style.matchAll(/@media ([^{]+)\{/g)].map((match) => match[1]);
  return queries.flatMap((query) => [...query.matchAll(/\(([^()]+)\)/g)].map((match) => match[1]));
}

function isNamed(condition: string): boolean {
  const { width, height } = CONDITION.exec(condition)?.groups ?? { width: "none" };
  return (!width || WIDTHS.includes(width)) && (!height || HEIGHTS.includes(height));
}

function faultsOf(file: string, text: string): string[] {
  const style = file.endsWith(".css") ? text : (/<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? "");
  const sizes = DRAWING.test(file) ? [] : sizesOf(style).filter((size) => !isScaled(size));
  return [...sizes, ...conditionsOf(style).filter((condition) => !isNamed(condition))];
}

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => /\.(css|svelte)$/.test(file));

it("finds other sizes and conditions", () => {
  expect(faultsOf("a.css", "a { font-size: 0.9rem; }")).toEqual(["0.9rem"]);
  expect(faultsOf("a.css", "a { font: 600 13px/1.2 var(--board-serif); }")).toEqual(["13px"]);
  expect(faultsOf("a.css", "a { font-size: var(--t-huge); }")).toEqual(["var(--t-huge)"]);
  expect(faultsOf("A.svelte", "<style>@media (width < 41rem) or (height >= 30rem) {}</style>")).toEqual(["width < 41rem"]);
  expect(faultsOf("a.css", "@media (max-width: 40rem) {} @media (height < 31rem) {}")).toEqual(["max-width: 40rem", "height < 31rem"]);
  const right = "a { font: 600 var(--t-s) / 1 var(--board-sans); font-size: max(9px, calc(var(--u) * 0.3)); } @media (pointer: fine) {}";
  expect(faultsOf("a.css", right)).toEqual([]);
});

it("documents every width and height", () => {
  for (const length of [...WIDTHS, ...HEIGHTS]) expect(TOKENS).toContain(` ${length} `);
});

it.each(files)("%s", (file) => {
  expect(faultsOf(file, read(file))).toEqual([]);
});
