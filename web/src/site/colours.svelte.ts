/** The tile colours that the reader has chosen, which override those of the theme. */

import { untrack } from "svelte";
import { type GamePage, gameNames, loadGame } from "../games";
import { settings } from "./settings.svelte";

let applied: string[] = []; // custom properties
let changes = $state(0); // how often colours were applied

const root = document.documentElement;
const read = (property: string) => getComputedStyle(root).getPropertyValue(`--${property}`).trim();

/** The present colour of a custom property. */
export function colourOf(property: string): string {
  void changes; // read again after each change
  return settings.colours[property] ?? read(property);
}

/** Apply the chosen colours; the other colours of a tile follow from them and the theme's grounds. */
export async function applyColours(): Promise<void> {
  const isAny = Object.keys(settings.colours).length > 0;
  const games: GamePage[] = isAny ? await Promise.all(gameNames.map(loadGame)) : [];
  for (const property of applied) root.style.removeProperty(property);
  applied = [];
  for (const game of games)
    for (const { property } of game.colours) {
      const chosen = settings.colours[property];
      if (!chosen) continue;
      for (const [name, value] of Object.entries(game.shades(property, chosen, game.grounds.map(read)))) {
        root.style.setProperty(`--${name}`, value);
        applied.push(`--${name}`);
      }
    }
  untrack(() => changes++);
}
