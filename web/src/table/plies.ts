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

/** The moves since the viewer's last one, in order: the last move, and those of other seats right before it. */
export function latestMoves(list: EventView[], you: number[]): EventView[] {
  const found: EventView[] = [];
  for (const event of list.filter(({ kind }) => kind === "moved").toReversed()) {
    const isOwn = you.includes(event.data.seat);
    if (found.length && (isOwn || !you.length || found.some(({ data }) => data.seat === event.data.seat))) break;
    found.unshift(event);
    if (isOwn) break;
  }
  return found;
}
