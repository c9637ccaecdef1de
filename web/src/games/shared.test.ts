/** Files outside the games' own folders name no game and no fact of one. */

import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { gameNames } from "./index";

const SOURCE = fileURLToPath(new URL("..", import.meta.url));
const GENERATED = "wire/messages.ts"; // its descriptions give examples
const GAME_WORDS = ["wall", "floor", "lid", "bag", "factory", "pattern lines?", "chains?", "segments?", "blind"];
const FORBIDDEN = new RegExp(`(?<!Math\\.)\\b(${[...gameNames, ...GAME_WORDS].join("|")})\\b`, "gi");

const namesIn = (text: string) => text.match(FORBIDDEN) ?? [];
const isOfGame = (file: string) => gameNames.some((game) => file.startsWith(join("games", game, "/")));

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
  .map((entry) => relative(SOURCE, join(entry.parentPath, entry.name)))
  .filter((file) => !isOfGame(file) && file !== GENERATED);

it("finds the shared files", () => {
  expect(gameNames.length).toBeGreaterThan(1);
  expect(files.length).toBeGreaterThan(200);
});

it("finds a name of a game, and a fact of one", () => {
  expect(namesIn(`if (game === "${gameNames[0]}")`)).toEqual([gameNames[0]]);
  expect(namesIn("the wall; Math.floor(2)")).toEqual(["wall"]);
});

it.each(files)("%s", (file) => {
  expect(namesIn(readFileSync(join(SOURCE, file), "utf8"))).toEqual([]);
});
