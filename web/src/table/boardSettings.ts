/** The reader's settings as boards take them. */

import type { BoardSettings } from "../games";
import { keyOf } from "../site/keys.svelte";
import { hasMotion, settings } from "../site/settings.svelte";

export function boardSettings(game: string): BoardSettings {
  const { scoring, letters, notation, shortcuts } = settings;
  return { scoring, motion: hasMotion(), letters, notation, shortcuts, keyOf: (key) => keyOf(game, key) };
}
