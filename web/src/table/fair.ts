/**
 * Fair deals, the browser's part (docs/fair.md): it makes randomness of its own, pledges it by its
 * hash when its reader sits down, keeps the server's first commitment, and reveals the randomness
 * once every pledge is fixed. What it kept is compared with the record when the game is over.
 */

import { sha256 } from "@noble/hashes/sha2.js"; // that of browsers needs https, which a home network lacks
import { bytesToHex as toHex, hexToBytes as fromHex } from "@noble/hashes/utils.js";
import { call } from "../wire/http";
import { keep, readKept } from "../site/storage";
import type { JoinForm, PairingForm, TableForm, View } from "../wire/messages";

/** The facts of a table that this browser keeps; the file that `azulejos fair --kept` reads has no secret. */
export interface Kept {
  table: string;
  commitment: string; // the first one that the server sent
  seen_at: number; // when it was received, by this machine's clock, in seconds since 1970
  secret: string; // from which its nonces follow
  texts: string[]; // by place, as they were when the nonce was revealed; empty before
  pledges: string[];
  nonces: string[]; // the one that this browser has revealed last; empty before
  reveals: number; // how many it has revealed for this table
}

const KEY = "azulejos.fair";
const MAX_KEPT = 200; // tables; the oldest are forgotten
const SERIES = 32; // nonces of a secret: one for each time that a start fails because a player left
const POLL_MS = 10_000; // between two looks at tables that wait for their start
const MAX_PENDING = 5; // tables that are looked at
const YIELD_MS = 3_000; // for the device that has the secret, before this one replaces the pledge

// ---- Sitting down

/** Create a table. */
export function openTable(form: TableForm): Promise<View> {
  return withPledge((pledged) => call("POST /tables", { body: { ...form, pledge: pledged } }));
}

/** Sit down with a person who waits for the same kind of game, or wait for one. */
export function playSomebody(form: PairingForm): Promise<View> {
  return withPledge((pledged) => call("POST /pairing", { body: { ...form, pledge: pledged } }));
}

/** Look for a person to play a game of the same kind with; `waiting` is the reader's table that waits already. */
export function seekLike({ game, players, options, is_rated, clock }: View, waiting?: string): Promise<View> {
  const { kind, bank_s, increment_s, days } = clock;
  const clocks = { none: { kind: "none" }, live: { kind: "live", bank_s, increment_s }, days: { kind: "days", days } } as const;
  return playSomebody({ game, players, options, is_rated, clock: clocks[kind], ...(waiting ? { table: waiting } : {}) });
}

/** Join a table. */
export function sitDown(table: string, form: JoinForm): Promise<View> {
  return withPledge((pledged) => call("POST /tables/{table}/join", { table, body: { ...form, pledge: pledged } }));
}

/** Start or join the rematch of a table. */
export function playAgain(table: string): Promise<View> {
  return withPledge((pledged) => call("POST /tables/{table}/rematch", { table, body: { pledge: pledged } }));
}

/** Sit down with a pledge, in whatever way it is sent. */
export async function withPledge(send: (pledged: string) => Promise<View>): Promise<View> {
  const secret = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const view = await send(hashed(secret, SERIES));
  keepSecret(view, secret);
  return (await revealIfDue(view)) ?? view;
}

/** Keep the first commitment of a table, and the secret if it is the one that the table knows. */
function keepSecret(view: View, secret: string): void {
  if (!view.you.some((seat) => findNonce(secret, view.fair.pledges[seat]))) return;
  const first = findKept(view.table);
  const { commitment, seen_at, reveals } = first ?? { commitment: view.fair.commitment, seen_at: Date.now() / 1000, reveals: 0 };
  store({ table: view.table, commitment, seen_at, secret, reveals, texts: [], pledges: [], nonces: [] });
}

// ---- Revealing

const busy = new Set<string>(); // tables

/** Reveal this browser's nonce if the start of a table waits for it; the table after that. */
export async function revealIfDue(view: View): Promise<View | null> {
  const place = view.fair.awaited.find((each) => view.you.includes(each));
  if (place === undefined || busy.has(view.table) || isExchanged(view)) return null;
  busy.add(view.table);
  try {
    const kept = findKept(view.table);
    const { texts, pledges } = view.fair;
    const nonce = kept && findNonce(kept.secret, pledges[place]);
    if (!kept || !nonce) return await replacePledge(view.table);
    const reveals = kept.reveals + (kept.nonces.includes(nonce) ? 0 : 1);
    store({ ...kept, texts, pledges, nonces: [nonce], reveals }); // before the nonce is known to anybody
    return await call("POST /tables/{table}/reveal", { table: view.table, body: { nonce, commitment: kept.commitment } });
  } finally {
    busy.delete(view.table);
  }
}

