/** The depths of a hint, in the order in which they are asked for. */

import type { Hint, Sentence } from "../wire/messages";

export type Depth = Hint["depth"];
export const DEPTHS: Depth[] = ["look", "move", "why"];

/** The sentences of the deepest part of a hint. */
export function hintSentences(hint: Hint): Sentence[] {
  return hint.why ? hint.why.reasons.map((reason) => reason.text) : [(hint.play ?? hint.look).text];
}
