/**
 * The one connection to the server: opens by itself, comes back by itself, and resumes.
 *
 * Whoever watches a table gets every update in order and without a gap, whatever happens to the
 * line. A request is sent again under the same id until it is answered, so it counts once.
 */

import type { ClientMessage, Explained, Refusal, ServerMessage, Summary, Update } from "./messages";

const FIRST_WAIT_MS = 250; // before the first attempt to come back
const LONGEST_WAIT_MS = 5_000; // so that nobody waits longer once the line is back
const PING_MS = 15_000;
const SILENCE_MS = 8_000; // without an answer to a ping the line is dead
const CALM_MS = 700; // an interruption shorter than this is nobody's concern

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.error.code);
  }
}

type Asked = Extract<ClientMessage, { id: string }>;
type Question = Asked extends infer Each ? (Each extends Asked ? Omit<Each, "id"> : never) : never;
type Answer = { version: number } | Explained;

interface Request {
  message: Asked;
  resolve: (answer: Answer) => void;
  reject: (reason: Refused) => void;
}

interface Watched {
  version: number; // seen so far
  hear: (update: Update) => void;
}

class Connection {
  isOpen = $state(false); // greeted, and everything asked for again
  isLost = $state(false); // for so long that the reader should know
  server = $state(""); // the version of the software that answers
  isUpgraded = $state(false); // since this page was loaded
  offset = $state(0); // seconds to add to this machine's clock to get the server's
  private socket: WebSocket | null = null;
  private attempts = 0;
  private lag = 0;
  private watched = new Map<string, Watched>();
  private requests = new Map<string, Request>();
  private lobby: ((tables: Summary[]) => void) | null = null;
  private retry = 0;
  private alarm = 0;
  private pinged: { id: string; at: number; alarm: number } | null = null;

  constructor() {
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.socket?.close());
    addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    setInterval(() => this.ping(), PING_MS);
  }

  /** Open the line; for whoever the session's cookie names by now. */
  open(): void {
    clearTimeout(this.retry);
    this.drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/socket`);
    this.socket = socket;
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lost();
  }

  /** Show a table from now on; returns how to stop. */
  watch(table: string, hear: (update: Update) => void, version = 0): () => void {
    const watched = { version, hear };
    this.watched.set(table, watched);
    this.send({ type: "watch", table, version });
    return () => {
      if (this.watched.get(table) !== watched) return;
      this.watched.delete(table);
      this.send({ type: "unwatch", table });
    };
  }

  /** Tell of open tables from now on; returns how to stop. */
  watchLobby(hear: (tables: Summary[]) => void): () => void {
    this.lobby = hear;
    this.send({ type: "lobby", on: true });
    return () => {
      if (this.lobby !== hear) return;
      this.lobby = null;
      this.send({ type: "lobby", on: false });
    };
  }

  /** Ask for something that has an answer. */
  ask(question: Question): Promise<Answer> {
    const message = { ...question, id: newId() } as Asked;
    return new Promise((resolve, reject) => {
      this.requests.set(message.id, { message, resolve, reject });
      this.send(message);
      if (message.type === "move") this.ping(); // a dead line should not keep it for long
    });
  }

  private send(message: ClientMessage): void {
    if (this.isOpen && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        return this.greet(message.server, message.now);
      case "update":
        return this.update(message);
      case "ack":
      case "explained":
        return this.answer(message.id, (request) => request.resolve(message));
      case "refused":
        if (message.update) this.update(message.update);
        return this.answer(message.id, (request) => request.reject(new Refused(message)));
      case "tables":
        return this.lobby?.(message.tables);
      case "pong":
        this.offset = message.now - Date.now() / 1000;
        return this.hearPong(message.id);
    }
  }

  private greet(server: string, now: number): void {
    this.isUpgraded ||= this.server !== "" && this.server !== server;
    this.server = server;
    this.offset = now - Date.now() / 1000;
    this.attempts = 0;
    this.isOpen = true;
    this.isLost = false;
    clearTimeout(this.alarm);
    this.alarm = 0;
    for (const [table, { version }] of this.watched) this.send({ type: "watch", table, version });
    for (const { message } of this.requests.values()) this.send(message);
    if (this.lobby) this.send({ type: "lobby", on: true });
  }

  private update(update: Update): void {
    const watched = this.watched.get(update.table);
    if (!watched || update.version < watched.version) return;
    const events = update.events.filter((event) => event.version > watched.version);
    if (events.length && events[0].version > watched.version + 1) {
      this.send({ type: "watch", table: update.table, version: watched.version });
      return; // something is missing: ask again for all of it
    }
    watched.version = update.version;
    watched.hear({ ...update, events });
  }

  private answer(id: string, settle: (request: Request) => void): void {
    const request = this.requests.get(id);
    if (!request) return;
    this.requests.delete(id);
    settle(request);
  }

  // ---- Losing the line and finding it again

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.isOpen = false;
    if (this.pinged) clearTimeout(this.pinged.alarm);
    this.pinged = null;
    socket?.close();
  }

  private lost(): void {
    this.drop();
    this.alarm ||= setTimeout(() => (this.isLost = true), CALM_MS) as unknown as number;
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.attempts++);
    const wait = longest * (0.5 + Math.random() / 2); // not everybody at the same moment
    this.retry = setTimeout(() => this.open(), wait) as unknown as number;
  }

  private hurry(): void {
    if (this.socket) return;
    this.attempts = 0;
    this.open();
  }

  private ping(): void {
    if (!this.isOpen || this.pinged || document.visibilityState === "hidden") return;
    const id = newId();
    const alarm = setTimeout(() => this.lost(), SILENCE_MS) as unknown as number;
    this.pinged = { id, at: performance.now(), alarm };
    this.send({ type: "ping", id, lag_ms: this.lag });
  }

  private hearPong(id: string): void {
    if (this.pinged?.id !== id) return;
    clearTimeout(this.pinged.alarm);
    this.lag = Math.min(60_000, Math.round(performance.now() - this.pinged.at));
    this.pinged = null;
  }
}

/** A name for a request that no other has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const connection = new Connection();
