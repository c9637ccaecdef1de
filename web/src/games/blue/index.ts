/** BLUE for the pages. */

import type { GamePage, Sentence } from "../interface";
import { shades } from "./art";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import Figure, { figures } from "./Figure.svelte";
import { KINDS } from "./position";
import { commands, moveSentence } from "./textCommands";
import { parseTyped } from "./typedMove";

/** Points for somebody else are worth a second look. */
function isCostly(lines: Sentence[]): boolean {
  const layer = lines.find((line) => line.code === "blue.tell.lay")?.args?.seat;
  return lines.some((line) => /^blue\.tell\.(chain|circle)$/.test(line.code) && line.args?.seat !== layer);
}

const blue: GamePage = {
  name: "blue",
  Board,
  Emblem,
  Figure,
  figures,
  commands,
  moveSentence,
  parseTyped,
  isCostly,
  colours: KINDS.map((kind) => ({ property: `laid-${kind}`, code: `blue.colour.${kind}` })),
  shades,
  keys: [
    { keys: ["W", "G", "B"], code: "blue.key.kind" },
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
