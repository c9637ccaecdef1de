/** The reader's way from a chosen move to a played one: what it would do, whether it must be confirmed, and the hint shown meanwhile. */

import type { GamePage, Hint, Step } from "../games";
import { settings } from "../site/settings.svelte";
import { connection } from "../wire/socket.svelte";
import type { PlayedTable } from "./playedTable";

type Confirm = typeof settings.confirm;

export class MoveChoice {
  hint = $state.raw<Hint | null>(null);
  forecast = $state.raw<string[]>([]); // the steps of the move that awaits confirmation, in sentences
  /** The costs of the wanted move: why it has to be confirmed. */
  readonly costs = $derived.by(() => (this.hint?.kind === "forecast" ? this.game().costs(this.hint.steps).map(this.table.voice.sentenceText) : []));
  private asked = $state<string | null>(null); // a chosen move, while the server is asked what it does

  /** Must be called while a component is initialised. `confirms` says which moves are confirmed. */
  constructor(
    private table: PlayedTable,
    private game: () => GamePage,
    private onplay: (move: string) => void,
    private confirms: () => Confirm = () => settings.confirm,
  ) {
    $effect(() => {
      void table.view?.ply;
      this.hint = null;
    });
    $effect(() => {
      // without a connection nobody can say what a move does: it is kept, or awaits confirmation without that
      if (!this.asked || !connection.isLost) return;
      const move = this.asked;
      this.asked = null;
      if (this.confirms() === "always") table.pending = move;
      else this.play(move);
    });
  }

  /** Choose a move: it is played, refused, or awaits confirmation. */
  choose = async (move: string): Promise<void> => {
    const { table } = this;
    if (table.sending) return;
    if (!this.needsAnswer(move)) return this.play(move);
    const ply = table.view!.ply;
    this.asked = move;
    const answer = await table.explanations.get(move);
    if (this.asked !== move || table.view!.ply !== ply || table.sending) return; // something else has happened meanwhile
    this.asked = null;
    if (answer.kind === "refusal") {
      this.hint = { kind: "refusal", move, error: answer.error, clause: answer.clause };
      table.refusal = { error: answer.error, clause: answer.clause };
      return;
    }
    table.refusal = null;
    if (!this.needsConfirmation(answer.steps)) return this.play(move);
    this.forecast = [...table.voice.stepTexts(answer.steps), ...this.game().costs(answer.steps).map(table.voice.sentenceText)];
    this.hint = { kind: "forecast", move, steps: answer.steps, short: this.hint?.kind === "refusal" ? undefined : this.hint?.short };
    table.pending = move;
  };

  /** Whether the server has to say what a move does: not of a legal one that needs no confirmation, as far as the page can tell. */
  private needsAnswer(move: string): boolean {
    const view = this.table.view!;
    if (!view.moves.includes(move) || this.confirms() === "always") return true;
    if (this.confirms() === "never") return false;
    const steps = this.game().stepsAtOnce?.(view, move);
    return !steps || this.game().costs(steps).length > 0;
  }

  private needsConfirmation(steps: Step[]): boolean {
    return this.confirms() === "always" || (this.confirms() === "costly" && this.game().costs(steps).length > 0);
  }

  /** A move in a few words; "" where the game has none. */
  shortMove = (steps: Step[]): string => {
    const sentence = this.game().shortMove?.(steps);
    return sentence ? this.table.voice.sentenceText(sentence) : "";
  };

  private play(move: string): void {
    this.cancel();
    this.onplay(move);
  }

  confirm = (): void => {
    if (this.table.pending) this.play(this.table.pending);
  };

  cancel = (): void => {
    this.table.pending = null;
    this.hint = null;
  };
}
