/** The facts of a table that lists show. */

import { botNames } from "../site/bots";
import type { Summary } from "../wire/messages";
import type { GameOrder } from "../site/settings.svelte";
import { say } from "../words/texts.svelte";

/** The names at a table, by seat; bots of the same level are told apart. */
export function seatNames(table: Summary): string[] {
  const bots = botNames(table.seats.map((seat) => seat.bot));
  return table.seats.map((seat, i) => (seat.bot ? bots[i] : seat.name || say("seat.open")));
}

/** The names of those who play with a person, who may have several seats on one device. */
export function opponentNames(table: Summary, person: string): string[] {
  const own = table.seats.findIndex((seat) => seat.person === person);
  return seatNames(table).filter((_, seat) => seat !== own);
}

/** Whether a person is to move. */
export const isTurnOf = (table: Summary, person: string) => Boolean(person) && table.turn !== null && table.seats[table.turn].person === person;

/** Games in the order that the reader chose: least time left, longest waiting or shortest waiting first. */
export function inOrder(tables: Summary[], order: GameOrder): Summary[] {
  const key = (table: Summary) => (order === "deadline" ? (table.deadline ?? Infinity) : order === "oldest" ? table.moved_at : -table.moved_at);
  return tables.toSorted((a, b) => key(a) - key(b) || a.moved_at - b.moved_at);
}
