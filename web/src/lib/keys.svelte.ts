/**
 * Keys that the reader has put elsewhere. A key belongs to a room, a game or the page itself, and is
 * known by what it usually is; whoever handles keys asks here what a pressed one stands for.
 */

import type { KeyHelp } from "../games";
import { settings } from "./settings.svelte";
import type { Key } from "./texts.svelte";

export const PAGE = "page";
const FIXED = "←↑→↓…"; // arrows are what they are, and dots stand for the keys between

/** The code of a sentence of the page. */
export const own = (key: Key) => `web.${key}`;

/** The page's own keys. */
export const PAGE_KEYS: KeyHelp[] = [
  { keys: ["["], code: own("keys.back") },
  { keys: ["]"], code: own("keys.forward") },
  { keys: ["/"], code: own("keys.type") },
  { keys: ["t"], code: own("keys.text") },
  { keys: ["?"], code: own("keys.help") },
];

const entry = (room: string, usual: string) => `${room} ${usual.toLowerCase()}`;

/** What a pressed key stands for in a room; "" if it has been put elsewhere. */
export function keyOf(room: string, pressed: string): string {
  if (pressed.length > 1) return pressed;
  const moved = Object.entries(settings.keys).find(
    ([name, key]) => name.startsWith(`${room} `) && key === pressed.toLowerCase(),
  );
  if (moved) return moved[0].slice(room.length + 1);
  return entry(room, pressed) in settings.keys ? "" : pressed;
}

/** The key to press for what is usually another one, as it is written on the keyboard. */
export function keyFor(room: string, usual: string): string {
  return settings.keys[entry(room, usual)]?.toUpperCase() ?? usual;
}

/** Put a key elsewhere; an empty one goes back to where it was. */
export function putKey(room: string, usual: string, key: string): void {
  const { [entry(room, usual)]: _, ...others } = settings.keys;
  const plain = key.toLowerCase();
  settings.keys = plain && plain !== usual.toLowerCase() ? { ...others, [entry(room, usual)]: plain } : others;
}

/** The keys of a list that can be put elsewhere, each once, with all that they do. */
export function changeable(list: KeyHelp[]): { usual: string; codes: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { keys, code } of list)
    for (const key of expanded(keys)) found.set(key, [...(found.get(key) ?? []), code]);
  return [...found].map(([usual, codes]) => ({ usual, codes }));
}

/** Single keys; those that dots stand for are written out. */
function expanded(keys: string[]): string[] {
  const all = keys.flatMap((key, i) => {
    if (key !== "…") return [key];
    const [from, to] = [keys[i - 1], keys[i + 1]].map(Number);
    return Array.from({ length: to - from - 1 }, (_, k) => String(from + k + 1));
  });
  return all.filter((key) => key.length === 1 && !FIXED.includes(key));
}
