/** Lists inside sentences, as sentences. */

import type { Sentence } from "./interface";

/** Several things, one after the other; never none. */
export function joinList(things: (Sentence | string)[]): Sentence | string {
  const [first, ...rest] = things;
  return rest.length ? { code: "games.list", args: { first, rest: joinList(rest) } } : first;
}
