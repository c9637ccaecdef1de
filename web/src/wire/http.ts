/** The server's HTTP API. A call returns data, or throws a `Problem` with a code. */

import type { RefusalCode } from "./messages";
import type { Routes } from "./routes";

type Route = keyof Routes;
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The parts of a request to a route: the names in its path, a query, a body. */
type Given<R extends Route> = Record<NamesIn<R>, string | number> &
  (Routes[R] extends { query: infer Query } ? { query?: Query } : unknown) &
  (Routes[R] extends { body: infer Body } ? { body: Body } : unknown);

/** An error of the API: the code and arguments of a sentence. */
export class Problem extends Error {
  constructor(
    readonly status: number, // 0 when there was no answer
    readonly code: RefusalCode | "", // or of a game's rules, which only its words know
    readonly args: Record<string, unknown>,
    readonly clause = "", // of an illegal move
  ) {
    super(code);
  }
}

async function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", signal };
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
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Problem(response.status, problem.code ?? "", problem.args ?? {}, problem.clause ?? "");
}

/** Call a route, such as `call("GET /tables/{table}", { table })`. */
export async function call<R extends Route>(route: R, ...[given]: object extends Given<R> ? [Given<R>?] : [Given<R>]): Promise<Routes[R]["answer"]> {
  const { query = {}, body, ...names } = (given ?? {}) as { query?: object; body?: unknown } & Record<string, string>;
  const [method, template] = route.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name]));
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined && value !== ""));
  const response = await request(method, asked.size ? `${path}?${asked}` : path, body);
  return response.status === 204 ? undefined : await response.json();
}

/** The JSON lines of an answer as they arrive; a line that refuses is thrown as a `Problem`. */
export async function* streamLines<T>(path: string, body?: unknown, signal?: AbortSignal): AsyncGenerator<T, void> {
  const response = await request("POST", path, body, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (true) {
    const { done, value } = await reader.read().catch(() => {
      throw new Problem(0, "", {});
    });
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop()!;
    for (const line of lines.filter(Boolean)) {
      const message = JSON.parse(line);
      if (message.type === "refused") throw new Problem(409, message.error.code, message.error.args);
      yield message as T;
    }
    if (done) return;
  }
}

/** A file that the server makes from what it is sent. */
export async function fetchFile(path: "/trees/text" | "/positions/picture.svg" | "/positions/picture.png", form: object): Promise<Blob> {
  return (await request("POST", path, form)).blob();
}

/** The record of a table's game as text. */
export async function fetchRecord(table: string): Promise<string> {
  return (await request("GET", `/tables/${table}/record`)).text();
}

/** The address of a picture of a table's position; the version makes the browser ask again after a move. */
export const pictureAddress = (table: string, version: number) => `/api/v1/tables/${table}/picture.svg?version=${version}`;

/** The address of a game's record, as text or as JSON. */
export const recordAddress = (table: string, form: "text" | "json") => `/api/v1/tables/${table}/record${form === "json" ? ".json" : ""}`;
