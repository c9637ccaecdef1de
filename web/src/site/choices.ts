/** The reader's last choices: the game, the opponents, the clock. Kept in this browser. */

import { keep, readKept } from "./storage";

const KEY = "azulejos.choices";

export interface QuickChoice {
  game: string;
  bot: string; // the opponent
  players: number;
}

/** The choice under a name, as far as it was made before. */
export function readChoice<T extends object>(name: string): Partial<T> {
  const found = readKept<Record<string, Partial<T>>>(KEY)?.[name];
  return found && typeof found === "object" ? found : {};
}

export function keepChoice(name: string, choice: object): void {
  keep(KEY, { ...readKept<object>(KEY), [name]: choice });
}
