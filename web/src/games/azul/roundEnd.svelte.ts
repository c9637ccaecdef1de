/**
 * The end of a round told on the boards: tile by tile with the runs that score, then the floor lines, with
 * totals that count; after the last round the bonuses, seat by seat. Meanwhile the boards show the position
 * between the steps, not the next deal.
 */

import type * as page from "../kit/interface";
import type { Flight } from "../kit/flight";
import { type Beat, FinalScoring } from "../kit/finalScoring.svelte";
import { bonusBeats } from "./bonuses";
import type { Step } from "./facts";
import type { Position } from "./position";
import { afterSteps } from "./staging";
import { type Lay, flightsOf } from "./steps";

const TOTAL_MS = 6000; // at most, with everything
const FIRST_MS = 350; // while the last tiles of the round land
const BEAT_MS = 620; // at most, for a tile
const REST_MS = 1300; // in which everything that was scored is seen together
const READ_MS = 900; // for a tile, where the end of the round is read
const BONUS_MS = 1100; // for what a seat gets for its rows, columns or colours

/** The points of a seat in a round so far. */
export interface Tally {
  before: number;
  wall: number;
  cost: number; // of the floor line
  floor: number; // points lost: fewer than its cost where the score would fall below 0
  score: number;
}

/** The same with what the seat has got for rows, columns and colours. */
export interface CountedTally extends Tally {
  bonus: number;
}

/** The order in which tiles are scored: the viewer's first, or those of all seats at once. */
export interface Order {
  mine: number; // the viewer's seat
  isTogether: boolean;
}

/** Changes what is shown, and animates it. */
type Show = (change: () => void, flights: Flight[]) => void;

export class RoundEnd {
  position = $state.raw<Position | null>(null); // on the boards while the end is shown
  shown = $state.raw<Lay[]>([]); // the tiles whose points are shown
  current = $state.raw<Lay[]>([]); // the tiles whose runs are lit
  tallies = $state.raw<Tally[]>([]); // by seat
  isRead = $state(false); // everything is shown at once, with words for what moves otherwise
  readonly final = new FinalScoring<Beat>(); // after the last round
  private bonuses: Step[] = [];
  private left: Step[] = []; // of the round, not told yet
  private timer: ReturnType<typeof setTimeout> | undefined;
  private finish: (() => void) | null = null;

  /** The bonuses of a seat for rows, columns and colours. */
  private bonusOf(seat: number): number {
    return this.final.told.filter((beat) => beat.seat === seat).reduce((sum, { points }) => sum + points, 0);
  }

  /** The position on the boards between the steps. */
  readonly shownPosition = $derived.by(
    () => this.position && { ...this.position, boards: this.position.boards.map((board, seat) => ({ ...board, score: board.score + this.bonusOf(seat) })) },
  );

  /** The points of each seat in the round so far, with its bonuses. */
  readonly counted = $derived.by((): CountedTally[] =>
    this.tallies.map((tally, seat) => ({ ...tally, bonus: this.bonusOf(seat), score: tally.score + this.bonusOf(seat) })),
  );

  /** Tell the steps of a move that ends a round, from the position before it. */
  tell(before: Position, steps: page.Step[], order: Order, show: Show, finish: () => void): void {
    const [first, rest] = this.begin(before, steps, finish);
    const beats = beatsOf(rest, order);
    const beat_ms = Math.min(BEAT_MS, (TOTAL_MS - FIRST_MS - REST_MS) / beats.length);
    show(() => (this.position = afterSteps(before, first)), flightsOf(first as unknown as page.Step[], before));
    const next = () => {
      const beat = beats.shift();
      if (!beat) return this.goOn();
      show(() => this.apply(beat), flightsOf(beat as unknown as page.Step[], this.position!));
      this.timer = setTimeout(next, beats.length ? beat_ms : REST_MS);
    };
    this.timer = setTimeout(next, FIRST_MS);
  }

