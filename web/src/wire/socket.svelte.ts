/**
 * The WebSocket connection to the server, which reconnects and resumes by itself.
 *
 * Every watched table gets its updates in order and without a gap, even when the connection breaks.
 * A request is sent again under the same id until it is answered, so it counts once.
 */

import type { ChallengeView, ClientMessage, Explained, Hint, Refusal, ServerMessage, Summary, Update, ChatMessageView } from "./messages";

const FIRST_WAIT_MS = 250; // before the first attempt to reconnect
const MAX_WAIT_MS = 5_000; // between attempts
const PING_MS = 15_000;
const PING_TIMEOUT_MS = 8_000; // after which the connection counts as broken
const AGAIN = ["api.busy", "api.too_many"]; // refusals after which the same may be asked again
const BUSY_MS = 1_000; // before asking again what the server could not do
const GRACE_MS = 700; // a shorter interruption is not shown to the reader

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.error.code);
  }
}

type Asked = Exclude<Extract<ClientMessage, { id: string }>, { type: "analyse" | "cancel" }>; // analyses are streams, see api.ts
type Question = Asked extends infer Each ? (Each extends Asked ? Omit<Each, "id"> : never) : never;
type Answer = { version: number } | Explained | Hint;

interface Request {
  message: Asked;
  resolve: (answer: Answer) => void;
  reject: (reason: Refused) => void;
}

interface WatchedTable {
  version: number; // seen so far
  listener: (update: Update) => void;
  onRefusal: (refusal: Refusal) => void; // the table cannot be shown
}

class Connection {
  isOpen = $state(false); // the server has sent its first message
  isLost = $state(false); // for longer than the grace period
  server = $state(""); // the version of the server
  isUpgraded = $state(false); // the server has another version than when the page was loaded
  challenges = $state.raw<ChallengeView[]>([]); // that wait for the reader's answer
  offset = $state(0); // seconds to add to this machine's clock to get the server's
  private socket: WebSocket | null = null;
  private attempts = 0;
  private watched = new Map<string, WatchedTable>();
  private requests = new Map<string, Request>();
  private hearers = new Map<string, (words: ChatMessageView | null) => void>(); // by table
  private lobby: ((tables: Summary[]) => void) | null = null;
  private board: { id: string; listener: (version: number) => void } | null = null; // a shared analysis board
  private retry = 0;
  private alarm = 0;
  private pinged: { id: string; alarm: number } | null = null;

