/** The server's time, updated twice a second for clocks on the page. */

import { connection } from "../wire/socket.svelte";
import type { View } from "../wire/messages";

let tick = $state(Date.now());
setInterval(() => document.visibilityState === "visible" && (tick = Date.now()), 500);

export function serverNow(): number {
  return tick / 1000 + connection.offset;
}

/** The seconds that a seat has left now; null without a clock. */
export function secondsLeft(view: View, seat: number): number | null {
  const left = view.seats[seat].left_s;
  if (left === null || view.clock.runs_for !== seat) return left;
  const from = Math.max(view.now, view.clock.runs_from ?? view.now);
  return Math.max(0, left - Math.max(0, serverNow() - from));
}
