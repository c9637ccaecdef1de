/** The words above Azul's table and in its status line: the round, warnings about its end, advice. */

import type { BoardView, Headline, Sentence } from "../kit/interface";
import { lastRound, positionOf } from "./position";

export function headline(view: BoardView, seatName: (seat: number) => string): Headline {
  const position = positionOf(view);
  const state = { code: "azul.page.round", args: { number: position.round } };
  const last = lastRound(position);
  if (position.phase === "over" || position.tiling) return { state, warning: null };
  if (last) return { state, warning: { code: "azul.page.last", args: { name: seatName(last.seat), row: last.row } } };
  const idle = position.idle_rounds;
  return { state, warning: idle > 0 ? { code: "azul.page.idle", args: { n: idle } } : null };
}

/** The advice on the gray side, and in a player's first turn. */
export function prompt(view: BoardView): Sentence | null {
  const { tiling, boards, turn, round } = positionOf(view);
  if (tiling) {
    const colour = boards[tiling.seat].lines[tiling.line - 1][0];
    return { code: "azul.page.choose", args: { line: tiling.line, colour: { code: `azul.colour.${colour}` } } };
  }
  const isFirst = round === 1 && boards[turn].lines.every((line) => !line) && !boards[turn].floor;
  return isFirst ? { code: "azul.page.begin" } : null;
}
