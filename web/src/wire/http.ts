/** The server's HTTP API. A call returns data, or throws a `Problem` with a code. */

import type { Info, RefusalCode, ReviewEntry, ReviewStart } from "./messages";
import type { Routes } from "./routes";

type Route = keyof Routes;
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The parts of a request to a route: the names in its path, a query, a body. */
type Given<R extends Route> = Record<NamesIn<R>, string | number> &
  (Routes[R] extends { query: infer Query } ? { query?: Query } : unknown) &
  (Routes[R] extends { body: infer Body } ? { body: Body } : unknown);

type Arguments<R extends Route> = object extends Given<R> ? [given?: Given<R>] : [given: Given<R>];

/** The routes that answer line by line. */
interface Lines {
  "POST /analysis/stream": Info;
  "POST /tables/{table}/review": ReviewStart | ReviewEntry;
}

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

async function request<R extends Route>(route: R, [given]: Arguments<R>, signal?: AbortSignal): Promise<Response> {
  const { body } = (given ?? {}) as { body?: unknown };
  const init: RequestInit = { method: route.split(" ")[0], credentials: "same-origin", signal };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(addressOf(route, given), init);
  } catch {
    throw new Problem(0, "", {});
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Problem(response.status, problem.code ?? "", problem.args ?? {}, problem.clause ?? "");
}

function addressOf<R extends Route>(route: R, given?: Given<R>): string {
  const { query = {}, ...names } = (given ?? {}) as { query?: object } & Record<string, string>;
  const path = route.split(" ")[1].replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name]));
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined && value !== ""));
  return `/api/v1${path}${asked.size ? `?${asked}` : ""}`;
}

/** Call a route, such as `call("GET /tables/{table}", { table })`. */
export async function call<R extends Route>(route: R, ...given: Arguments<R>): Promise<Routes[R]["answer"]> {
  const response = await request(route, given);
  return response.status === 204 ? undefined : await response.json();
}

/** The JSON lines of an answer as they arrive; a line that refuses is thrown as a `Problem`. */
export async function* streamLines<R extends keyof Lines>(signal: AbortSignal, route: R, ...given: Arguments<R>): AsyncGenerator<Lines[R], void> {
  const response = await request(route, given, signal);
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
      yield message;
    }
    if (done) return;
  }
}

/** A file that a route answers with. */
export async function fetchFile<R extends Route>(route: R, ...given: Arguments<R>): Promise<Blob> {
  return (await request(route, given)).blob();
}

/** The record of a table's game as text. */
export async function fetchRecord(table: string): Promise<string> {
  return (await request("GET /tables/{table}/record", [{ table }])).text();
}

/** The address of a picture of a table's position; the version makes the browser ask again after a move. */
export const pictureAddress = (table: string, version: number) => `${addressOf("GET /tables/{table}/picture.svg", { table })}?version=${version}`;

/** The address of a game's record, as text or as JSON. */
export const recordAddress = (table: string, form: "text" | "json") =>
  addressOf(form === "json" ? "GET /tables/{table}/record.json" : "GET /tables/{table}/record", { table });
