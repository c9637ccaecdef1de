/** The games' own sentences: each is in three languages, is used, and has the same arguments. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { GamePage } from "./kit/interface";
import { textGame } from "./text/textGame";
import type { Words } from "../words/texts.svelte";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const LANGUAGES = ["en", "es", "pt-BR"];
const GAMES = Object.values(import.meta.glob<GamePage>("./*/index.ts", { import: "default", eager: true }));

const read = (folder: string, language: string): Words =>
  JSON.parse(readFileSync(join(HERE, folder, "words", `${language}.json`), "utf8"));
const source = (folder: string) =>
  readdirSync(join(HERE, folder))
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => readFileSync(join(HERE, folder, name), "utf8"))
    .join("\n");
const SHARED = ["names.ts", "../table/ConfirmBar.svelte", "kit/stepText.ts"]; // have codes of games with other names for them
const shared = SHARED.map((name) => readFileSync(join(HERE, name), "utf8")).join("\n");
const blanks = (sentence: unknown) =>
  [...new Set([...JSON.stringify(sentence).matchAll(/\{(\w+)\}/g)].map((m) => m[1]))].toSorted();

/** The codes that a game's files, `names.ts` and `stepText.ts` use, as patterns. */
function codesUsed(game: string): RegExp[] {
  const text = source(game);
  const whole = [...text.matchAll(new RegExp(`["\`](${game}\\.[^"\`\\s]+)["\`]`, "g"))]
    .map((m) => m[1])
    .filter((code) => code !== `${game}.page.\${code}`); // of the function `sentence`, see the next line
  const short = [...text.matchAll(/\b(?:sentence|describe)\(\s*([^,)]+)/g)]
    .flatMap((m) => [...m[1].matchAll(/"([\w.]+)"/g)])
    .map((m) => `${game}.page.${m[1]}`);
  const keys = [...text.matchAll(/\["(\w+)", "(\w+)"\] as const/g)].flatMap((m) => [m[1], m[2]]); // sentence(place, …)
  const named = [...shared.matchAll(/`\$\{(?:view\.)?game\}\.([^`]+)`/g)].map((m) => `${game}.${m[1]}`);
  return [...whole, ...short, ...keys.map((key) => `${game}.page.${key}`), ...named].map(
    (code) => new RegExp(`^${code.replace(/\$\{[^}]*\}/g, "*").replace(/[.]/g, "\\.").replace(/\*/g, ".+")}$`),
  );
}

describe.each(GAMES)("$name", (game) => {
  const words = Object.fromEntries(LANGUAGES.map((language) => [language, read(game.name, language)]));

  it("has the same sentences in every language", () => {
    for (const language of LANGUAGES) {
      expect(Object.keys(words[language]).toSorted()).toEqual(Object.keys(words.en).toSorted());
      for (const [code, sentence] of Object.entries(words[language])) {
        expect(blanks(sentence), `${language} ${code}`).toEqual(blanks(words.en[code]));
        expect(typeof sentence, `${language} ${code}`).toBe(typeof words.en[code]);
      }
    }
  });

  it("uses every sentence", () => {
    const used = codesUsed(game.name);
    expect(Object.keys(words.en).filter((code) => !used.some((pattern) => pattern.test(code)))).toEqual([]);
  });
});

describe.each([...GAMES, textGame("any")])("$name", (game) => {
  const words = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      { ...read("kit", language), ...(GAMES.includes(game) ? read(game.name, language) : {}) },
    ]),
  );

  it("has a word and a help for every command, and a sentence for every key", () => {
    for (const { code, help } of game.commands)
      for (const each of [code, help]) expect(words.en).toHaveProperty([each]);
    for (const { code } of game.keys) expect(words.en).toHaveProperty([code]);
  });

  it("has different words for all commands", () => {
    for (const language of LANGUAGES) {
      const typed = game.commands.map(({ code }) => words[language][code]);
      expect(new Set(typed).size).toBe(typed.length);
    }
  });
});
