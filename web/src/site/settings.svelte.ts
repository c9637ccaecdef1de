/** The reader's settings, stored in this browser and shared by its tabs. */

import { LANGUAGES, browserLanguage, type Language } from "../words/texts.svelte";
import { keep, readKept } from "./storage";

export type GameOrder = "deadline" | "oldest" | "newest";

export interface Settings {
  language: Language;
  theme: "system" | "light" | "dark" | "contrast";
  motion: "system" | "on" | "off";
  scoring: "each" | "together" | "brief"; // the end of a round: seat after seat, all at once, or the game does not stop for it
  sound: boolean;
  volume: number; // 0 to 1
  confirm: "always" | "costly" | "never";
  letters: boolean; // on tiles
  notation: boolean; // the letters on tiles are those of the notation
  shortcuts: boolean; // single keys act on boards
  nextGame: GameOrder; // which of the games that await the reader comes first
  textView: boolean; // tables open as text
  keys: Record<string, string>; // reassigned, see `keys.svelte.ts`
  colours: Record<string, string>; // of tiles, by the custom property that holds them
}

export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", es: "Español", "pt-BR": "Português (Brasil)" };

const KEY = "azulejos.settings"; // `start.js` reads it too, before the first paint
const DARK = matchMedia("(prefers-color-scheme: dark)");
const CONTRAST = matchMedia("(prefers-contrast: more)");
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const DEFAULTS: Settings = {
  language: browserLanguage(),
  theme: "system",
  motion: "system",
  scoring: "each",
  sound: false,
  volume: 0.5,
  confirm: "costly",
  letters: true,
  notation: false,
  shortcuts: true,
  nextGame: "deadline",
  textView: false,
  keys: {},
  colours: {},
};

export const settings = $state<Settings>(read());
let systemStill = $state(STILL.matches);

function read(): Settings {
  const merged = { ...DEFAULTS, ...readKept<Partial<Settings>>(KEY) };
  return LANGUAGES.includes(merged.language) ? merged : { ...merged, language: DEFAULTS.language };
}

export function store(): void {
  keep(KEY, settings);
}

/** Whether animations are wanted. */
export function hasMotion(): boolean {
  return settings.motion === "system" ? !systemStill : settings.motion === "on";
}

export function applyTheme(): void {
  const system = CONTRAST.matches ? "contrast" : DARK.matches ? "dark" : "light";
  document.documentElement.dataset.theme = settings.theme === "system" ? system : settings.theme;
  document.documentElement.dataset.motion = hasMotion() ? "on" : "off";
}

/** Follow changes of the system settings and changes in other tabs. */
export function followSettings(): void {
  DARK.addEventListener("change", applyTheme);
  CONTRAST.addEventListener("change", applyTheme);
  STILL.addEventListener("change", () => (systemStill = STILL.matches));
  addEventListener("storage", (event) => {
    if (event.key === KEY) Object.assign(settings, read());
  });
}
