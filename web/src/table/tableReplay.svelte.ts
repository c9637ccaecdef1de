/**
 * Which ply of a table's game is shown: the latest, or one that the address names. The server sends the positions of
 * earlier plies. Also plays a game by itself, one ply after the other.
 */

import type { GameView } from "../games";
import { fetchReplay } from "../wire/http";
import type { EventView, Replay } from "../wire/messages";
import { plies } from "./plies";
import { currentRoute, go } from "../site/router.svelte";
import { connection } from "../wire/socket.svelte";
import type { LiveTable } from "./liveTable.svelte";

const PACE_MS = 1100; // between moves of a game that plays by itself

export class TableReplay {
  isPlaying = $state(false); // by itself
  hasFailed = $state(false); // the positions could not be read
  stepped = $state.raw<EventView[]>([]); // what led from the ply that was shown before to this one
  private replay = $state.raw<Replay | null>(null);

  private readonly view = $derived.by(() => this.table.view!);
  private readonly requested = $derived.by(() => currentRoute().query.get("ply"));
  readonly list = $derived.by(() => plies(this.table.events));
  readonly ply = $derived.by(() =>
    this.requested === null ? this.view.ply : Math.min(Math.max(0, Number(this.requested) || 0), this.view.ply),
  );
  readonly isReplaying = $derived.by(() => this.requested !== null && (this.ply < this.view.ply || this.view.status === "over"));
  readonly isLoaded = $derived.by(() => this.replay !== null && this.replay.steps.length >= this.ply);

  /** The table as it was at the ply that is shown, or the latest view until its position has been read. */
  readonly shown = $derived.by((): GameView => {
    const { view, ply, replay } = this;
    if (!this.isReplaying || !replay || !this.isLoaded) return view;
    const position = ply === 0 ? replay.first : replay.steps[ply - 1].position;
    const drawing = ply === 0 ? undefined : replay.steps[ply - 1].drawing;
    const turn = position.phase === undefined ? ((position.turn as number) ?? null) : null;
    return { ...view, position, drawing, ply, turn, moves: [], status: "playing" };
  });

  /** Must be called while a component is initialised. A game that plays by itself waits while `isBusy`. */
  constructor(
    private table: LiveTable,
    isBusy: () => boolean,
  ) {
    $effect(() => {
      const known = this.replay ? this.replay.steps.length : -1;
      if (!this.isReplaying || known >= this.ply || !connection.isOpen) return;
      fetchReplay(table.id).then((answer) => (this.replay = answer), () => (this.hasFailed = true));
    });
    $effect(() => {
      if (!this.isPlaying || isBusy()) return;
      if (this.ply >= this.view.ply) return void (this.isPlaying = false);
      const next = setTimeout(() => this.show(this.ply + 1), PACE_MS);
      return () => clearTimeout(next);
    });
  }

  /** Show a ply; a step to the next one is animated. */
  private show(at: number): void {
    const to = Math.min(Math.max(0, at), this.view.ply);
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
