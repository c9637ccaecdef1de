/** BLUE for the pages. */

import type { GamePage } from "../interface";
import { shades } from "./art";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import Figure, { figures } from "./Figure.svelte";
import { KINDS } from "./position";
import { isCostly } from "./steps";
import { commands } from "./textCommands";
import { parseTyped } from "./typedMove";

const blue: GamePage = {
  name: "blue",
  Board,
  Emblem,
  Figure,
  figures,
  commands,
  parseTyped,
  isCostly,
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
