/** The first game of a newcomer: steps, each of which is a move that is really played, and how far one got. */

import type { GamePage, Mark, Sentence } from "../games";
import { LocalTable } from "../table/localTable.svelte";
import type { FirstStepAnswer, LearnAnswer } from "../wire/messages";
import { readProgress, writeProgress } from "./progress";

export const GENTLE = "tome"; // plays against newcomers, and coaches them
const SEAT = 0;

export class FirstGame {
  readonly table = new LocalTable();
  at = $state(0); // the step, from 0
  tried = $state.raw<string | null>(null); // a move that is not the one wanted
  made = $state.raw<string | null>(null); // the one that is
  scoring = $state.raw<Sentence | null>(null); // the scoring on the board; null once it is at rest

  readonly step = $derived.by((): FirstStepAnswer => this.learn.steps[this.at]);
  readonly isDone = $derived.by(() => this.made !== null && this.scoring === null);
  readonly isLast = $derived.by(() => this.at === this.learn.steps.length - 1);

  /** The sentence for what is the matter now. */
  readonly code = $derived.by(() => {
    if (this.made !== null) return `${this.game.name}.first.${this.step.name}.right`;
    if (this.tried !== null) return `${this.game.name}.first.wrong.${this.step.wrong[this.tried]}`;
    return `${this.game.name}.first.${this.step.name}.know`;
  });

  /** Marks on the board of the move that is wanted, of another that was tried, or of the points that were scored. */
  readonly marks = $derived.by((): Mark[] => {
    const { view } = this.table;
    const { moveMarks } = this.game;
    if (!moveMarks || !view) return [];
    const said = { code: this.code };
    if (this.made !== null) return this.isDone ? moveMarks.scored(view, this.step.accepts[this.made].event.steps, said) : [];
    const wanted = moveMarks.wanted(view, this.wanted, moveMarks.text(this.wanted));
    if (this.tried === null) return wanted;
    return [...moveMarks.tried(view, this.tried, said), ...wanted.filter(({ kind }) => kind !== "look")];
  });

  constructor(
    private readonly game: GamePage,
    readonly learn: LearnAnswer,
  ) {
    this.begin(Math.min(readProgress(game.name).step, learn.steps.length - 1));
  }

  get wanted(): string {
    return Object.keys(this.step.accepts)[0];
  }

  /** Go to a step; from the one before it by what the others do. */
  begin(number: number): void {
    const turn = this.made !== null && number === this.at + 1 ? this.step.accepts[this.made] : null;
    [this.at, this.tried, this.made, this.scoring] = [number, null, null, null];
    this.table.show(this.step.board, turn?.replies ?? [], { bot: GENTLE, seat: SEAT });
    writeProgress(this.game.name, { ...readProgress(this.game.name), step: number });
  }

  /** Play a move if it is the one wanted. */
  choose = (move: string): void => {
    if (this.made !== null) return;
    const turn = this.step.accepts[move];
    this.tried = turn ? null : move;
    if (!turn) return this.table.again();
    this.made = move;
    this.table.show(turn.board, [turn.event], { bot: GENTLE, seat: SEAT });
  };

  /** The steps are done. */
  finish(): void {
    writeProgress(this.game.name, { ...readProgress(this.game.name), step: 0, isDone: true });
  }
}