  constructor() {
    addEventListener("online", () => this.reconnectNow());
    addEventListener("offline", () => this.socket?.close());
    addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.reconnectNow());
    setInterval(() => this.ping(), PING_MS);
  }

  /** Open a new connection, for the person of the session cookie. */
  open(): void {
    clearTimeout(this.retry);
    this.disconnect();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/socket`);
    this.socket = socket;
    socket.onmessage = (event) => socket === this.socket && this.receive(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.scheduleReconnect();
  }

  /** Receive the updates of a table; returns a function that stops it. */
  watch(table: string, listener: (update: Update) => void, onRefusal: (refusal: Refusal) => void): () => void {
    const watched = { version: 0, listener, onRefusal };
    this.watched.set(table, watched);
    this.send({ type: "watch", table, version: 0 });
    return () => {
      if (this.watched.get(table) !== watched) return;
      this.watched.delete(table);
      this.send({ type: "unwatch", table });
    };
  }

  /**
   * Receive what is said at a table that is watched, and null when all of it must be read again; returns a function
   * that stops it.
   */
  hear(table: string, listener: (words: ChatMessageView | null) => void): () => void {
    this.hearers.set(table, listener);
    return () => void (this.hearers.get(table) === listener && this.hearers.delete(table));
  }

  /** Receive the list of open tables; returns a function that stops it. */
  watchLobby(listener: (tables: Summary[]) => void): () => void {
    this.lobby = listener;
    this.send({ type: "lobby", on: true });
    return () => {
      if (this.lobby !== listener) return;
      this.lobby = null;
      this.send({ type: "lobby", on: false });
    };
  }

  /** Receive the versions of a shared analysis board; returns a function that stops it. */
  watchBoard(id: string, listener: (version: number) => void): () => void {
    const watched = { id, listener };
    this.board = watched;
    this.send({ type: "board", board: id, on: true });
    return () => {
      if (this.board !== watched) return;
      this.board = null;
      this.send({ type: "board", board: id, on: false });
    };
  }

  /** Send a request and wait for its answer; under the same id it counts once, whoever sends it again. */
  ask(question: Question, id = newId()): Promise<Answer> {
    const message = { ...question, id } as Asked;
    return new Promise((resolve, reject) => {
      this.requests.set(message.id, { message, resolve, reject });
      this.send(message);
      if (message.type === "move") this.ping(); // find out early if the connection is broken
    });
  }

  private send(message: ClientMessage): void {
    if (this.isOpen && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        return this.resume(message.server, message.now);
      case "update":
        return this.update(message);
      case "ack":
      case "explained":
      case "hinted":
        return this.answer(message.id, (request) => request.resolve(message));
      case "refused":
        if (message.update) this.update(message.update);
        if (AGAIN.includes(message.error.code)) return this.repeat(message.id);
        if (!message.id) return this.watched.get(String(message.error.args?.table))?.onRefusal(message);
        return this.answer(message.id, (request) => request.reject(new Refused(message)));
      case "tables":
        return this.lobby?.(message.tables);
      case "challenged":
        this.challenges = message.challenges;
        return;
      case "spoken":
        return this.hearers.get(message.table)?.(message.words);
      case "board":
        return this.board?.id === message.board ? this.board.listener(message.version) : undefined;
      case "pong":
        this.offset = message.now - Date.now() / 1000;
        return this.receivePong(message.id);
    }
  }

  private resume(server: string, now: number): void {
    this.isUpgraded ||= this.server !== "" && this.server !== server;
    this.server = server;
    this.offset = now - Date.now() / 1000;
    this.attempts = 0;
    this.challenges = []; // the server sends them if there are any
    this.isOpen = true;
    this.isLost = false;
    clearTimeout(this.alarm);
    this.alarm = 0;
    for (const [table, { version }] of this.watched) this.send({ type: "watch", table, version });
    for (const { message } of this.requests.values()) this.send(message);
    for (const listener of this.hearers.values()) listener(null);
    if (this.lobby) this.send({ type: "lobby", on: true });
    if (this.board) this.send({ type: "board", board: this.board.id, on: true });
  }

  private update(update: Update): void {
    const watched = this.watched.get(update.table);
    if (!watched || update.version < watched.version) return;
    const events = update.events.filter((event) => event.version > watched.version);
    if (events.length && events[0].version > watched.version + 1) {
      this.send({ type: "watch", table: update.table, version: watched.version });
      return; // updates are missing: request all since the last one
    }
    watched.version = update.version;
    watched.listener({ ...update, events });
  }

  private answer(id: string, settle: (request: Request) => void): void {
    const request = this.requests.get(id);
    if (!request) return;
    this.requests.delete(id);
    settle(request);
  }

  /** Ask again later under the same id, so that it counts once; "" stands for watching a table. */
  private repeat(id: string): void {
    setTimeout(() => {
      const request = this.requests.get(id);
      if (request) this.send(request.message);
      if (!id) for (const [table, { version }] of this.watched) this.send({ type: "watch", table, version });
    }, BUSY_MS);
  }

  // ---- Losing the connection and reconnecting

  private disconnect(): void {
    const socket = this.socket;
    this.socket = null;
    this.isOpen = false;
    if (this.pinged) clearTimeout(this.pinged.alarm);
    this.pinged = null;
    socket?.close();
  }

  private scheduleReconnect(): void {
    this.disconnect();
    this.alarm ||= setTimeout(() => (this.isLost = true), GRACE_MS) as unknown as number;
    const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.attempts++);
    const wait = longest * (0.5 + Math.random() / 2); // so that not all clients reconnect at once
    this.retry = setTimeout(() => this.open(), wait) as unknown as number;
  }

  private reconnectNow(): void {
    if (this.socket) return;
    this.attempts = 0;
    this.open();
  }

  private ping(): void {
    if (!this.isOpen || this.pinged || document.visibilityState === "hidden") return;
    const id = newId();
    const alarm = setTimeout(() => this.scheduleReconnect(), PING_TIMEOUT_MS) as unknown as number;
    this.pinged = { id, alarm };
    this.send({ type: "ping", id });
  }

  private receivePong(id: string): void {
    if (this.pinged?.id !== id) return;
    clearTimeout(this.pinged.alarm);
    this.pinged = null;
  }
}

/** A random id for a request. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const connection = new Connection();
