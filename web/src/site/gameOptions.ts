/** The options of games that forms offer. */

import type { GameAnswer } from "../wire/messages";

const STARTER = "first"; // the option for the seat that starts, which the seating decides

interface Option {
  name: string;
  choices: string[];
}

/** The options of a game for a number of players in which there is something to choose. */
export function offeredOptions(game: GameAnswer | undefined, players: number): Option[] {
  const options = game?.options as Record<string, Option[]> | undefined;
  return (options?.[players] ?? []).filter(({ name, choices }) => name !== STARTER && choices.length > 1);
}

/** The choices that were made among some options. */
export const chosenAmong = (options: Option[], chosen: Record<string, string>): Record<string, string> =>
  Object.fromEntries(options.flatMap(({ name }) => (chosen[name] ? [[name, chosen[name]]] : [])));
