/** Azul for the pages. */

import type { GamePage, Sentence } from "../interface";
import { COLOURS, shades } from "./art";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import Figure, { figures } from "./Figure.svelte";
import { commands, moveSentence } from "./textCommands";
import { parseTyped } from "./typedMove";

const isCostly = (lines: Sentence[]) =>
  lines.some((line) => /^azul\.tell\.(floor|marker|jam)$/.test(line.code));

const azul: GamePage = {
  name: "azul",
  Board,
  Emblem,
  Figure,
  figures,
  commands,
  moveSentence,
  parseTyped,
  isCostly,
  colours: COLOURS.map((colour) => ({ property: `tile-${colour}`, code: `azul.colour.${colour}` })),
  shades,
  keys: [
    { keys: ["1", "…", "9", "C"], code: "azul.key.source" },
    { keys: ["B", "Y", "R", "K", "W"], code: "azul.key.colour" },
    { keys: ["1", "…", "5", "F"], code: "azul.key.line" },
    { keys: ["←", "↑", "→", "↓"], code: "azul.key.arrows" },
    { keys: ["Enter"], code: "azul.key.enter" },
    { keys: ["Esc"], code: "azul.key.escape" },
  ],
};

export default azul;
