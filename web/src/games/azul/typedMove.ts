/** Moves as people type them: `3B2`, `3 b 2`, `2>4`, and in their language `3 blue 4`, `c red floor`. */

import type { BoardView, Say } from "../kit/interface";
import { FACTS } from "./facts";
import { CENTRE, COLOURS, FLOOR, positionOf } from "./position";

/** A text in lower case, without accents. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const SOURCE = `[1-${FACTS.max_displays}]`;
const LINE = `[1-${FACTS.rows}]`;
const IS_SOURCE = new RegExp(`^${SOURCE}$`);
const IS_LINE = new RegExp(`^${LINE}$`);
const CHOICE = new RegExp(`^(${LINE})\\s*(?:>|\\s|-)\\s*(${LINE})$`);
const WORDS = new RegExp(`^(${SOURCE}|\\p{L}+?)\\s*,?\\s*(\\p{L}+?)\\s*,?\\s*(0|${LINE}|\\p{L}+)$`, "u");
const NOTATION = new RegExp(`^(${SOURCE}|${CENTRE})\\s*([${COLOURS.join("")}])\\s*(0|${LINE}|${FLOOR})$`, "i");

/** The move of a typed text; null if the text cannot be one. */
export function parseTyped(text: string, view: BoardView, say: Say): string | null {
  const typed = plain(text).trim();
  const choice = typed.match(CHOICE);
  if (choice) return `${choice[1]}>${choice[2]}`;
  const tiling = positionOf(view).tiling;
  if (tiling && IS_LINE.test(typed)) return `${tiling.line}>${typed}`;
  const [, from, what, to] = typed.match(NOTATION) ?? typed.match(WORDS) ?? [];
  if (!from) return null;
  const source = IS_SOURCE.test(from) ? from : isWord(from, CENTRE, say("azul.page.word.centre")) ? CENTRE : null;
  const colour = COLOURS.find((letter) => isWord(what, letter, say(`azul.colour.${letter}`)));
  const target = IS_LINE.test(to) ? to : to === "0" || isWord(to, FLOOR, say("azul.page.word.floor")) ? FLOOR : null;
  return source && colour && target ? source + colour + target : null;
}

/** Whether a word is the letter, or the beginning of the long form with three letters or more. */
const isWord = (word: string, letter: string, long: string) => word === letter.toLowerCase() || (word.length > 2 && plain(long).startsWith(word));
