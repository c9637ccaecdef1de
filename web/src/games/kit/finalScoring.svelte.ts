/** The final scoring of a game, told in beats, one after the other: a tap or a key goes on, and all can be skipped. */

import type { Sentence } from "./interface";

const REST_MS = 1600; // for the last beat, before the result

/** A part of the final scoring: what a seat gets for something. */
export interface Beat {
  seat: number;
  row: string; // of the tally, by its id
  points: number;
  title: Sentence;
  isStop: boolean; // whoever goes on comes to it; the others are passed over
}

/** The parts of a final scoring that were shown so far, and those still to come. */
export interface Counting {
  beat: Beat; // that is told now, the last of `told`
  told: Beat[];
  coming: Beat[];
}

/** The points that a seat has got in a row so far; null before anything of it is told. */
export function countedIn({ told, coming }: Counting, row: string, seat: number): number | null {
  const isOf = (beat: Beat) => beat.row === row && beat.seat === seat;
  const found = told.filter(isOf);
  return found.length || !coming.some(isOf) ? found.reduce((sum, { points }) => sum + points, 0) : null;
}

export class FinalScoring<B extends Beat> {
  private list = $state.raw<B[]>([]);
  private at = $state(-1);
  private beat_ms = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private finish: (() => void) | null = null;

  /** The beats that were told, with the one that is told now. */
  readonly told = $derived.by(() => this.list.slice(0, this.at + 1));
  readonly counting = $derived.by((): Counting | null => {
    const beat = this.told.at(-1);
    return beat ? { beat, told: this.told, coming: this.list.slice(this.at + 1) } : null;
  });

  /** Tell beats; `finish` is called after the last one, or when they are skipped. */
  tell(list: B[], beat_ms: number, finish: () => void): void {
    this.stop();
    [this.list, this.beat_ms, this.finish] = [list, beat_ms, finish];
    this.show(0);
  }

  private show(at: number): void {
    clearTimeout(this.timer);
    if (at >= this.list.length) return this.end();
    this.at = at;
    this.timer = setTimeout(() => this.show(at + 1), at === this.list.length - 1 ? REST_MS : this.beat_ms);
  }

  /** Go on to the next stop. */
  next(): void {
    const stop = this.list.findIndex((beat, i) => i > this.at && beat.isStop);
    this.show(stop < 0 ? this.list.length : stop);
  }

  /** Skip what is still to come. */
  end(): void {
    const { finish } = this;
    this.stop();
    finish?.();
  }

  stop(): void {
    clearTimeout(this.timer);
    [this.list, this.at, this.finish] = [[], -1, null];
  }
}
