/** Moves as people type them: `3B2`, `3 b 2`, `3 blue 4`, `c red floor`, `2>4`, in their language. */

import type { GameView, Say } from "../interface";
import { COLOURS } from "./art";
import { positionOf } from "./position";

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

export function parseTyped(text: string, view: GameView, say: Say): string | null {
  const typed = plain(text).trim();
  const choice = typed.match(/^([1-5])\s*(?:>|\s|-)\s*([1-5])$/);
  if (choice) return `${choice[1]}>${choice[2]}`;
  const tiling = positionOf(view).tiling;
  if (tiling && /^[1-5]$/.test(typed)) return `${tiling.line}>${typed}`;
  const parts = typed.match(/^([1-9]|\p{L}+?)\s*,?\s*(\p{L}+?)\s*,?\s*([0-5]|\p{L}+)$/u);
  const short = typed.match(/^([1-9c])\s*([byrkw])\s*([0-5f])$/);
  const [, from, what, to] = short ?? parts ?? [];
  if (!from) return null;
  const source = /^[1-9]$/.test(from) ? from : starts(from, "c", say("azul.page.word.centre")) ? "C" : null;
  const colour = COLOURS.find((letter) => starts(what, letter.toLowerCase(), say(`azul.colour.${letter}`)));
  const target = /^[1-5]$/.test(to) ? to : to === "0" || starts(to, "f", say("azul.page.word.floor")) ? "F" : null;
  return source && colour && target ? source + colour + target : null;
}

/** Is a word the short form, or the beginning of the long one of three letters or more? */
const starts = (word: string, short: string, long: string) =>
  word === short || (word.length > 2 && plain(long).startsWith(word));
