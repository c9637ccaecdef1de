/** A table without one on the server: positions of lessons and puzzles, which the server sends, and what moves would do. */

import type { BoardView } from "../games";
import { Explanations } from "../games/kit/explanations";
import { botName } from "../site/bots";
import type { EventAnswer, EventView, BoardPosition } from "../wire/messages";
import { say } from "../words/texts.svelte";
import { explainMove } from "./explainMove";
import type { PlayedTable } from "./playedTable";
import { Voice } from "./voice";

export class LocalTable implements PlayedTable {
  view = $state.raw<BoardView | null>(null);
  board = $state.raw<BoardPosition | null>(null); // as the server sent it
  events = $state.raw<EventView[]>([]);
  fresh = $state.raw<EventView[]>([]); // between the previous board and this one
  pending = $state<string | null>(null);
  sending = $state<string | null>(null);
  refusal = $state.raw<PlayedTable["refusal"]>(null);
  readonly explanations = new Explanations((move) => explainMove(this.position, move));
  readonly voice = new Voice(
    () => this.board!.game,
    (seat) => this.nameSeat(seat),
    () => this.seat,
  );
  private seat = 0; // the learner's
  private bot = ""; // plays for the others; "" if nobody does
  private names: string[] = []; // by seat, where people have them

  /** Show a board; `events` led to it from the one before. The learner plays the seat to decide. */
  show(board: BoardPosition, events: EventAnswer[] = [], { bot = "", seat = board.turn ?? 0, names = [] as string[] } = {}): void {
    const { game, players, position, drawing, turn } = board;
    const ply = (this.view?.ply ?? 0) + events.length + 1;
    [this.board, this.seat, this.bot, this.names] = [board, seat, bot, names];
    this.explanations.clear();
    this.pending = this.sending = this.refusal = null;
    this.fresh = events.map((event, n) => ({ ...event, version: ply - events.length + n, at: 0 }));
    this.events = events.length ? [...this.events, ...this.fresh] : [];
    this.view = { game, players, position, drawing, turn, ply, you: [seat], moves: turn === seat ? board.moves : [] };
  }

  /** The same board with nothing selected. */
  again(): void {
    if (this.board) this.show(this.board, [], { bot: this.bot, seat: this.seat, names: this.names });
  }

  get isOver(): boolean {
    return this.board?.is_over ?? false;
  }

  /** The position in the form that the server reads. */
  get position(): Record<string, unknown> {
    return this.board!.position;
  }

  /** An event in sentences; shorter where the board shows its places. */
  eventTexts(event: Pick<EventView, "kind" | "steps">, isShown = false): string[] {
    return event.kind === "moved" ? this.voice.stepTexts(event.steps, isShown) : [];
  }

  private nameSeat(seat: number): string {
    if (seat === this.seat) return say("study.you");
    if (this.names[seat]) return this.names[seat];
    if (this.board?.players === 2) return this.bot ? botName(this.bot) : say("study.other");
    return say("seat.unnamed", { number: seat + 1 });
  }
}
