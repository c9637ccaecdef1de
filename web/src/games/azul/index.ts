/** Azul for the pages. */

import type { GamePage } from "../interface";
import { shades } from "./art";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import { FACTS } from "./facts";
import Figure, { figures } from "./Figure.svelte";
import { COLOURS } from "./position";
import { isCostly } from "./steps";
import { commands } from "./textCommands";
import { parseTyped } from "./typedMove";

const azul: GamePage = {
  name: "azul",
  Board,
  Emblem,
  Figure,
  figures,
  commands,
  parseTyped,
  isCostly,
  colours: COLOURS.map((colour) => ({ property: `tile-${colour}`, code: `azul.colour.${colour}` })),
  grounds: ["board-surface", "board-table", "azul-display", "board-pool", "board-space", "azul-floor"],
  shades,
  keys: [
    { keys: ["1", "…", String(FACTS.max_displays), FACTS.centre], code: "azul.key.source" },
    { keys: [...COLOURS], code: "azul.key.colour" },
    { keys: ["1", "…", String(FACTS.rows), FACTS.floor], code: "azul.key.line" },
    { keys: ["←", "↑", "→", "↓"], code: "azul.key.arrows" },
    { keys: ["Enter"], code: "azul.key.enter" },
    { keys: ["Esc"], code: "azul.key.escape" },
  ],
};

export default azul;
