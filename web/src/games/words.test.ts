/** The games' own sentences: each is in three languages, is used, and takes what it is given. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import azul from "./azul";
import blue from "./blue";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const LANGUAGES = ["en", "es", "pt-BR"];
type Words = Record<string, string | { one: string; other: string }>;

const read = (room: string, language: string): Words =>
  JSON.parse(readFileSync(join(HERE, room, "words", `${language}.json`), "utf8"));
const sources = (room: string) =>
  readdirSync(join(HERE, room))
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => readFileSync(join(HERE, room, name), "utf8"))
    .join("\n");
const blanks = (sentence: unknown) =>
  [...new Set([...JSON.stringify(sentence).matchAll(/\{(\w+)\}/g)].map((m) => m[1]))].sort();

/** Codes that a room's files say, as patterns: whole, or with a part that is put in. */
function codesSaid(game: string): RegExp[] {
  const text = sources(game);
  const whole = [...text.matchAll(new RegExp(`["\`](${game}\\.[^"\`\\s]+)["\`]`, "g"))]
    .map((m) => m[1])
    .filter((code) => code !== `${game}.page.\${code}`); // the short way of saying, see the next line
  const short = [...text.matchAll(/\bsaid\(\s*([^,)]+)/g)]
    .flatMap((m) => [...m[1].matchAll(/"([\w.]+)"/g)])
    .map((m) => `${game}.page.${m[1]}`);
  const told = [...text.matchAll(/\btell\("([\w.]+)"/g)].map((m) => `${game}.page.${m[1]}`);
  const places = ["bag", "lid"].map((place) => `${game}.page.${place}`); // said(place, …)
  const commands = `${game}.command.\${name}`; // said by the text view
  return [...whole, ...short, ...told, ...(game === "azul" ? places : []), commands].map(
    (code) => new RegExp(`^${code.replace(/\$\{[^}]*\}/g, "*").replace(/[.]/g, "\\.").replace(/\*/g, ".+")}$`),
  );
}

describe.each([azul, blue])("$name", (game) => {
  const words = Object.fromEntries(LANGUAGES.map((language) => [language, read(game.name, language)]));

  it("says the same in every language", () => {
    for (const language of LANGUAGES) {
      expect(Object.keys(words[language]).sort()).toEqual(Object.keys(words.en).sort());
      for (const [code, sentence] of Object.entries(words[language])) {
        expect(blanks(sentence), `${language} ${code}`).toEqual(blanks(words.en[code]));
        expect(typeof sentence, `${language} ${code}`).toBe(typeof words.en[code]);
      }
    }
  });

  it("uses every sentence", () => {
    const said = codesSaid(game.name);
    expect(Object.keys(words.en).filter((code) => !said.some((pattern) => pattern.test(code)))).toEqual([]);
  });

  it("has a word and a help for every command, and a sentence for every key", () => {
    for (const { name } of game.commands)
      for (const code of [`${game.name}.command.${name}`, `${game.name}.command.${name}.help`])
        expect(words.en).toHaveProperty([code]);
    for (const { code } of game.keys) expect(words.en).toHaveProperty([code]);
  });

  it("has no two commands of one word", () => {
    for (const language of LANGUAGES) {
      const said = game.commands.map(({ name }) => words[language][`${game.name}.command.${name}`]);
      expect(new Set(said).size).toBe(said.length);
    }
  });
});
