/** Azul for the pages. */

import type { GamePage, Step } from "../kit/interface";
import { shades } from "./art";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import { FACTS } from "./facts";
import Figure, { figures } from "./Figure.svelte";
import { COLOURS, isTake, positionOf } from "./position";
import { headline, prompt } from "./headline";
import { stepsAtOnce } from "./staging";
import { merits } from "./merits";
import { moveMarks } from "./moveMarks";
import { moveWords } from "./moveWords";
import { costs, shortMove } from "./steps";
import Supply from "./Supply.svelte";
import { commands } from "./textCommands";
import { parseTyped } from "./typedMove";

const azul: GamePage = {
  name: "azul",
  Board,
  Supply,
  headline,
  prompt,
  Emblem,
  Figure,
  figures,
  commands,
  moveMarks,
  moveWords,
  merits,
  notation: "azul.page.notation",
  parseTyped,
  costs,
  shortMove,
  stepsAtOnce: (view, move) => (isTake(move) && view.turn !== null ? (stepsAtOnce(positionOf(view), move, view.turn) as unknown as Step[]) : null),
  marks: (move) => (isTake(move) ? [`[data-take="${move.slice(0, 2)}"] > *`, `[data-target="${move[2]}"] > *`] : [`[data-column="${move[2]}"]`]),
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
