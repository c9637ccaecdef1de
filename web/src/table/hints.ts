/** The depths of a hint, in the order in which they are asked for. */

import type { Hint, Sentence } from "../wire/messages";

export type Depth = Hint["depth"];
export const DEPTHS: Depth[] = ["look", "move", "why"];

/** The deepest part of a hint in sentences; of two moves that are compared, with the letter of the one that each is about. */
export function hintLines({ look, play, why }: Hint, text: (sentence: Sentence) => string): string[] {
  if (!why) return [text((play ?? look).text)];
  return why.reasons.map((reason) => (why.other ? `${reason.side}: ${text(reason.text)}` : text(reason.text)));
}
