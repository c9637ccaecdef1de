/** The positions of a table's game, which the server sends, and the ply that the page's address names. */

import type { BoardView } from "../games";
import { currentRoute } from "../site/router.svelte";
import { call } from "../wire/http";
import type { Replay, ReplayStep } from "../wire/messages";
import type { LiveTable } from "./liveTable.svelte";

export class Positions {
  private replay = $state.raw<Replay | null>(null);
  readonly isLoaded = $derived.by(() => this.replay !== null);
  readonly steps = $derived.by((): ReplayStep[] => this.replay?.steps ?? []);
  /** The ply of the address; null if it names none. */
  readonly requested = $derived.by(() => {
    const text = currentRoute().query.get("ply");
    return text === null ? null : this.limit(Number(text) || 0);
  });

  constructor(private readonly table: LiveTable) {}

  /** The nearest ply that the game has. */
  limit = (ply: number): number => Math.min(Math.max(0, ply), this.table.view!.ply);

  /** Read the positions that are played by now. */
  read = async (): Promise<void> => {
    this.replay = await call("GET /tables/{table}/replay", { table: this.table.id });
  };

  has(ply: number): boolean {
    return this.isLoaded && this.steps.length >= ply;
  }

  /** The table as it was after a ply, or after so many steps of another line; nobody can move there. */
  at(ply: number, steps: ReplayStep[] = this.steps): BoardView {
    const { first, first_drawing } = this.replay!;
    const { position, drawing } = ply === 0 ? { position: first, drawing: first_drawing } : steps[ply - 1];
    const turn = position.phase === undefined ? ((position.turn as number) ?? null) : null;
    return { ...this.table.view!, position, drawing, ply, turn, moves: [] };
  }
}
