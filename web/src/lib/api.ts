/** The server's HTTP API. A call returns data, or throws a `Problem` with a code. */

import type * as wire from "./messages";

/** An error of the API: the code and arguments of a sentence. */
export class Problem extends Error {
  constructor(
    readonly status: number, // 0 when there was no answer
    readonly code: string,
    readonly args: Record<string, unknown>,
  ) {
    super(code);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, init);
  } catch {
    throw new Problem(0, "", {});
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const problem = await response.json().catch(() => ({}));
  throw new Problem(response.status, problem.code ?? "", problem.args ?? {});
}

// ---- People

export const fetchVisitor = () => call<wire.VisitorAnswer>("GET", "/visitor");
export const makeGuest = (form: wire.GuestForm) => call<wire.MeAnswer>("POST", "/guests", form);
export const changeMe = (form: wire.ChangeForm) => call<wire.MeAnswer>("PATCH", "/me", form);
export const claimAccount = (form: wire.AccountForm) => call<wire.MeAnswer>("POST", "/account", form);
export const logIn = (form: wire.LoginForm) => call<wire.MeAnswer>("POST", "/sessions", form);
export const logOut = () => call<void>("DELETE", "/sessions");
export const fetchSessions = () => call<wire.SessionAnswer[]>("GET", "/sessions");
export const endSession = (id: string) => call<void>("DELETE", `/sessions/${id}`);
export const fetchProfile = (person: string) => call<wire.ProfileAnswer>("GET", `/people/${person}`);
export const fetchLeaders = (pool: string) => call<wire.BestAnswer[]>("GET", `/leaderboards/${pool}`);
export const fetchPoints = (person: string, pool: string) =>
  call<wire.PointAnswer[]>("GET", `/people/${person}/ratings/${pool}`);

// ---- Tables

export const fetchOffer = (language: string) => call<wire.ServerAnswer>("GET", `/server?language=${language}`);
export const makeTable = (form: wire.TableForm) => call<wire.View>("POST", "/tables", form);
export const join = (table: string, form: wire.JoinForm) =>
  call<wire.View>("POST", `/tables/${table}/join`, form);
export const rematch = (table: string) => call<wire.View>("POST", `/tables/${table}/rematch`);
export const fetchReplay = (table: string) => call<wire.Replay>("GET", `/tables/${table}/replay`);
export const fetchGames = (person: string, before?: number) =>
  call<wire.TablesAnswer>("GET", `/people/${person}/tables${before ? `?before=${before}` : ""}`);

/** Public tables with a game in progress. */
export const fetchPlaying = () => call<wire.TablesAnswer>("GET", "/tables?status=playing");

/** Let the server draw every deal of a finished game again. */
export async function checkFair(table: string): Promise<wire.FairAnswer> {
  const response = await fetch(recordAddress(table, "text"));
  return call<wire.FairAnswer>("POST", "/fair", { record: await response.text() });
}

/** The address of a game's record, as text or as JSON. */
export const recordAddress = (table: string, form: "text" | "json") =>
  `/api/v1/tables/${table}/record${form === "json" ? ".json" : ""}`;
