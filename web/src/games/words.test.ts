/** The games' own sentences: each is in three languages with the same arguments. `tests/browser/test_texts.py` finds unused ones. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { GamePage } from "./kit/interface";
import { textGame } from "./text/textGame";
import type { Words } from "../words/texts.svelte";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const LANGUAGES = ["en", "es", "pt-BR"];
const GAMES = Object.values(import.meta.glob<GamePage>("./*/index.ts", { import: "default", eager: true }));

const read = (folder: string, language: string): Words => JSON.parse(readFileSync(join(HERE, folder, "words", `${language}.json`), "utf8"));
const blanks = (sentence: unknown) => [...new Set([...JSON.stringify(sentence).matchAll(/\{(\w+)\}/g)].map((m) => m[1]))].toSorted();

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
});

describe.each([...GAMES, textGame("any")])("$name", (game) => {
  const words = Object.fromEntries(
    LANGUAGES.map((language) => [language, { ...read("kit", language), ...(GAMES.includes(game) ? read(game.name, language) : {}) }]),
  );

  it("has a word and a help for every command, and a sentence for every key", () => {
    for (const { code, help } of game.commands) for (const each of [code, help]) expect(words.en).toHaveProperty([each]);
    for (const { code } of game.keys) expect(words.en).toHaveProperty([code]);
  });

  it("has different words for all commands", () => {
    for (const language of LANGUAGES) {
      const typed = game.commands.map(({ code }) => words[language][code]);
      expect(new Set(typed).size).toBe(typed.length);
    }
  });
});
