/** Whether mistakes are asked again now, as far as this browser knows: so that the first page keeps a place for them. */

import type { MistakesAnswer } from "../wire/messages";
import { keep, readKept } from "./storage";

const KEY = "azulejos.mistakes";
interface Known {
  dueAt: number | null; // of the next one, in seconds since 1970
}

export function noteDue({ mistakes, next_at }: MistakesAnswer): void {
  keep(KEY, { dueAt: mistakes.length ? 0 : next_at } satisfies Known);
}

export function expectsDue(): boolean {
  const dueAt = readKept<Known>(KEY)?.dueAt ?? null;
  return dueAt !== null && dueAt * 1000 <= Date.now();
}
