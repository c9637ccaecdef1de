/** The page of a game that has no folder here: everything is shown and played as text. */

import type { GamePage, BoardView, Step } from "../kit/interface";
import { joinList } from "../kit/lists";
import { positionFields } from "./positionFields";
import TextBoard from "./TextBoard.svelte";
import TextEmblem from "./TextEmblem.svelte";

/** The page of a game, by its name. */
export function textGame(name: string): GamePage {
  return {
    name,
    Board: TextBoard,
    Emblem: TextEmblem,
    figures: [],
    commands: [
      { code: "games.command.position", help: "games.command.position.help", takesSeat: false, answer: describePosition },
      { code: "games.command.moves", help: "games.command.moves.help", takesSeat: false, answer: describeMoves },
    ],
    keys: [],
    colours: [],
    grounds: [],
    shades: () => ({}),
    parseTyped,
    costs,
  };
}

function describePosition(view: BoardView) {
  if (view.drawing) return view.drawing.split("\n");
  return positionFields(view.position).map(({ name, value }) => ({ code: "games.field", args: { name, value } }));
}

function describeMoves(view: BoardView) {
  if (!view.moves.length) return [{ code: "games.moves.none" }];
  return [{ code: "games.moves.list", args: { moves: joinList(view.moves) } }];
}

/** The legal move that differs from a text only in case and spaces; else the text itself. */
function parseTyped(text: string, view: BoardView): string | null {
  const plain = (move: string) => move.replace(/\s+/g, "").toLowerCase();
  return view.moves.find((move) => plain(move) === plain(text)) ?? (text.trim() || null);
}

/** The points that a move takes. */
const costs = (steps: Step[]) =>
  steps.filter((step) => Number(step.points) < 0).map((step) => ({ code: "games.cost", args: { points: -Number(step.points) } }));
