/** Asking what a move would do, once for each: a pointer that passes over places asks nothing. */

import type { Explanation } from "./interface";

const REST_MS = 70; // that a pointer must stay

/** A way to ask that remembers answers as long as the position is the same. */
export function makeAsker(explain: () => (move: string) => Promise<Explanation>) {
  let answers = new Map<string, Explanation>();
  let known = -1;

  /** The answer, or null if the question is of no interest any more. */
  return async (ply: number, move: string, matters: () => boolean): Promise<Explanation | null> => {
    if (ply !== known) [answers, known] = [new Map(), ply];
    const there = answers.get(move);
    if (there) return there;
    await new Promise((rested) => setTimeout(rested, REST_MS));
    if (!matters()) return null;
    const answer = await explain()(move);
    if (ply === known) answers.set(move, answer);
    return matters() ? answer : null;
  };
}
