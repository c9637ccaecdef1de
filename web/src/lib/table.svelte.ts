/**
 * One table on the page: the server's latest view and events, and the move that was chosen but is
 * not acknowledged yet. No rules: legal moves come with the view, and the server explains moves.
 */

import { type Explanation, type Sentence, hasOwnBoard } from "../games";
import { Explanations } from "../games/explanations";
import { stepText } from "../games/stepText";
import { botName } from "./bots";
import type { Act, EventView, Explained, StepFacts as Step, Update, View } from "./messages";
import { Refused, connection } from "./socket.svelte";
import { isKnown, joinNames, nameSeats, say, sayIfKnown, translate } from "./texts.svelte";

type Action = Act["act"];

const CATALOGUE = { translate, isKnown, joinNames };
const POSITION_KINDS = new Set(["started", "moved", "dealt", "taken_back", "finished"]); // of events

export class LiveTable {
  view = $state.raw<View | null>(null);
  events = $state.raw<EventView[]>([]); // all of them
  fresh = $state.raw<EventView[]>([]); // those between the previous view and this one
  pending = $state<string | null>(null); // a move that awaits confirmation
  sending = $state<string | null>(null); // a move that was sent and is not acknowledged
  refusal = $state.raw<{ error: Sentence; clause: string } | null>(null); // of the latest request
  readonly explanations = new Explanations((move) => this.requestExplanation(move));
  private unwatch: () => void;
  private listeners: ((update: Update, before: View | null) => void)[] = [];

  constructor(readonly id: string) {
    this.unwatch = connection.watch(id, (update) => this.receive(update));
  }

  /** Call a function after every update. */
  onUpdate(listener: (update: Update, before: View | null) => void): void {
    this.listeners.push(listener);
  }

  /** Stop watching the table. */
  close(): void {
    this.unwatch();
  }

  private receive(update: Update): void {
    const before = this.view;
    const isNewPosition = update.events.some((event) => POSITION_KINDS.has(event.kind));
    this.fresh = before ? update.events : [];
    this.events = [...this.events, ...update.events];
    if (isNewPosition) this.explanations.clear();
    this.view = update.view;
    if (before && isNewPosition) this.pending = null;
    for (const listener of this.listeners) listener(update, before);
  }

  /** Send a move; it counts once, even if the connection breaks and it is sent again. */
  async play(move: string): Promise<void> {
    if (!this.view || this.sending) return;
    this.pending = null;
    this.sending = move;
    await this.request({ type: "move", table: this.id, version: this.view.version, move });
    this.sending = null;
  }

  /** Do something other than a move; returns whether the server did it. */
  act(act: Action, seat?: number): Promise<boolean> {
    return this.request({ type: "act", table: this.id, act, ...(seat === undefined ? {} : { seat }) });
  }

  private async request(message: Parameters<typeof connection.ask>[0]): Promise<boolean> {
    this.refusal = null;
    try {
      await connection.ask(message);
      return true;
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      this.refusal = { error: reason.refusal.error, clause: reason.refusal.clause };
      return false;
    }
  }

  private async requestExplanation(move: string): Promise<Explanation> {
    try {
      const answer = await connection.ask({ type: "explain", table: this.id, move });
      return { kind: "forecast", steps: (answer as Explained).steps };
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      const { error, clause } = reason.refusal;
      return { kind: "refusal", error, clause };
    }
  }

  /** The name of a seat; with its number when several seats have the same name. */
  seatName = (seat: number): string => {
    const here = this.view?.seats[seat];
    if (!here) return say("seat.unnamed", { number: seat + 1 });
    const name = here.bot ? botName(here.bot) : here.name || say("seat.open");
    const isSame = (other: typeof here) => (here.bot ? other.bot === here.bot : !other.bot && other.name === here.name);
    return this.view!.seats.filter(isSame).length > 1 ? say("seat.numbered", { name, number: seat + 1 }) : name;
  };

  /** Translate a sentence of the game or the server, with seats by name. */
  say = (code: string, args: Record<string, unknown> = {}): string => translate(code, nameSeats(args, this.seatName));

  /** The same for a sentence as a value; text stays as it is. */
  sentenceText = (sentence: Sentence | string): string =>
    typeof sentence === "string" ? sentence : this.say(sentence.code, sentence.args);

  /** The reason of a refusal: the sentence of the rule alone, if a rule is the reason. */
  refusalText = (error: Sentence): string => this.sentenceText((error.args?.rule as Sentence | undefined) ?? error);

  /** What a move or deal does, in sentences. */
  stepTexts = (steps: Step[]): string[] =>
    steps.map((step) => stepText(this.view!.game, step, CATALOGUE, this.seatName));

  /** What happened, in sentences; none for events that the log leaves out. */
  eventTexts(event: EventView): string[] {
    // the boards of games that have one show what was dealt
    if (event.kind === "moved" || (event.kind === "dealt" && !hasOwnBoard(this.view!.game)))
      return this.stepTexts(event.steps);
    const isOwn = this.view?.you.includes(event.data.seat);
    if ((event.kind === "away" || event.kind === "back") && isOwn) return []; // the reader is here
    const data = nameSeats({ ...event.data }, this.seatName);
    if (event.kind === "joined" && data.bot) data.name = botName(String(data.bot));
    let key = `event.${event.kind}`;
    if (event.kind === "answered") key += data.yes ? ".yes" : ".no";
    if (event.kind === "offered") key += `.${data.what}`;
    return [sayIfKnown(key, data)].filter((text) => text !== null);
  }
}
