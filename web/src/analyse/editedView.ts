/** A position that is set up by hand, as a view for a game's editor: every seat is the viewer's. */

import type { GameView } from "../games";
import type { PositionView } from "../wire/messages";
import type { Speech } from "./speech";

export function editedView(game: string, players: number, shown: PositionView, speech: Speech): GameView {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  return {
    version: 1,
    ply: 0,
    status: "playing",
    game,
    edition: game,
    players,
    options: {},
    seats: seats.map((seat) => ({ name: speech.seatName(seat) })),
    you: seats,
    turn: shown.turn,
    position: shown.position,
    moves: shown.moves,
  };
}
