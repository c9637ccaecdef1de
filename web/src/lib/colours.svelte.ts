/** Colours of tiles that the reader has chosen, put over those of the theme. */

import { untrack } from "svelte";
import { type GamePage, gameNames, loadGame } from "../games";
import { settings } from "./settings.svelte";

const GROUNDS = ["paper", "table", "display", "pool", "space", "floor"];
let painted: string[] = [];
let paintings = $state(0); // how often that was done

const root = document.documentElement;
const read = (property: string) => getComputedStyle(root).getPropertyValue(`--${property}`).trim();

/** The colour that something has now. */
export function colourOf(property: string): string {
  void paintings; // to be asked again afterwards
  return settings.colours[property] ?? read(property);
}

/** Paint what was chosen; what a tile needs besides follows from its colour and the theme's grounds. */
export async function applyColours(): Promise<void> {
  const isAny = Object.keys(settings.colours).length > 0;
  const rooms: GamePage[] = isAny ? await Promise.all(gameNames.map(loadGame)) : [];
  for (const property of painted) root.style.removeProperty(property);
  const grounds = isAny ? GROUNDS.map((name) => read(`board-${name}`)) : [];
  painted = [];
  for (const room of rooms)
    for (const { property } of room.colours) {
      const chosen = settings.colours[property];
      if (!chosen) continue;
      for (const [name, value] of Object.entries(room.shades(property, chosen, grounds))) {
        root.style.setProperty(`--${name}`, value);
        painted.push(`--${name}`);
      }
    }
  untrack(() => paintings++);
}
