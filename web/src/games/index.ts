/** The games of the house, loaded when a page first needs one: the only file that names them. */

import type { GamePage } from "./interface";

export type * from "./interface";

const ROOMS: Record<string, () => Promise<{ default: GamePage }>> = {
  azul: () => import("./azul"),
  blue: () => import("./blue"),
};

export const gameNames = Object.keys(ROOMS);

/** What a game gives to the pages. */
export async function loadGame(name: string): Promise<GamePage> {
  const room = ROOMS[name];
  if (!room) throw new Error(`no game called ${name}`);
  return (await room()).default;
}
