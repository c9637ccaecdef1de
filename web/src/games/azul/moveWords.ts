/** A move of Azul in words. */

import type { BoardView, Sentence } from "../kit/interface";
import { FLOOR, heldOf, isTake, positionOf, tilesAt } from "./position";

export function moveWords(view: BoardView, move: string): Sentence {
  if (!isTake(move)) return { code: "azul.page.move.column", args: { line: move[0], column: move[2] } };
  const { source, colour } = heldOf(move);
  const count = tilesAt(positionOf(view), source).split(colour).length - 1;
  const args = { count, colour: { code: `azul.colour.${colour}` }, source: { code: `azul.source.${source}` }, line: move[2] };
  return { code: `azul.page.move.${move[2] === FLOOR ? "floor" : "line"}`, args };
}
