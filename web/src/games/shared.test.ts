/** Files that all games share name no game and no fact of one. */

import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { gameNames } from "./index";

const SOURCE = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = [".", "lib", "pages", "parts", "words", "games", "games/words"];
const GAME_WORDS = ["wall", "floor", "lid", "bag", "factory", "pattern lines?", "chains?", "segments?", "blind"];
const FORBIDDEN = new RegExp(`(?<!Math\\.)\\b(${[...gameNames, ...GAME_WORDS].join("|")})\\b`, "gi");

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(SOURCE, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(SOURCE, folder, entry.name)),
);

it("finds the shared files", () => {
  expect(gameNames.length).toBeGreaterThan(1);
  expect(files.length).toBeGreaterThan(70);
});

it.each(files.map((file) => relative(SOURCE, file)))("%s", (file) => {
  expect(readFileSync(join(SOURCE, file), "utf8").match(FORBIDDEN) ?? []).toEqual([]);
});