  /** The same without motion: everything at once, to be read. */
  tellInWords(before: Position, steps: page.Step[], finish: () => void): void {
    const [first, rest] = this.begin(before, steps, finish);
    this.isRead = true;
    this.position = afterSteps(before, first);
    this.apply(rest);
    this.current = [];
    const most = Math.max(...before.boards.map((_, seat) => this.shown.filter((lay) => lay.seat === seat).length));
    this.timer = setTimeout(() => this.goOn(), Math.min(TOTAL_MS, REST_MS + READ_MS * (1 + most)));
  }

  /** The steps that take the last tiles, and those that score the round. */
  private begin(before: Position, steps: page.Step[], finish: () => void): [Step[], Step[]] {
    this.stop();
    this.finish = finish;
    this.tallies = before.boards.map(({ score }) => ({ before: score, wall: 0, cost: 0, floor: 0, score }));
    const all = (steps as unknown as Step[]).filter(({ kind }) => kind !== "bonus");
    this.bonuses = (steps as unknown as Step[]).filter(({ kind }) => kind === "bonus");
    const from = all.findIndex(({ kind }) => ["lay", "jam", "pay", "over"].includes(kind));
    this.left = all.slice(from);
    return [all.slice(0, from), this.left];
  }

  private apply(beat: Step[]): void {
    this.left = this.left.filter((step) => !beat.includes(step));
    const lays = beat.filter((step): step is Lay => step.kind === "lay");
    this.position = afterSteps(this.position!, beat);
    this.shown = [...this.shown, ...lays];
    this.current = lays;
    this.tallies = this.tallies.map((tally, seat) => {
      const laid = lays.filter((lay) => lay.seat === seat).reduce((sum, lay) => sum + lay.points, 0);
      const paid = beat.find((step) => step.kind === "pay" && step.seat === seat);
      const { cost, points } = paid?.kind === "pay" ? paid : { cost: tally.cost, points: -tally.floor };
      return { ...tally, wall: tally.wall + laid, cost, floor: -points, score: this.position!.boards[seat].score };
    });
  }

  /** Show the points of tiles at once, without going through them; they stay until they are cleared. */
  showAtOnce(lays: Lay[]): void {
    this.stop();
    this.shown = lays;
  }

  /** Forget what is shown, unless it is being told. */
  clear(): void {
    if (!this.position) this.shown = [];
  }

  /** Go on: from the round to the bonuses, from one of them to the next, at last to the end. */
  goOn(): void {
    if (this.final.counting) return this.final.next();
    if (!this.bonuses.length) return this.end();
    clearTimeout(this.timer);
    this.apply(this.left);
    this.shown = this.current = [];
    const beats = bonusBeats(this.bonuses, this.position!);
    this.final.tell(beats, BONUS_MS, () => this.end());
  }

  /** End the scoring now. */
  end(): void {
    const finish = this.finish;
    this.stop();
    finish?.();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.final.stop();
    this.finish = null;
    this.position = null;
    this.bonuses = [];
    this.shown = this.current = [];
    this.tallies = [];
    this.isRead = false;
  }
}

/** The steps of a round's end in the groups in which they are shown: the viewer's tiles one by one, those of the
 * other seats at the same time or, if wanted, of all seats, then all floor lines. */
export function beatsOf(steps: Step[], { mine, isTogether }: Order): Step[][] {
  const tiling = steps.filter((step) => step.kind === "lay" || step.kind === "jam");
  const isOwn = (step: { seat: number }) => step.seat === mine && !isTogether;
  const own = tiling.filter(isOwn).map((step) => [step]);
  const others: Step[][] = [];
  const counts = new Map<number, number>();
  for (const step of tiling) {
    if (isOwn(step)) continue;
    const at = counts.get(step.seat) ?? 0;
    counts.set(step.seat, at + 1);
    (others[at] ??= []).push(step);
  }
  const pays = steps.filter((step) => step.kind === "pay");
  return [...own, ...others, pays].filter((beat) => beat.length);
}
