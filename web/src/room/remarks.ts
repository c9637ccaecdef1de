/** Remarks of opponents with a name at the table, now and then, about their plans. */

import { translateIfKnown } from "../words/texts.svelte";

const EVERY = 4; // moves
const LINES = 2; // that each of them has for a game

/** The remark of a bot after a move, if there is one; it depends on the version of the table alone. */
export function remarkAfter(game: string, bot: string, version: number): string {
  const number = Math.floor(version / 2); // seats alternate: of each the same share
  const line = 1 + (Math.floor(number / EVERY) % LINES);
  return number % EVERY === EVERY - 1 ? (translateIfKnown(`${game}.remark.${bot}.${line}`) ?? "") : "";
}
