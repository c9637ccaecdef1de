/**
 * The games, each loaded when a page first needs it.
 *
 * A game is a folder with an `index.ts` and an `Emblem.svelte`. A game without a folder, which the
 * server offers all the same, gets the text board.
 */

import type { Component } from "svelte";
import TextEmblem from "./text/TextEmblem.svelte";
import type { Editing, GamePage, Guide } from "./kit/interface";
import type { Tally } from "./kit/tally";

export type * from "./kit/interface";

const PAGES = import.meta.glob<GamePage>("./*/index.ts", { import: "default" });

// small enough for the first page: a picture of a game, and a move that plays itself
const EMBLEMS = import.meta.glob<GamePage["Emblem"]>("./*/Emblem.svelte", { import: "default", eager: true });
const SCENES = import.meta.glob<Component>("./*/Scene.svelte", { import: "default", eager: true });

// where points came from; the guide of the rules, in pictures
const TALLIES = import.meta.glob<Tally>("./*/tally.ts", { import: "tally" });
const GUIDES = import.meta.glob<Guide>("./*/Guide.svelte");

// setting up positions
const EDITINGS = import.meta.glob<Editing>("./*/editing.ts", { import: "default" });

/** The games that have a folder. */
export const gameNames = Object.keys(PAGES).map((path) => path.split("/")[1]);

/** Whether a game has a folder with a board of its own. */
export const hasOwnBoard = (name: string) => gameNames.includes(name);

/** The small picture of a game. */
export const emblemOf = (name: string): GamePage["Emblem"] => EMBLEMS[`./${name}/Emblem.svelte`] ?? TextEmblem;

/** A move that plays itself; null for a game without one. */
export const sceneOf = (name: string): Component | null => SCENES[`./${name}/Scene.svelte`] ?? null;

/** Where the points of a game came from; null for a game that does not say. */
export const loadTally = async (name: string) => (await TALLIES[`./${name}/tally.ts`]?.()) ?? null;

/** The rules of a game in pictures; null for a game without them. */
export const loadGuide = async (name: string) => (await GUIDES[`./${name}/Guide.svelte`]?.()) ?? null;

/** How positions of a game are set up and scored; null for a game in which that cannot be done. */
export const loadEditing = async (name: string) => (await EDITINGS[`./${name}/editing.ts`]?.()) ?? null;

/** Everything that the pages use of a game. */
export async function loadGame(name: string): Promise<GamePage> {
  const load = PAGES[`./${name}/index.ts`];
  return load ? load() : (await import("./text/textGame")).textGame(name);
}
