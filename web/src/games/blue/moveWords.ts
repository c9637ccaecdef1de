/** A move of BLUE in words; where the tile goes is marked on the board. */

import type { BoardView, Sentence } from "../kit/interface";
import { kindOf, parseMove } from "./position";

export const moveWords = (_: BoardView, move: string): Sentence => ({
  code: "blue.page.move",
  args: { kind: { code: `blue.segment.${kindOf(parseMove(move).sides)}` } },
});
