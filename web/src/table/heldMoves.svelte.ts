/** While the board shows tile by tile what was scored, the next moves wait here and are then shown one by one. */

import type { GameView, Sentence } from "../games";
import type { EventView } from "../wire/messages";
import type { LiveTable } from "./liveTable.svelte";

const NEXT_MS = 500; // between moves that have waited

interface Shown {
  view: GameView;
  events: EventView[];
}

export class HeldMoves {
  scoring = $state.raw<Sentence | null>(null); // what the board shows now
  shown = $state.raw<Shown | null>(null); // what the board shows instead of the latest view
  private queue: Shown[] = [];
  private timer = 0;

  /** Must be called while a component is initialised. */
  constructor(private table: LiveTable) {
    table.onUpdate((update) => {
      if (this.shown) this.queue.push({ view: update.view, events: update.events });
    });
    $effect(() => () => clearTimeout(this.timer));
  }

  /** The board begins to show what was scored, or has ended it. In a replay no moves wait. */
  hold(scoring: Sentence | null, isReplaying: boolean): void {
    this.scoring = scoring;
    if (isReplaying) return;
    clearTimeout(this.timer);
    if (!scoring) return this.showNext();
    this.shown ??= { view: this.table.view!, events: this.table.fresh };
  }

  /** Show what has waited, one move after the other. */
  private showNext(): void {
    const isMove = ({ events }: Shown) => events.some((event) => event.kind === "moved");
    while (this.queue.length && !isMove(this.queue[0])) this.queue.shift();
    this.shown = this.queue.shift() ?? null;
    if (this.shown) this.timer = setTimeout(() => this.showNext(), NEXT_MS) as unknown as number;
  }
}
