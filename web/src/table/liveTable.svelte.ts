/**
 * One table on the page: the server's latest view and events, and the move that was chosen but is
 * not acknowledged yet. No rules: legal moves come with the view, and the server explains moves.
 */

import { type Explanation, hasOwnBoard } from "../games";
import { Explanations } from "../games/kit/explanations";
import { botName, botNames } from "../site/bots";
import { revealIfDue } from "./fair";
import type { Act, EventView, Explained, Hint, Update, View } from "../wire/messages";
import { undoneVersions } from "./plies";
import type { PlayedTable } from "./playedTable";
import { ratingsAt, poolOf, type Ratings } from "../site/ratings";
import { forget, keep, readKept } from "../site/storage";
import { invitation } from "./rematch.svelte";
import { Refused, connection, newId } from "../wire/socket.svelte";
import { nameSeats, say, sayIfKnown } from "../words/texts.svelte";
import { Voice } from "./voice";

type Action = Act["act"];

const POSITION_KINDS = new Set(["started", "moved", "dealt", "taken_back", "finished"]); // of events

/** A move that was chosen and is not acknowledged yet, as it is stored in the browser. */
interface KeptMove {
  id: string;
  version: number;
  ply: number;
  move: string;
}

export class LiveTable implements PlayedTable {
  view = $state.raw<View | null>(null);
  events = $state.raw<EventView[]>([]); // all of them
  fresh = $state.raw<EventView[]>([]); // those between the previous view and this one
  pending = $state<string | null>(null);
  sending = $state<string | null>(null);
  refusal = $state.raw<PlayedTable["refusal"]>(null);
  ratings = $state.raw<Ratings>({}); // of the people at the table
  private made: number | null = null; // the version before a move that was acknowledged
  readonly undone = $derived(undoneVersions(this.events));
  readonly explanations = new Explanations((move) => this.requestExplanation(move));
  readonly voice = new Voice(
    () => this.view!.game,
    (seat) => this.nameSeat(seat),
    () => this.ownSeat,
  );
  private unwatch: () => void;
  private listeners: ((update: Update, before: View | null) => void)[] = [];

  constructor(readonly id: string) {
    this.unwatch = connection.watch(
      id,
      (update) => this.receive(update),
      (refusal) => (this.refusal = { error: refusal.error, clause: "" }),
    );
  }

  /** Call a function after every update. */
  onUpdate(listener: (update: Update, before: View | null) => void): void {
    this.listeners.push(listener);
  }

  /** Stop watching the table. */
  close(): void {
    this.unwatch();
    invitation.table = "";
  }

  /** Let the page tell a player that a rematch has been proposed. */
  private noteRematch(): void {
    const { rematch, you, seats } = this.view!;
    if (!rematch || !you.length) return;
    const others = seats.filter((seat) => !seat.bot && !seat.is_you);
    invitation.name = others.length === 1 ? others[0].name : "";
    invitation.table = this.id;
  }

  /** Read the ratings of the people at the table; without them it works all the same. */
  private readRatings(view: View): void {
    ratingsAt([view]).then(
      (found) => (this.ratings = found[poolOf(view)] ?? {}),
      () => {},
    );
  }

  private receive(update: Update): void {
    const before = this.view;
    const people = (view: View | null) => view?.seats.map((seat) => seat.person).join();
    if (people(before) !== people(update.view)) this.readRatings(update.view);
    const isNewPosition = update.events.some((event) => POSITION_KINDS.has(event.kind));
    this.fresh = before ? update.events : [];
    this.events = [...this.events, ...update.events];
    if (isNewPosition) this.explanations.clear();
    this.view = update.view;
    if (this.made !== null) this.endSending();
    this.noteRematch();
    if (before && isNewPosition) this.pending = null;
    for (const listener of this.listeners) listener(update, before);
    revealIfDue(update.view).catch(() => {}); // tried again with the next update
    if (!before) this.sendKept();
  }

  /** Send a move; it counts once, even if the connection breaks or the page is loaded again and sends it again. */
  async play(move: string): Promise<void> {
    if (!this.view || this.sending) return;
    await this.deliver({ id: newId(), version: this.view.version, ply: this.view.ply, move });
  }

