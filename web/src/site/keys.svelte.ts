/**
 * Keys that the reader has reassigned. A key has a scope, which is a game or the page itself, and is
 * identified by its standard key; key handlers translate a pressed key with `keyOf`.
 */

import type { KeyHelp } from "../games";
import { settings } from "./settings.svelte";
import type { Key } from "../words/texts.svelte";

export const PAGE = "page";
const FIXED = "←↑→↓␣…"; // arrows and the space bar cannot be reassigned, and dots stand for a range of keys

/** The code of a sentence of the page. */
export const own = (key: Key) => `web.${key}`;

/** The page's own keys. */
export const PAGE_KEYS: KeyHelp[] = [
  { keys: ["["], code: own("keys.back") },
  { keys: ["]"], code: own("keys.forward") },
  { keys: ["←", "→"], code: own("keys.steps") },
  { keys: ["␣"], code: own("keys.play") },
  { keys: ["/"], code: own("keys.type") },
  { keys: ["t"], code: own("keys.text") },
  { keys: ["?"], code: own("keys.hint") },
  { keys: ["."], code: own("keys.hint.play") },
  { keys: ["h"], code: own("keys.help") },
];

const entry = (scope: string, standard: string) => `${scope} ${standard.toLowerCase()}`;

/** The standard key that a pressed key stands for in a scope; "" if its action is on another key. */
export function keyOf(scope: string, pressed: string): string {
  if (pressed.length > 1) return pressed;
  const reassigned = Object.entries(settings.keys).find(([name, key]) => name.startsWith(`${scope} `) && key === pressed.toLowerCase());
  if (reassigned) return reassigned[0].slice(scope.length + 1);
  return entry(scope, pressed) in settings.keys ? "" : pressed;
}

/** Whether a press of a key is meant for the page: without modifiers, outside text fields and dialogs, and not handled yet. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const isText = (event.target as HTMLElement).matches("input:not([type=range]), textarea, select");
  return !isText && !document.querySelector("dialog[open]");
}

/** The action of a pressed key among actions by standard key. */
export function pageAction(pressed: string, actions: Record<string, () => void>): (() => void) | undefined {
  return settings.shortcuts ? actions[keyOf(PAGE, pressed)] : undefined;
}

/** The key to press for the action of a standard key, as written on the keyboard. */
export function keyFor(scope: string, standard: string): string {
  return settings.keys[entry(scope, standard)]?.toUpperCase() ?? standard;
}

/** Reassign a standard key; an empty key restores it. */
export function putKey(scope: string, standard: string, key: string): void {
  const { [entry(scope, standard)]: _, ...others } = settings.keys;
  const plain = key.toLowerCase();
  settings.keys = plain && plain !== standard.toLowerCase() ? { ...others, [entry(scope, standard)]: plain } : others;
}

/** The keys of a list that can be reassigned, each once, with the codes of all its actions. */
export function changeable(list: KeyHelp[]): { standard: string; codes: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { keys, code } of list) for (const key of expanded(keys)) found.set(key, [...(found.get(key) ?? []), code]);
  return [...found].map(([standard, codes]) => ({ standard, codes }));
}

/** The single keys of a list, with ranges written out. */
function expanded(keys: string[]): string[] {
  const all = keys.flatMap((key, i) => {
    if (key !== "…") return [key];
    const [from, to] = [keys[i - 1], keys[i + 1]].map(Number);
    return Array.from({ length: to - from - 1 }, (_, k) => String(from + k + 1));
  });
  return all.filter((key) => key.length === 1 && !FIXED.includes(key));
}
