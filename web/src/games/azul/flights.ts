/** Which tile came from where, from what was told: names of places before and after an event. */

import type { GameEvent } from "../interface";
import { CENTRE, type Position, heldOf, isTake, layingsOf } from "./position";

export interface Flight {
  from: string; // names of places as the boards write them in `data-at`
  to: string;
  wave: number; // one group after another
}

/** The flights of one event, which led from a position to the next one shown. */
export function flightsOf(event: GameEvent, before: Position, after: Position): Flight[] {
  if (event.kind !== "moved") return [];
  const { seat, move } = event.data as { seat: number; move: string };
  const flights = isTake(move) ? taken(seat, move, before, after) : [];
  for (const { seat: p, row, column } of layingsOf(event.lines))
    flights.push({ from: `line-${p}-${row}-0`, to: `wall-${p}-${row}-${column}`, wave: 1 });
  return flights;
}

function taken(seat: number, move: string, before: Position, after: Position): Flight[] {
  const { source, colour } = heldOf(move);
  const flights: Flight[] = [];
  const tiles = source === CENTRE ? before.centre : before.displays[Number(source) - 1];
  const mine = Array.from({ length: tiles.split(colour).length - 1 }, (_, i) => `${source}-${colour}-${i}`);
  const [was, is] = [before.boards[seat], after.boards[seat]];
  if (move[2] !== "F") {
    const row = Number(move[2]) - 1;
    for (let k = was.lines[row].length; k < is.lines[row].length && mine.length; k++)
      flights.push({ from: mine.shift()!, to: `line-${seat}-${row}-${k}`, wave: 0 });
  }
  for (let k = was.floor.length; k < is.floor.length; k++) {
    const from = is.floor[k] === "M" ? "C-M-0" : mine.shift();
    if (from) flights.push({ from, to: `floor-${seat}-${k}`, wave: 0 });
  }
  if (source !== CENTRE) flights.push(...swept(source, colour, tiles, before));
  return flights;
}

/** The other tiles of a display, on their way to the centre. */
function swept(source: string, colour: string, tiles: string, before: Position): Flight[] {
  const flights: Flight[] = [];
  const seen: Record<string, number> = {};
  for (const tile of tiles) {
    if (tile === colour) continue;
    const i = (seen[tile] ??= 0);
    seen[tile]++;
    const there = before.centre.split(tile).length - 1;
    flights.push({ from: `${source}-${tile}-${i}`, to: `C-${tile}-${there + i}`, wave: 1 });
  }
  return flights;
}
