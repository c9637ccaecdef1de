/** The reader's way from a chosen move to a sent one: what it would do, whether it must be confirmed, and the hint shown meanwhile. */

import type { GamePage, Hint } from "../games";
import { settings } from "../site/settings.svelte";
import { connection } from "../wire/socket.svelte";
import type { LiveTable } from "./liveTable.svelte";

export class MoveChoice {
  hint = $state.raw<Hint | null>(null);
  forecast = $state.raw<string[]>([]); // what the move that awaits confirmation would do
  private asked = $state<string | null>(null); // a chosen move, while the server is asked what it does

  /** Must be called while a component is initialised. */
  constructor(
    private table: LiveTable,
    private game: () => GamePage,
  ) {
    table.onUpdate((update) => {
      if (update.events.some((event) => event.kind === "moved")) this.hint = null;
    });
    $effect(() => {
      // without a connection nobody can say what a move does: it is kept, or awaits confirmation without that
      if (!this.asked || !connection.isLost) return;
      const move = this.asked;
      this.asked = null;
      if (settings.confirm === "always") table.pending = move;
      else void table.play(move);
    });
  }

  /** Choose a move: it is sent, refused, or awaits confirmation. */
  choose = async (move: string): Promise<void> => {
    const { table } = this;
    if (table.sending) return;
    if (!this.needsConfirmation(move)) return table.play(move);
    const version = table.view!.version;
    this.asked = move;
    const answer = await table.explanations.get(move);
    if (this.asked !== move || table.view!.version !== version || table.sending) return; // something else has happened meanwhile
    this.asked = null;
    if (answer.kind === "refusal") {
      this.hint = { kind: "refusal", move, error: answer.error, clause: answer.clause };
      table.refusal = { error: answer.error, clause: answer.clause };
      return;
    }
    if (settings.confirm === "costly" && !this.game().isCostly(answer.steps)) return table.play(move);
    this.forecast = table.stepTexts(answer.steps);
    this.hint = { kind: "forecast", move, steps: answer.steps, short: this.hint?.kind === "refusal" ? undefined : this.hint?.short };
    table.pending = move;
  };

  /** Whether a chosen move may have to be confirmed; no where its costs are known, so that it is sent at once. */
  private needsConfirmation(move: string): boolean {
    if (settings.confirm !== "costly") return settings.confirm === "always";
    const view = this.table.view!;
    const steps = view.moves.includes(move) ? this.game().stepsAtOnce?.(view, move) : null;
    return !steps || this.game().isCostly(steps);
  }

  confirm = (): void => {
    const move = this.table.pending;
    this.hint = null;
    if (move) void this.table.play(move);
  };

  cancel = (): void => {
    this.table.pending = null;
    this.hint = null;
  };
}
