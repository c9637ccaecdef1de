/** For tests: the palettes as they are written, and colours as they are seen. */

import { readFileSync } from "node:fs";
import { linear, luminance } from "./contrast";

export const THEMES = ["light", "dark", "contrast", "print"] as const;
export type Palette = Record<string, string>;

/** The custom properties of each theme, from the shared palette and those of games; a theme has
    the values of the light one that it does not change. */
export function readPalettes(...games: string[]): Record<(typeof THEMES)[number], Palette> {
  const found = Object.fromEntries(THEMES.map((theme) => [theme, {}])) as Record<(typeof THEMES)[number], Palette>;
  for (const file of ["./palette.css", ...games.map((game) => `../${game}/palette.css`)]) {
    const text = readFileSync(new URL(file, import.meta.url), "utf8");
    const blocks = [...text.matchAll(/(@media print \{\s*)?:root(?:\[data-theme="(\w+)"\])? \{([^}]*)\}/g)];
    for (const [, print, named, body] of blocks) {
      const values = Object.fromEntries([...body.matchAll(/--([\w-]+): (#\w{6});/g)].map((m) => [m[1], m[2]]));
      const theme = print ? "print" : ((named ?? "light") as (typeof THEMES)[number]);
      for (const each of theme === "light" ? THEMES : [theme]) Object.assign(found[each], values);
    }
  }
  return found;
}

// Machado, Oliveira and Fernandes 2009, full severity, on linear light.
export const VISIONS: Record<string, number[][]> = {
  greyscale: Array.from({ length: 3 }, () => [0.2126, 0.7152, 0.0722]),
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const clip = (v: number) => Math.min(1, Math.max(0, v));

/** The luminance of a colour as a person with that vision sees it. */
export const seenLuminance = (vision: string, hex: string) =>
  luminance(VISIONS[vision].map((row) => clip(row.reduce((sum, k, i) => sum + k * linear(hex)[i], 0))) as [number, number, number]);

/** All pairs of different items. */
export const pairs = <T>(items: readonly T[]) => items.flatMap((a, i) => items.slice(i + 1).map((b): [T, T] => [a, b]));
