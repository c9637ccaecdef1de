/**
 * The games, each loaded when a page first needs it.
 *
 * A game is a folder with an `index.ts` and an `Emblem.svelte`. A game without a folder, which the
 * server offers all the same, gets the text board.
 */

import type { GamePage } from "./interface";

export type * from "./interface";

const PAGES = import.meta.glob<GamePage>("./*/index.ts", { import: "default" });

// small enough for the first page
const EMBLEMS = import.meta.glob<GamePage["Emblem"]>("./*/Emblem.svelte", { import: "default" });

/** The games that have a folder. */
export const gameNames = Object.keys(PAGES).map((path) => path.split("/")[1]);

/** Whether a game has a folder with a board of its own. */
export const hasOwnBoard = (name: string) => gameNames.includes(name);

/** The small picture of a game. */
export function loadEmblem(name: string): Promise<GamePage["Emblem"]> {
  const load = EMBLEMS[`./${name}/Emblem.svelte`];
  return load ? load() : import("./TextEmblem.svelte").then((module) => module.default);
}

/** Everything that the pages use of a game. */
export async function loadGame(name: string): Promise<GamePage> {
  const load = PAGES[`./${name}/index.ts`];
  return load ? load() : (await import("./textGame")).textGame(name);
}
