/**
 * The hint at a table: each press of the lamp goes deeper, from where to look to the move and to why. It stays in its place
 * until the turn is over or the reader sends it away, so that nothing on the table moves meanwhile.
 */

import type { Mark } from "../games";
import { DEPTHS } from "../table/hints";
import type { LiveTable } from "../table/liveTable.svelte";
import type { MoveChoice } from "../table/moveChoice.svelte";
import type { Hint } from "../wire/messages";

const MAX_SAID = 2; // reasons that are said, and shown on the board

export class TableHint {
  private asked = $state.raw<{ ply: number; depth: number } | null>(null);
  private given = $state.raw<{ ply: number; hint: Hint } | null>(null);
  isAsking = $state(false);

  private readonly ply = $derived.by(() => this.table.view!.ply);
  /** Whether the coach has its place in this turn. */
  readonly isOpen = $derived.by(() => this.asked?.ply === this.ply && !this.table.isOver);
  /** The hint of this turn, at most as deep as it is asked for. */
  readonly hint = $derived.by(() => (this.isOpen && this.given?.ply === this.ply ? this.given.hint : null));
  /** The deepest part that was told: 0, 1 or 2; -1 while nothing was. */
  readonly depth = $derived.by(() => (this.hint ? DEPTHS.indexOf(this.hint.depth) : -1));
  readonly reasons = $derived.by(() => this.hint?.why?.reasons.slice(0, MAX_SAID) ?? []);

  /** The marks on the board; none while the reader tries another move. */
  readonly marks = $derived.by((): Mark[] => {
    const { hint, choice } = this;
    const tried = this.table.pending ?? (choice.hint && choice.hint.kind !== "selection" ? choice.hint.move : null);
    if (!hint || this.table.sending || (tried !== null && tried !== hint.move)) return [];
    if (hint.why) return [...hint.why.marks, ...this.reasons.flatMap((reason) => reason.marks)];
    return (hint.play ?? hint.look).marks;
  });

  constructor(
    private table: LiveTable,
    private choice: MoveChoice,
  ) {}

  /** Ask for more: at first where to look. Once everything is told, the hint goes away. */
  deeper = async (): Promise<void> => {
    if (this.isAsking || !this.table.view!.can_hint) return;
    const [ply, next] = [this.ply, this.isOpen ? this.depth + 1 : 0];
    if (next === DEPTHS.length) return this.close();
    this.asked = { ply, depth: next };
    this.isAsking = true;
    const hint = await this.table.hint(DEPTHS[next]);
    this.isAsking = false;
    if (!hint) return this.close(); // the status line says why
    this.given = { ply, hint };
  };

  close = (): void => {
    this.asked = this.given = null;
  };

  /** Play the move, once it was told. */
  play = (): void => {
    if (this.hint?.move) void this.choice.choose(this.hint.move);
  };
}
