/** Names of games and of what a table can agree on. */

import { say, sayIfKnown } from "./texts.svelte";

export const gameName = (game: string) => sayIfKnown(`${game}.name`) ?? game;
export const gameAbout = (game: string) => sayIfKnown(`${game}.about`) ?? "";
export const editionName = (game: string, edition: string) => sayIfKnown(`${game}.edition.${edition}`) ?? edition;
export const optionName = (game: string, option: string) => sayIfKnown(`${game}.option.${option}`) ?? option;
export const choiceName = (game: string, option: string, choice: string) =>
  sayIfKnown(`${game}.option.${option}.${choice}`) ?? choice;

/** What a table agreed on, as far as it is worth a word. */
export function optionWords(game: string, edition: string, options: Record<string, string>): string[] {
  const choices = Object.entries(options).map(([name, choice]) => sayIfKnown(`${game}.option.${name}.${choice}`));
  const named = sayIfKnown(`${game}.edition.${edition}`);
  return [named === gameName(game) ? null : named, ...choices].filter((word) => word !== null);
}

/** A pool of ratings, such as name-2: a game and a number of players. */
export function poolName(pool: string): string {
  const cut = pool.lastIndexOf("-");
  return `${gameName(pool.slice(0, cut))} · ${say("home.count", { n: Number(pool.slice(cut + 1)) })}`;
}
