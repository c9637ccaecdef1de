/** How positions of Azul are set up and scored. */

import type { Editing, PositionJson } from "../kit/interface";
import { emptyPosition } from "./edit";
import Editor from "./Editor.svelte";
import { fields } from "./fields";
import type { SeatBoard } from "./position";

/** The boards as they lie before the next round; bag and turn follow by counting. */
function next({ game, wall, players, round, first, idle_rounds, lid, boards }: PositionJson): PositionJson {
  return { ...emptyPosition(players, { wall }), game, round, first, idle_rounds, lid, boards };
}

/** A position without what follows by counting; whose turn it is follows only until the marker is taken. */
function open({ displays, centre, turn, phase, ...position }: PositionJson): PositionJson {
  const isOffer = phase === undefined && position.tiling === undefined;
  return { ...next(position), displays, centre, ...(isOffer ? { turn } : {}) };
}

const editing: Editing = {
  Editor,
  fields,
  empty: emptyPosition,
  options: ["wall"],
  seats: (position) => position.players,
  hasRounds: true,
  round: (position) => position.round,
  scores: (position) => position.boards.map((board: SeatBoard) => board.score),
  open,
  next,
  deal: (position) => position.displays.map((tiles: string) => tiles || "-").join(" "),
};

export default editing;
