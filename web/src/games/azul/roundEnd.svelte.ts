/** The scoring at a round's end, shown tile by tile with the runs that score. */

import type { Lay } from "./steps";

const TOTAL_MS = 6000; // at most, for all tiles of a round's end
const STEP_MS = 450;

export class RoundEnd {
  shown = $state<Lay[]>([]); // the tiles whose points are shown
  current = $state<Lay | null>(null); // the tile whose runs are highlighted
  private remaining: Lay[] = [];
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Show tiles one after the other, or all at once. */
  begin(lays: Lay[], atOnce: boolean): void {
    this.stop();
    this.current = null;
    this.shown = atOnce ? lays : [];
    this.remaining = atOnce ? [] : [...lays];
    if (this.remaining.length) this.timer = setInterval(() => this.next(), Math.min(STEP_MS, TOTAL_MS / lays.length));
  }

  private next(): void {
    this.current = this.remaining.shift() ?? null;
    if (this.current) this.shown.push(this.current);
    else this.stop();
  }

  /** Show the remaining tiles at once. */
  skip(): void {
    this.stop();
    this.shown.push(...this.remaining.splice(0));
    this.current = null;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
