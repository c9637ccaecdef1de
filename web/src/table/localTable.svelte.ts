/**
 * A board to learn on, without a table: the position comes from the server, and so does what moves would do.
 * It has the parts of a table that the status line and the text view use.
 */

import type { Explanation, Sentence } from "../games";
import { Explanations } from "../games/kit/explanations";
import { stepText } from "../games/kit/stepText";
import { Problem, explainMove } from "../wire/http";
import { botName } from "../site/bots";
import type { StudyAnswer, EventAnswer, EventView, StepFacts as Step, View } from "../wire/messages";
import type { LiveTable } from "./liveTable.svelte";
import { isKnown, joinNames, nameSeats, say, translate } from "../words/texts.svelte";

const CATALOGUE = { translate, isKnown, joinNames };

/** What the status line and the text view use of a table. */
export type PlayedTable = Pick<
  LiveTable,
  | "view"
  | "events"
  | "pending"
  | "sending"
  | "refusal"
  | "explanations"
  | "act"
  | "seatName"
  | "say"
  | "sentenceText"
  | "refusalText"
  | "stepTexts"
  | "eventTexts"
>;

export class LocalTable implements PlayedTable {
  view = $state.raw<View | null>(null);
  events = $state.raw<EventView[]>([]);
  fresh = $state.raw<EventView[]>([]); // between the previous board and this one
  pending = $state<string | null>(null);
  sending = $state<string | null>(null);
  refusal = $state.raw<{ error: Sentence; clause: string } | null>(null);
  readonly explanations = new Explanations((move) => this.requestExplanation(move));
  board: StudyAnswer | null = null;
  private seat = 0; // the learner's
  private bot = ""; // who plays for the others, if anybody does

  /** Show a board; `events` led to it from the one before. The learner plays the seat to decide. */
  show(board: StudyAnswer, events: EventAnswer[] = [], { bot = "", seat = board.turn ?? 0 } = {}): void {
    const version = (this.view?.version ?? 0) + events.length + 1;
    this.board = board;
    this.seat = seat;
    this.bot = bot;
    this.explanations.clear();
    this.pending = this.sending = this.refusal = null;
    this.fresh = events.map((event, n) => ({ ...event, version: version - events.length + n, at: 0 }));
    this.events = events.length ? [...this.events, ...this.fresh] : [];
    this.view = makeView(board, version, seat);
  }

  /** The same board with nothing selected. */
  again(): void {
    if (this.board) this.show(this.board, [], { bot: this.bot, seat: this.seat });
  }

  /** The position in the form that the server reads. */
  get position(): Record<string, unknown> {
    return this.board!.position;
  }

  act = async (): Promise<boolean> => false;

  private async requestExplanation(move: string): Promise<Explanation> {
    try {
      return { kind: "forecast", steps: (await explainMove(this.position, move)).steps };
    } catch (reason) {
      if (!(reason instanceof Problem)) throw reason;
      return { kind: "refusal", error: { code: reason.code, args: reason.args }, clause: reason.clause };
    }
  }

  seatName = (seat: number): string => {
    if (seat === this.seat) return say("study.you");
    if (this.board?.players === 2) return this.bot ? botName(this.bot) : say("study.other");
    return say("seat.unnamed", { number: seat + 1 });
  };

  say = (code: string, args: Record<string, unknown> = {}): string => translate(code, nameSeats(args, this.seatName));

  sentenceText = (sentence: Sentence | string): string =>
    typeof sentence === "string" ? sentence : this.say(sentence.code, sentence.args);

  refusalText = (error: Sentence): string => this.sentenceText((error.args?.rule as Sentence | undefined) ?? error);

  stepTexts = (steps: Step[]): string[] =>
    steps.map((step) => stepText(this.board!.game, step, CATALOGUE, this.seatName, this.seat));

  eventTexts(event: Pick<EventView, "kind" | "steps">): string[] {
    return event.kind === "moved" ? this.stepTexts(event.steps) : [];
  }
}

/** A board as the view of a table at which nothing else can be done. */
function makeView(board: StudyAnswer, version: number, seat: number): View {
  const { game, edition, players, options, position, turn, moves, drawing } = board;
  const view: Partial<View> & { drawing: string } = {
    table: "",
    version,
    ply: version,
    now: 0,
    status: board.is_over ? "over" : "playing",
    game,
    edition,
    players,
    options,
    seats: Array.from({ length: players }, (_, each) => makeSeat(each === seat)),
    you: [seat],
    turn,
    position,
    drawing,
    moves: turn === seat ? moves : [],
    clock: { kind: "none", bank_s: 0, increment_s: 0, days: 0, runs_for: null, runs_from: null },
    offer: null,
    can_hurry: false,
    finish: null,
  };
  return view as View;
}

function makeSeat(isYou: boolean): View["seats"][number] {
  return {
    name: "",
    person: "",
    bot: "",
    rating: null,
    is_program: false,
    is_open: false,
    is_you: isYou,
    is_away: false,
    claim_at: null,
    vacation_until: null,
    stand_in: "",
    can_return: false,
    is_out: false,
    left_s: null,
    lag_s: 0,
    hints: 0,
  };
}
