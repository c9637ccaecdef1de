/** A table at which the reader plays: of the server, or of a lesson or a puzzle. */

import type { BoardView, Sentence } from "../games";
import type { Explanations } from "../games/kit/explanations";
import type { EventView } from "../wire/messages";
import { say } from "../words/texts.svelte";
import type { Voice } from "./voice";

/** The parts of a table that the status line, the choice of a move and the text view use. */
export interface PlayedTable {
  readonly view: BoardView | null;
  readonly isOver: boolean;
  readonly events: EventView[]; // all of them
  readonly explanations: Explanations;
  readonly voice: Voice;
  pending: string | null; // a move that awaits confirmation
  sending: string | null; // a move that was sent and is not acknowledged
  refusal: { error: Sentence; clause: string } | null; // of the latest request
  /** An event in sentences; none for events that the log leaves out. */
  eventTexts(event: EventView): string[];
}

/** The sentence that says whose turn it is. */
export function turnText({ view, isOver, voice }: PlayedTable): string {
  if (isOver) return say("table.over");
  if (!view || view.turn === null) return "";
  const isYours = view.you.length === 1 && view.you[0] === view.turn;
  return isYours ? say("table.turn.yours") : say("table.turn.of", { name: voice.seatName(view.turn) });
}
