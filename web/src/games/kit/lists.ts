/** Lists inside sentences, as sentences. */

import type { Sentence } from "./interface";

/** The items one after the other as one argument of a sentence; there must be at least one. */
export function joinList(items: (Sentence | string)[]): Sentence | string {
  const [first, ...rest] = items;
  return rest.length ? { code: "games.list", args: { first, rest: joinList(rest) } } : first;
}
