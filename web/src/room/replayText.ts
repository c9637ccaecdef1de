/** The sentences in the controls of a replay about the moment that is shown. */

import type { EventView } from "../wire/messages";
import { say } from "../words/texts.svelte";

/** The events that led to a ply; at the start of the game, and after a deal, the state of the game. */
export function replayTexts(plies: EventView[], ply: number, textsOf: (event: EventView) => string[], state: string): string[] {
  if (ply === 0) return [say("replay.start"), state].filter(Boolean);
  const texts = plies[ply - 1] ? textsOf(plies[ply - 1]) : [];
  return texts.length || !state ? texts : [state];
}
