/** The names of games, editions and options, and short facts about games. */

import type { GamePage, BoardView } from ".";
import { say, translate, translateIfKnown } from "../words/texts.svelte";

/** The name of a game; a game without a name in the catalogue is called by its code. */
export const gameName = (game: string) => translateIfKnown(`${game}.name`) ?? game.charAt(0).toUpperCase() + game.slice(1).replaceAll("_", " ");

export const gameAbout = (game: string) => translateIfKnown(`${game}.about`) ?? "";
export const gameCredit = (game: string) => translateIfKnown(`${game}.credit`) ?? "";

/** The sentence about the player who begins by custom, if a game has a custom. */
export const startCustom = (game: string) => translateIfKnown(`${game}.custom`) ?? undefined;

export const editionName = (game: string, edition: string) => translateIfKnown(`${game}.edition.${edition}`) ?? edition;
export const optionName = (game: string, option: string) => translateIfKnown(`${game}.option.${option}`) ?? option;
export const choiceName = (game: string, option: string, choice: string) => translateIfKnown(`${game}.option.${option}.${choice}`) ?? choice;

/** The edition and options of a table in words; those without a word are left out. */
export function optionWords(game: string, edition: string, options: Record<string, string>): string[] {
  const choices = Object.entries(options).map(([name, choice]) => translateIfKnown(`${game}.option.${name}.${choice}`));
  const named = translateIfKnown(`${game}.edition.${edition}`);
  return [named === gameName(game) ? null : named, ...choices].filter((word) => word !== null);
}

/** The name of a pool of ratings, such as name-2: a game and a number of players. */
export function poolName(pool: string): string {
  const cut = pool.lastIndexOf("-");
  return `${gameName(pool.slice(0, cut))} · ${say("home.count", { n: Number(pool.slice(cut + 1)) })}`;
}

/** How a move is written, with an example: a sentence of the game, else a move that is legal now. */
export const notationExample = (game: GamePage, { moves }: BoardView) => (game.notation ? translate(game.notation) : (moves[0] ?? ""));
