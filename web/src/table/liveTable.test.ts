/** The live table over a socket that the test holds, at a clock that the test moves. */

import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type { ClientMessage, EventView, ServerMessage, View } from "../wire/messages";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: ClientMessage[] = [];
  onmessage: (event: { data: string }) => void = () => {};
  onclose = () => {};
  constructor(readonly address: string) {
    FakeSocket.made.push(this);
  }
  send = (text: string) => void this.sent.push(JSON.parse(text));
  close = () => this.onclose();
  /** Let the server say something. */
  hear = (message: ServerMessage) => this.onmessage({ data: JSON.stringify(message) });
  of = (type: string) => this.sent.filter((message) => message.type === type);
}

const stored = new Map<string, string>();
vi.useFakeTimers();
vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("location", { protocol: "http:", host: "azulejos.test", pathname: "/", search: "", hash: "" });
vi.stubGlobal("document", { visibilityState: "visible", addEventListener: () => {} });
vi.stubGlobal("addEventListener", () => {});
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no server")));
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
});
const { connection } = await import("../wire/socket.svelte");
const { LiveTable } = await import("./liveTable.svelte");
afterAll(() => void vi.useRealTimers());

const TABLE = "123456789abc";
const seats = [0, 1].map((seat) => ({ person: `p${seat}`, name: "", bot: null, is_you: seat === 0, is_open: false }));
const view = (version: number) =>
  ({ game: "game", version, ply: version - 1, you: [0], turn: 0, moves: ["a", "b"], status: "playing", seats }) as unknown as View;
const moved = (version: number) => ({ version, kind: "moved", at: 0, data: { seat: 0, move: "a" }, steps: [] }) as unknown as EventView;
const update = (version: number, from = version) =>
  ({
    type: "update",
    table: TABLE,
    version,
    view: view(version),
    events: Array.from({ length: version - from + 1 }, (_, n) => moved(from + n)),
  }) as unknown as ServerMessage;
const hello = { type: "hello", server: "1", now: 0 } as unknown as ServerMessage;
const socket = () => FakeSocket.made.at(-1)!;

/** A table whose view of version 1 has arrived. */
function sit() {
  connection.open();
  const table = new LiveTable(TABLE);
  socket().hear(hello);
  socket().hear(update(1));
  return table;
}

const acknowledge = (move: ClientMessage) => socket().hear({ type: "ack", id: (move as { id: string }).id, version: 2 } as unknown as ServerMessage);

/** The connection breaks, and is there again. */
function breakOff() {
  socket().onclose();
  vi.advanceTimersByTime(6_000);
  socket().hear(hello);
}

beforeEach(() => stored.clear());

it("shows a move as sent until the view that has it arrives", async () => {
  const table = sit();
  const done = table.play("a");
  expect(table.sending).toBe("a");
  const [move] = socket().of("move");
  expect(move).toMatchObject({ table: TABLE, version: 1, move: "a" });
  acknowledge(move);
  await done;
  expect(table.sending).toBe("a"); // acknowledged, and not on the board yet
  socket().hear(update(2));
  expect([table.sending, table.view!.version]).toEqual([null, 2]);
  table.close();
});

it("sends a move again under the same id when the connection breaks", async () => {
  const table = sit();
  void table.play("a");
  const [first] = socket().of("move");
  breakOff();
  expect(socket().of("watch")).toMatchObject([{ version: 1 }]);
  expect(socket().of("move")).toEqual([first]);
  void table.play("b"); // one is on its way
  expect(socket().of("move")).toHaveLength(1);
  acknowledge(first);
  socket().hear(update(2));
  await vi.advanceTimersByTimeAsync(0);
  expect(table.sending).toBeNull();
  table.close();
});

it("sends a move that was chosen before the page was loaded again, if it still can be made", async () => {
  const kept = { id: "kept", version: 1, ply: 0, move: "a" };
  stored.set(`azulejos.kept.${TABLE}`, JSON.stringify(kept));
  const table = sit();
  const moves = socket().of("move");
  expect(moves).toMatchObject([{ id: "kept", move: "a" }]);
  acknowledge(moves[0]);
  await vi.advanceTimersByTimeAsync(0);
  table.close();
  stored.set(`azulejos.kept.${TABLE}`, JSON.stringify({ ...kept, id: "late", ply: 7 }));
  const later = sit();
  expect(socket().sent.some((message) => "id" in message && message.id === "late")).toBe(false);
  expect(stored.size).toBe(0);
  later.close();
});

it("says why a move was refused, and takes the position that came with it", async () => {
  const table = sit();
  const done = table.play("a");
  const [move] = socket().of("move") as { id: string }[];
  const error = { code: "table.stale", args: {} };
  socket().hear({ type: "refused", id: move.id, error, clause: "", update: update(2) } as unknown as ServerMessage);
  await done;
  expect([table.refusal?.error.code, table.view!.version, table.sending]).toEqual(["table.stale", 2, null]);
  table.close();
});

it("asks again a second later when the server is busy", async () => {
  const table = sit();
  void table.play("a");
  const [move] = socket().of("move") as { id: string }[];
  socket().hear({ type: "refused", id: move.id, error: { code: "api.busy", args: {} }, clause: "" } as unknown as ServerMessage);
  expect(socket().of("move")).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket().of("move")).toEqual([move, move]);
  expect([table.sending, table.refusal]).toEqual(["a", null]);
  acknowledge(socket().of("move")[0]);
  table.close();
});

it("takes updates once and in order, and asks for those that are missing", () => {
  const table = sit();
  socket().hear(update(2));
  socket().hear(update(2));
  expect(table.events.map((event) => event.version)).toEqual([1, 2]);
  socket().hear(update(5));
  expect(table.view!.version).toBe(2);
  expect(socket().of("watch").at(-1)).toMatchObject({ version: 2 });
  socket().hear(update(5, 3));
  expect(table.events.map((event) => event.version)).toEqual([1, 2, 3, 4, 5]);
  expect(table.fresh.map((event) => event.version)).toEqual([3, 4, 5]);
  table.close();
});

it("says that the connection is lost after a moment, also when the server no longer answers", () => {
  const table = sit();
  socket().onclose();
  vi.advanceTimersByTime(600);
  expect(connection.isLost).toBe(false);
  vi.advanceTimersByTime(200);
  expect(connection.isLost).toBe(true);
  vi.advanceTimersByTime(6_000);
  socket().hear(hello);
  expect([connection.isLost, connection.isOpen]).toEqual([false, true]);
  vi.advanceTimersByTime(15_000 + 8_000 + 700); // a ping that is not answered
  expect(connection.isLost).toBe(true);
  table.close();
});
