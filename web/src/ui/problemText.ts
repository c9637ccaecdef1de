/** Why a request failed, in a sentence. */

import { Problem } from "../wire/http";
import { isKnown, say, translate } from "../words/texts.svelte";

export function problemText(reason: unknown): string {
  if (reason instanceof Problem && reason.status && isKnown(reason.code)) return translate(reason.code, reason.args);
  return say(reason instanceof Problem && !reason.status ? "connection.none" : "connection.odd");
}
