/**
 * One table as it is shown: what the server says, what was chosen and not yet answered, the log.
 *
 * No rules: legal moves come with the view, and what a move does is asked of the server.
 */

import type { Explanation, Sentence } from "../games";
import type { Act, EventView, Explained, Update, View } from "./messages";
import { Refused, connection } from "./socket.svelte";
import { nameSeats, say, sayIfKnown, translate } from "./texts.svelte";

type Deed = Act["act"];

export class LiveTable {
  view = $state.raw<View | null>(null);
  events = $state.raw<EventView[]>([]); // all of them
  fresh = $state.raw<EventView[]>([]); // those that led to this view from the one before
  pending = $state<string | null>(null); // a move chosen, not yet sent
  sending = $state<string | null>(null); // a move on its way
  failure = $state.raw<{ error: Sentence; clause: string } | null>(null); // what was refused last
  heardAt = $state(0); // when this machine got the view, by its own clock
  private stop: () => void;
  private hearers: ((update: Update, before: View | null) => void)[] = [];

  constructor(readonly id: string) {
    this.stop = connection.watch(id, (update) => this.hear(update));
  }

  /** Call somebody after every update. */
  onUpdate(hear: (update: Update, before: View | null) => void): void {
    this.hearers.push(hear);
  }

  close(): void {
    this.stop();
  }

  private hear(update: Update): void {
    const before = this.view;
    this.fresh = before ? update.events : [];
    this.events = [...this.events, ...update.events];
    this.heardAt = Date.now();
    this.view = update.view;
    const changed = update.events.some((event) => POSITION_KINDS.has(event.kind));
    if (before && changed) this.pending = null;
    for (const hear of this.hearers) hear(update, before);
  }

  /** Play a move; it counts once, however often the line breaks. */
  async play(move: string): Promise<void> {
    if (!this.view || this.sending) return;
    this.pending = null;
    this.sending = move;
    await this.attempt({ type: "move", table: this.id, version: this.view.version, move });
    this.sending = null;
  }

  /** Do something else; says whether it was done. */
  act(act: Deed, seat?: number): Promise<boolean> {
    return this.attempt({ type: "act", table: this.id, act, ...(seat === undefined ? {} : { seat }) });
  }

  private async attempt(question: Parameters<typeof connection.ask>[0]): Promise<boolean> {
    this.failure = null;
    try {
      await connection.ask(question);
      return true;
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      this.failure = { error: reason.refusal.error, clause: reason.refusal.clause };
      return false;
    }
  }

  /** What a move would do, or why it is not allowed. */
  explain = async (move: string): Promise<Explanation> => {
    try {
      const answer = await connection.ask({ type: "explain", table: this.id, move });
      return { kind: "forecast", lines: (answer as Explained).lines };
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      const { error, clause } = reason.refusal;
      return { kind: "refusal", error, clause };
    }
  };

  /** Who sits at a seat, as the page calls them. */
  seatName = (seat: number): string => {
    const sitting = this.view?.seats[seat];
    if (!sitting) return say("seat.unnamed", { number: seat + 1 });
    const same = this.view!.seats.filter((other) => other.bot && other.bot === sitting.bot).length;
    const name = sitting.bot ? botName(sitting.bot) : sitting.name || say("seat.open");
    const twice = this.view!.seats.filter((other) => !other.bot && other.name === sitting.name).length;
    return (sitting.bot ? same : twice) > 1 ? say("seat.numbered", { name, number: seat + 1 }) : name;
  };

  /** A sentence of the game or the server, with seats by name. */
  tell = (said: Sentence): string =>
    translate(said.code, nameSeats(said.args ?? {}, this.seatName));

  /** Why something was refused: the rule alone, where the refusal is by one. */
  tellWhy = (error: Sentence): string => this.tell((error.args?.rule as Sentence | undefined) ?? error);

  /** Any sentence for a board, with seats by name. */
  say = (code: string, args: Record<string, unknown> = {}): string =>
    translate(code, nameSeats(args, this.seatName));

  /** What happened, in sentences. */
  tellEvent(event: EventView): string[] {
    if (event.kind === "moved") return event.lines.map((line) => this.tell(line));
    const isOwn = this.view?.you.includes(event.data.seat);
    if ((event.kind === "away" || event.kind === "back") && isOwn) return []; // who reads is here
    const data = nameSeats({ ...event.data }, this.seatName);
    if (event.kind === "joined" && data.bot) data.name = botName(String(data.bot));
    let key = `event.${event.kind}`;
    if (event.kind === "answered") key += data.yes ? ".yes" : ".no";
    if (event.kind === "offered") key += `.${data.what}`;
    return [sayIfKnown(key, data)].filter((line) => line !== null);
  }
}

const POSITION_KINDS = new Set(["started", "moved", "dealt", "taken_back", "finished"]);

/** What a player of the offer is called at a table. */
export function botName(bot: string): string {
  const level = /^level(\d)$/.exec(bot)?.[1];
  return level ? say("bot.name", { level }) : bot;
}

/** The same where one chooses: with how strong it is. */
export function botLabel(bot: string): string {
  const about = sayIfKnown(`bot.${bot}`);
  return about ? say("bot.label", { name: botName(bot), about }) : botName(bot);
}
