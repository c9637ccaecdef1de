/** The moves and deals of a game, from the events of its table. */

import type { EventView } from "../wire/messages";

/** The events that are moves or deals, in order, without those taken back. */
export function plies(events: EventView[]): EventView[] {
  let found: EventView[] = [];
  for (const event of events) {
    if (event.kind === "moved" || event.kind === "dealt") found.push(event);
    else if (event.kind === "taken_back") found = found.slice(0, event.data.ply as number);
  }
  return found;
}

/** The versions of the moves and deals that were taken back. */
export function undoneVersions(events: EventView[]): Set<number> {
  const kept = new Set(plies(events).map((event) => event.version));
  const made = events.filter((event) => event.kind === "moved" || event.kind === "dealt");
  return new Set(made.map((event) => event.version).filter((version) => !kept.has(version)));
}

/** The last move before a ply; null if there is none. */
export function moveBefore(list: EventView[], ply: number): { seat: number; move: string } | null {
  for (let i = ply - 1; i >= 0; i--) {
    if (list[i]?.kind === "moved") return { seat: list[i].data.seat, move: list[i].data.move };
  }
  return null;
}
