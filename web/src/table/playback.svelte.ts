/**
 * The view on the board of a table: the latest one, a move that had to wait while scoring was shown, or an earlier ply
 * that the address names. The server sends the positions of earlier plies. A game can also play by itself.
 */

import type { BoardView, Sentence } from "../games";
import { currentRoute, go } from "../site/router.svelte";
import type { EventView } from "../wire/messages";
import { connection } from "../wire/socket.svelte";
import type { LiveTable } from "./liveTable.svelte";
import { plies } from "./plies";
import { Positions } from "./positions.svelte";

const PACE_MS = 1100; // between moves of a game that plays by itself
const NEXT_MS = 500; // between moves that have waited

interface Shown {
  view: BoardView;
  events: EventView[]; // that led to it from what was shown before
}

export class Playback {
  scoring = $state.raw<Sentence | null>(null); // on the board now, tile by tile
  toResult = $state.raw<(() => void) | null>(null); // skips the final scoring that the board goes through
  isPlaying = $state(false); // by itself
  hasFailed = $state(false); // the positions could not be read
  private stepped = $state.raw<EventView[]>([]); // led from the ply that was shown before to this one
  private held = $state.raw<Shown | null>(null); // shown instead of the latest view
  private queue: Shown[] = [];
  private timer = 0;

  private readonly view = $derived.by(() => this.table.view!);
  private readonly positions: Positions;
  readonly list = $derived.by(() => plies(this.table.events));
  readonly ply = $derived.by(() => this.positions.requested ?? this.view.ply);
  readonly isReplaying = $derived.by(() => this.positions.requested !== null && (this.ply < this.view.ply || this.view.status === "over"));
  readonly isLoaded = $derived.by(() => this.positions.has(this.ply));

  /** The latest view until the positions have been read. */
  readonly shown = $derived.by((): Shown => {
    const { view, ply } = this;
    if (this.isReplaying) return { view: this.isLoaded ? this.positions.at(ply) : view, events: this.stepped };
    return this.held ?? { view, events: this.table.fresh };
  });

  /** Must be called while a component is initialised. */
  constructor(private table: LiveTable) {
    this.positions = new Positions(table);
    table.onUpdate(({ view, events }) => {
      if (this.held) this.queue.push({ view, events });
    });
    $effect(() => () => clearTimeout(this.timer));
    $effect(() => {
      if (this.isReplaying && !this.isLoaded && connection.isOpen) this.positions.read().catch(() => (this.hasFailed = true));
    });
    $effect(() => {
      if (!this.isPlaying || this.scoring) return;
      if (this.ply >= this.view.ply) return void (this.isPlaying = false);
      const next = setTimeout(() => this.show(this.ply + 1), PACE_MS);
      return () => clearTimeout(next);
    });
  }

  /** The board begins to show what was scored, or has ended it; meanwhile the next moves wait, except in a replay. */
  hold = (scoring: Sentence | null, toResult: (() => void) | null = null): void => {
    this.scoring = scoring;
    this.toResult = toResult;
    if (this.isReplaying) return;
    clearTimeout(this.timer);
    if (!scoring) return this.showNext();
    this.held ??= { view: this.view, events: this.table.fresh };
  };

  /** Show what has waited, one move after the other. */
  private showNext(): void {
    const isMove = ({ events }: Shown) => events.some((event) => event.kind === "moved");
    while (this.queue.length && !isMove(this.queue[0])) this.queue.shift();
    this.held = this.queue.shift() ?? null;
    if (this.held) this.timer = window.setTimeout(() => this.showNext(), NEXT_MS);
  }

  /** Show a ply; a step to the next one is animated. */
  private show(at: number): void {
    const to = this.positions.limit(at);
    this.stepped = this.isReplaying && to === this.ply + 1 ? [this.list[this.ply]] : [];
    const path = `/table/${this.table.id}${currentRoute().parts[1] ? `/${currentRoute().parts[1]}` : ""}`;
    go(`${path}?ply=${to}`, { replace: true });
  }

  /** Go to a ply as the reader wants; the game no longer plays by itself. */
  stepTo = (at: number): void => {
    this.isPlaying = false;
    this.show(at);
  };

  togglePlaying = (): void => {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.ply >= this.view.ply) this.show(0);
  };

  goLive = (): void => go(location.pathname, { replace: true });

  addressOf = (at: number): string => `/table/${this.table.id}?ply=${at}`;
}
