/** Lists inside sentences, as sentences. */

import type { Said } from "./interface";

/** Several things, one after the other; never none. */
export function listed(things: (Said | string)[]): Said | string {
  const [first, ...rest] = things;
  return rest.length ? { code: "games.list", args: { first, rest: listed(rest) } } : first;
}
