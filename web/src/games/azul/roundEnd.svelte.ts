/** The tiles of a round's end, told one after the other with the runs that they score. */

import type { Laying } from "./position";

const WHOLE_MS = 6000; // at most, for all that a round's end tells
const STEP_MS = 450;

export class RoundEnd {
  told = $state<Laying[]>([]); // those whose points are shown
  now = $state<Laying | null>(null); // the one whose runs are lit
  private rest: Laying[] = [];
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Tell layings in their order, or all at once. */
  begin(layings: Laying[], atOnce: boolean): void {
    this.stop();
    this.now = null;
    this.told = atOnce ? layings : [];
    this.rest = atOnce ? [] : [...layings];
    if (this.rest.length) this.timer = setInterval(() => this.step(), Math.min(STEP_MS, WHOLE_MS / layings.length));
  }

  private step(): void {
    this.now = this.rest.shift() ?? null;
    if (this.now) this.told.push(this.now);
    else this.stop();
  }

  /** Tell what is left at once. */
  skip(): void {
    this.stop();
    this.told.push(...this.rest.splice(0));
    this.now = null;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
