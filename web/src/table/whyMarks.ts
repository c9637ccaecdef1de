/** The better of two compared moves alone on the board, with its first reason. */

import type { Mark } from "../games";
import type { Comparison } from "../wire/messages";

export function whyMarks(why: Comparison | null): Mark[] {
  if (!why) return [];
  const move = why.marks.filter(({ tag }) => tag !== "B").map((mark) => ({ ...mark, tag: "" }));
  return [...move, ...(why.reasons[0]?.marks.filter(({ kind }) => kind !== "look") ?? [])];
}
