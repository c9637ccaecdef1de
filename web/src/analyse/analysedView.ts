/** Positions that are analysed or set up, as boards show them: every seat is the viewer's. */

import type { BoardView } from "../games";
import type { Voice } from "../table/voice";
import type { PositionView } from "../wire/messages";
import { joinNames, say } from "../words/texts.svelte";

export function analysedView(game: string, players: number, { position, drawing, turn, moves }: PositionView, ply = 0): BoardView {
  return { game, players, ply, you: Array.from({ length: players }, (_, seat) => seat), turn, position, drawing, moves };
}

/** How a game ended. */
export function resultText(voice: Voice, { shares }: PositionView): string {
  const winners = shares.flatMap((share, seat) => (share > 0 ? [voice.seatName(seat)] : []));
  return say(winners.length === 1 ? "analyse.wins" : "analyse.wins.shared", { names: joinNames(winners) });
}