/** Pledge again: this browser has no secret for the table, which may have been made elsewhere. */
async function replacePledge(table: string): Promise<View | null> {
  await new Promise((resolve) => setTimeout(resolve, YIELD_MS));
  const view = await call("GET /tables/{table}", { table });
  if (!view.fair.awaited.some((place) => view.you.includes(place))) return view;
  const secret = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const pledged = await call("POST /tables/{table}/pledge", { table, body: { pledge: hashed(secret, SERIES) } });
  keepSecret(pledged, secret);
  busy.delete(table);
  return revealIfDue(pledged);
}

/** Reveal for tables that are not open in this tab; returns a function that stops it. */
export function watchPending(): () => void {
  const look = async () => {
    const waiting = readAll().filter((kept) => kept.secret && !kept.nonces.length);
    for (const kept of waiting.slice(-MAX_PENDING)) {
      const view = await call("GET /tables/{table}", { table: kept.table }).catch((reason) => {
        if (reason.status !== 404) throw reason;
        return null;
      });
      if (view?.status === "open") await revealIfDue(view);
      else store({ ...kept, secret: "" }); // started without it, closed, or deleted
    }
  };
  const timer = setInterval(() => look().catch(() => {}), POLL_MS);
  look().catch(() => {});
  return () => clearInterval(timer);
}

// ---- Checking

/** Whether the server shows another commitment than the first one that this browser was given. */
export function isExchanged(view: View): boolean {
  const kept = findKept(view.table);
  return kept !== null && kept.commitment !== view.fair.commitment;
}

/** Whether what the table shows after its game is what this browser kept; null if it kept nothing. */
export function isAsKept(view: View): boolean | null {
  const kept = findKept(view.table);
  const { seed, texts, pledges, nonces, retries } = view.fair;
  if (!kept || !seed) return null;
  const isSeed = toHex(sha256(fromHex(seed))) === kept.commitment;
  const arePledged = nonces.every((nonce, i) => !nonce || hashed(nonce, 1) === pledges[i]);
  if (!kept.nonces.length) return isSeed && arePledged;
  const areSeen = isSame(byPlace(view, texts), kept.texts) && isSame(byPlace(view, pledges), kept.pledges);
  return isSeed && arePledged && areSeen && kept.reveals <= retries + 1 && kept.nonces.every((nonce) => nonces.includes(nonce));
}

/** Values by seat, in the order of the places before the seating was drawn. */
function byPlace(view: View, values: string[]): string[] {
  const order = view.fair.order;
  return order.length ? values.map((_, place) => values[order.indexOf(place)]) : values;
}

const isSame = (a: string[], b: string[]) => a.length === b.length && a.every((each, i) => each === b[i]);

/** The facts of a table that this browser kept, in the form that the verifiers read; null if there are none. */
export function keptFile(table: string): Omit<Kept, "secret"> | null {
  const kept = findKept(table);
  if (!kept) return null;
  const { secret: _, ...file } = kept;
  return file;
}

// ---- Series of nonces

/** The hash of a hexadecimal number, taken some times. */
export function hashed(hex: string, times: number): string {
  let bytes = fromHex(hex);
  for (let i = 0; i < times; i++) bytes = sha256(bytes);
  return toHex(bytes);
}

/** The nonce in the series of a secret whose hash is a pledge. */
export function findNonce(secret: string, pledged: string): string | null {
  let nonce = secret;
  for (let i = 0; i < SERIES; i++) {
    const next = hashed(nonce, 1);
    if (next === pledged) return nonce;
    nonce = next;
  }
  return null;
}

// ---- Storage

const readAll = (): Kept[] => readKept<Kept[]>(KEY) ?? [];

function findKept(table: string): Kept | null {
  return readAll().find((kept) => kept.table === table) ?? null;
}

function store(kept: Kept): void {
  const others = readAll().filter((each) => each.table !== kept.table);
  keep(KEY, [...others, kept].slice(-MAX_KEPT));
}
