/** The games of the offer, loaded when a page first needs one: the only file that names them. */

import type { GamePage } from "./interface";

export type * from "./interface";

const ROOMS: Record<string, () => Promise<{ default: GamePage }>> = {
  azul: () => import("./azul"),
  blue: () => import("./blue"),
};

// light enough for the first page
const EMBLEMS: Record<string, () => Promise<{ default: GamePage["Emblem"] }>> = {
  azul: () => import("./azul/Emblem.svelte"),
  blue: () => import("./blue/Emblem.svelte"),
};

export const gameNames = Object.keys(ROOMS);

/** A few tiles of a game. */
export async function loadEmblem(name: string): Promise<GamePage["Emblem"]> {
  return (await EMBLEMS[name]()).default;
}

/** What a game gives to the pages. */
export async function loadGame(name: string): Promise<GamePage> {
  const room = ROOMS[name];
  if (!room) throw new Error(`no game called ${name}`);
  return (await room()).default;
}
