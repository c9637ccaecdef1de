/** Ratings of the people at tables. */

import { call } from "../wire/http";
import type { RatingAnswer } from "../wire/messages";

interface AnyTable {
  game: string;
  players: number;
  seats: Record<string, any>[]; // each with its `person`
}
export type Ratings = Record<string, RatingAnswer>; // by person

export const poolOf = (table: AnyTable) => `${table.game}-${table.players}`;

/** The ratings of the people at some tables, by pool and person; those without a rating are left out. */
export async function ratingsAt(tables: AnyTable[]): Promise<Record<string, Ratings>> {
  const people: Record<string, Set<string>> = {};
  for (const table of tables) for (const { person } of table.seats) if (person) (people[poolOf(table)] ??= new Set()).add(person);
  const found = Object.entries(people).map(
    async ([pool, ids]) => [pool, await call("GET /ratings/{pool}", { pool, query: { people: [...ids].slice(0, 100).join(",") } })] as const,
  );
  return Object.fromEntries(await Promise.all(found));
}
