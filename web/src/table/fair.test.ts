/** The browser's part of fair deals: hashing, and what counts as kept. */

import { createHash } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { findNonce, hashed, isAsKept, isExchanged, keptFile, openTable, revealIfDue } from "./fair";
import type { View } from "../wire/messages";

const SEED = "ab".repeat(32);
const COMMITMENT = hashed(SEED, 1);
const stored = new Map<string, string>();
const sent: { path: string; body: Record<string, string> }[] = [];
let answers: ((body: Record<string, string>) => View)[] = [];

beforeEach(() => {
  stored.clear();
  sent.length = 0;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body ?? "{}"));
    sent.push({ path, body });
    return new Response(JSON.stringify(answers.shift()!(body)));
  });
});

/** A view of a table at which the reader has the first place, and a bot the second. */
function viewOf(fair: Partial<View["fair"]>): View {
  const empty = { commitment: COMMITMENT, texts: ["", ""], seed: null, pledges: ["", ""], nonces: ["", ""] };
  const rest = { awaited: [], reveal_by: null, retries: 0, order: [] };
  return { table: "T1", status: "open", you: [0], fair: { ...empty, ...rest, ...fair } } as unknown as View;
}

/** Play a game against a bot up to its end, with a server that shows some things. */
async function finished(shown: (nonce: string) => Partial<View["fair"]>): Promise<View> {
  let pledge = "";
  answers = [(body) => viewOf({ pledges: [(pledge = body.pledge), ""], awaited: [0] }), (body) => viewOf({ pledges: [pledge, ""], nonces: [body.nonce, ""] })];
  await openTable({ game: "g", seats: [{ kind: "me" }, { kind: "bot", level: 1 }] });
  const nonce = sent[1].body.nonce;
  return viewOf({ seed: SEED, pledges: [pledge, ""], nonces: [nonce, ""], ...shown(nonce) });
}

it("hashes as everybody does", () => {
  expect(hashed(SEED, 2)).toBe(createHash("sha256").update(createHash("sha256").update(SEED, "hex").digest()).digest("hex"));
});

it("finds each nonce of a series by its pledge", () => {
  const secret = "01".repeat(32);
  expect(findNonce(secret, hashed(secret, 32))).toBe(hashed(secret, 31));
  expect(findNonce(secret, hashed(secret, 31))).toBe(hashed(secret, 30));
  expect(findNonce(secret, hashed(secret, 33))).toBe(null);
});

it("reveals by itself, after the commitment and never before", async () => {
  const view = await finished(() => ({}));
  expect(sent.map(({ path }) => path)).toEqual(["/api/v1/tables", "/api/v1/tables/T1/reveal"]);
  expect(Object.keys(sent[0].body)).not.toContain("nonce");
  expect(sent[1].body.commitment).toBe(COMMITMENT);
  expect(hashed(sent[1].body.nonce, 1)).toBe(sent[0].body.pledge);
  expect(isAsKept(view)).toBe(true);
  expect(keptFile("T1")).not.toHaveProperty("secret");
});

it("notices an exchanged seed, nonce or contribution", async () => {
  const other = "cd".repeat(32);
  expect(isAsKept(await finished(() => ({ seed: other, commitment: hashed(other, 1) })))).toBe(false);
  expect(isAsKept(await finished(() => ({ pledges: [hashed(other, 1), ""], nonces: [other, ""] })))).toBe(false);
  expect(isAsKept(await finished(() => ({ texts: ["", "chosen later"] })))).toBe(false);
  expect(isAsKept(await finished((nonce) => ({ nonces: [nonce, other], pledges: [hashed(nonce, 1), hashed(other, 1)] })))).toBe(false);
});

it("reveals nothing to a server that has exchanged its commitment", async () => {
  const view = await finished(() => ({}));
  const exchanged = viewOf({ ...view.fair, commitment: "00".repeat(32), awaited: [0] });
  expect(isExchanged(exchanged)).toBe(true);
  sent.length = 0;
  expect(await revealIfDue(exchanged)).toBe(null);
  expect(sent).toEqual([]);
});