  private async deliver(kept: KeptMove): Promise<void> {
    this.pending = null;
    this.sending = kept.move;
    keep(this.keptAt, kept);
    const { id, version, move } = kept;
    const isMade = await this.request({ type: "move", table: this.id, version, move }, id);
    forget(this.keptAt);
    this.made = isMade ? version : null;
    this.endSending();
  }

  /** A move is shown as sent until the view that has it is there; the acknowledgement comes before that. */
  private endSending(): void {
    if (this.made !== null && this.view!.version <= this.made) return;
    this.sending = null;
    this.made = null;
  }

  /** Send the move that was chosen before the page was loaded, if it still can be made. */
  private sendKept(): void {
    const kept = readKept<KeptMove>(this.keptAt);
    if (kept?.ply === this.view!.ply) void this.deliver(kept);
    else forget(this.keptAt);
  }

  private get keptAt(): string {
    return `azulejos.kept.${this.id}`;
  }

  /** Do something other than a move; returns whether the server did it. */
  act(act: Action, seat?: number): Promise<boolean> {
    return this.request({ type: "act", table: this.id, act, ...(seat === undefined ? {} : { seat }) });
  }

  /** Ask for a hint; null if the server refuses it, and then `refusal` says why. */
  async hint(depth: Hint["depth"]): Promise<Hint | null> {
    try {
      return (await connection.ask({ type: "hint", table: this.id, depth })) as Hint;
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      this.refusal = { error: reason.refusal.error, clause: "" };
      return null;
    }
  }

  private async request(message: Parameters<typeof connection.ask>[0], id?: string): Promise<boolean> {
    this.refusal = null;
    try {
      await connection.ask(message, id);
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

  get isOver(): boolean {
    return this.view?.status === "over";
  }

  /** The name of a seat; with its number when several people have the same name. */
  private nameSeat(seat: number): string {
    const here = this.view?.seats[seat];
    if (!here) return say("seat.unnamed", { number: seat + 1 });
    const seats = this.view!.seats;
    if (here.bot) return botNames(seats.map((each) => each.bot))[seat];
    const name = here.name || say("seat.open");
    const isShared = seats.filter((other) => !other.bot && other.name === here.name).length > 1;
    return isShared ? say("seat.numbered", { name, number: seat + 1 }) : name;
  }

  /** The page about the person in a seat; null for bots, empty seats, and the reader. */
  seatAddress = (seat: number): string | null => {
    const here = this.view?.seats[seat];
    return here?.person && !here.bot && !here.is_you ? `/person/${here.person}` : null;
  };

  /** The reader's seat; null for spectators, and for several people around one screen. */
  get ownSeat(): number | null {
    return this.view?.you.length === 1 ? this.view.you[0] : null;
  }

  /** Whether more of a hint was asked for later in the same turn: the log tells the deepest alone. */
  private isDeepened({ version, data }: EventView): boolean {
    const later = this.events.filter((event) => event.version > version);
    const end = later.findIndex((event) => event.kind === "moved");
    return later.slice(0, end < 0 ? undefined : end).some((event) => event.kind === "hinted" && event.data.seat === data.seat);
  }

  /** An event in sentences; none for events that the log leaves out. */
  eventTexts(event: EventView): string[] {
    // the boards of games that have one show what was dealt
    if (event.kind === "moved" || (event.kind === "dealt" && !hasOwnBoard(this.view!.game)))
      return [...this.voice.stepTexts(event.steps), ...(this.undone.has(event.version) ? [say("event.undone")] : [])];
    if (event.kind === "hinted" && this.isDeepened(event)) return [];
    const isOwn = this.view?.you.includes(event.data.seat);
    if ((event.kind === "away" || event.kind === "back") && isOwn) return []; // the reader is here
    const data = nameSeats({ ...event.data }, this.voice.seatName);
    if (event.kind === "joined" && data.bot) data.name = botName(String(data.bot));
    let key = event.kind;
    if (event.kind === "hinted") key += `.${data.depth}`;
    if (event.kind === "answered") key += data.yes ? ".yes" : ".no";
    if (event.kind === "offered") key += `.${data.what}`;
    if (event.kind === "resumed" && this.view!.clock.kind === "none") key += ".unclocked";
    const isAboutReader = this.ownSeat !== null && event.data.seat === this.ownSeat;
    const own = isAboutReader ? sayIfKnown(`own.${key}`, data) : null;
    return [own ?? sayIfKnown(`event.${key}`, data)].filter((text) => text !== null);
  }
}
