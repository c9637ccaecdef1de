/** A position that is played out against a bot, with a comment on each move; nothing is stored. */

import type { GamePage, Sentence } from "../games";
import { LocalTable } from "../table/localTable.svelte";
import { Task } from "../ui/task.svelte";
import { call } from "../wire/http";
import type { PracticeAnswer, BoardPosition } from "../wire/messages";

export class Practice {
  readonly table = new LocalTable();
  readonly task = new Task();
  scoring = $state.raw<Sentence | null>(null); // on the board now
  answer = $state.raw<PracticeAnswer | null>(null); // to the last move
  comment = $state.raw<Sentence | null>(null); // on the last move
  lost = $state(0); // points given away until now
  private seat = 0; // the learner's

  readonly isOver = $derived.by(() => this.table.isOver || this.table.board?.turn === null);
  /** Points by which the learner is ahead of the best other. */
  readonly lead = $derived.by(() => {
    const { scores } = this.table.board!;
    return scores[this.seat] - Math.max(...scores.filter((_, seat) => seat !== this.seat));
  });

  /** Without deals it ends before the next one. */
  constructor(
    private readonly game: GamePage,
    private readonly bot: string,
    private readonly hasDeals: boolean,
  ) {}

  begin(board: BoardPosition): void {
    [this.scoring, this.answer, this.comment, this.lost, this.seat] = [null, null, null, 0, board.turn ?? 0];
    this.table.show(board, [], { bot: this.bot });
  }

  play = async (move: string): Promise<void> => {
    const { table, bot } = this;
    const view = table.view!;
    table.sending = move;
    const isPlayed = await this.task.run(async () => {
      const answer = await call("POST /practice", { body: { position: table.position, move, bot, has_deals: this.hasDeals } });
      const words = (text: unknown) => this.game.moveWords?.(view, String(text)) ?? text;
      const { comment } = answer;
      this.comment = comment?.args.move ? { ...comment, args: { ...comment.args, move: words(comment.args.move) } } : comment;
      this.answer = answer;
      this.lost = Math.round(10 * (this.lost + (answer.loss ?? 0))) / 10;
      table.show(answer.board, answer.events, { bot, seat: this.seat });
    });
    if (!isPlayed) table.sending = null;
  };
}
