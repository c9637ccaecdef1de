/** BLUE for the pages. */

import type { GamePage, BoardView, Headline, Sentence } from "../kit/interface";
import { shades } from "./art";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import Figure, { figures } from "./Figure.svelte";
import { KINDS, parseMove, positionOf } from "./position";
import { merits } from "./merits";
import { moveMarks } from "./moveMarks";
import { moveWords } from "./moveWords";
import { costs } from "./steps";
import { commands } from "./textCommands";
import { parseTyped } from "./typedMove";

/** The words above the table: how many tiles are left. */
function headline(view: BoardView): Headline {
  const position = positionOf(view);
  const n = KINDS.reduce((sum, kind) => sum + position.left[kind], 0);
  return { state: { code: position.draw === "blind" ? "blue.page.pile" : "blue.page.left", args: { n } }, warning: null };
}

/** The advice in a player's first turn. */
function prompt(view: BoardView): Sentence | null {
  return view.ply < view.players + 1 ? { code: "blue.page.begin" } : null;
}

const blue: GamePage = {
  name: "blue",
  Board,
  headline,
  prompt,
  Emblem,
  Figure,
  figures,
  commands,
  moveMarks,
  moveWords,
  merits,
  notation: "blue.page.notation",
  parseTyped,
  costs,
  marks: (move) => [`[data-target="${parseMove(move).place}"]`],
  colours: KINDS.map((kind) => ({ property: `laid-${kind}`, code: `blue.colour.${kind}` })),
  grounds: ["laid-ground"],
  shades,
  keys: [
    { keys: KINDS.map((kind) => kind.toUpperCase()), code: "blue.key.kind" },
    { keys: ["Tab"], code: "blue.key.next" },
    { keys: ["←", "↑", "→", "↓"], code: "blue.key.arrows" },
    { keys: ["R"], code: "blue.key.turn" },
    { keys: ["Enter"], code: "blue.key.enter" },
    { keys: ["Esc"], code: "blue.key.escape" },
    { keys: ["+", "-", "0"], code: "blue.key.zoom" },
    { keys: ["Shift ←", "↑", "→", "↓"], code: "blue.key.pan" },
  ],
};

export default blue;
