/** The changes of ratings by a game, in words: for the result and for the text view. */

import { call } from "../wire/http";
import type { GameRatingsAnswer, RatingAnswer, RatingChangeAnswer } from "../wire/messages";
import type { LiveTable } from "../table/liveTable.svelte";
import { formatNumber, say } from "../words/texts.svelte";

export interface RatingStory {
  changes: RatingChangeAnswer[]; // by seat; none if the game does not count
  lines: string[]; // the expected results, or why the game does not count
}

const UNTOLD = ["casual", "going"]; // reasons that everybody sees anyway
const percent = (share: number) => formatNumber(100 * share);
export const signed = (points: number) => (points > 0 ? `+${formatNumber(points)}` : formatNumber(points));
const range = ({ shown, deviation }: RatingAnswer) => ({ rating: formatNumber(shown), deviation: formatNumber(deviation) });

/** The changes of ratings by a game; none for a casual one. */
export async function tellRatings(table: LiveTable): Promise<RatingStory | null> {
  const told = await call("GET /tables/{table}/ratings", { table: table.id });
  if (told.reason && UNTOLD.includes(told.reason)) return null;
  return { changes: told.changes, lines: told.reason ? [say(`rating.none.${told.reason as Reason}`)] : expectations(table, told) };
}

type Reason = "no_result" | "few_moves" | "players" | "often";

/** The rating of a seat before and after, as a sentence. */
export function changeLine(table: LiveTable, { seat, before, after }: RatingChangeAnswer): string {
  const name = table.voice.seatName(seat);
  if (after.is_fixed) return say("rating.fixed", { name, ...range(after) });
  const old = range(before);
  return say("rating.change", { name, ...range(after), before: old.rating, spread: old.deviation, change: signed(after.shown - before.shown) });
}

/** The expected results: with two players of one of them, of the reader if possible. */
function expectations(table: LiveTable, { changes }: GameRatingsAnswer): string[] {
  const people = changes.filter((each) => !each.after.is_fixed);
  const mine = people.find((each) => each.seat === table.ownSeat) ?? people[0];
  const numbers = { percent: percent(mine.expected), scored: percent(mine.scored) };
  const isOwn = mine.seat === table.ownSeat;
  const name = isOwn ? "" : table.voice.seatName(mine.seat);
  const provisional = people.some((each) => each.before.is_provisional) ? [say("rating.moves")] : [];
  if (changes.length > 2) return [say(isOwn ? "rating.expected.you.many" : "rating.expected.many", { name, ...numbers }), ...provisional];
  const other = changes.find((each) => each !== mine)!;
  const words = { name, other: table.voice.seatName(other.seat), ...range(other.before), ...numbers };
  return [say(isOwn ? "rating.expected.you" : "rating.expected", words), ...provisional];
}
