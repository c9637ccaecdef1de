/**
 * The story of a reviewed game for one seat, as data: its turning points, where the lead came from in whole points that
 * add up, and what was done well.
 */

import type { Sentence } from "../games";
import { type Entry, type LeadParts, leadParts, pointsOf } from "./review.svelte";

const MOST_POINTS = 3;
const MOST_MERITS = 3;
const LEAST_STREAK = 3;

/** The graded moves that changed most for a seat, in the order of the game; those for and against it, if there are both. */
export function turningPoints(entries: Entry[], seat: number): Entry[] {
  const points = ({ ply }: Entry) => pointsOf(entries, ply, seat);
  const graded = entries.slice(1).filter((entry) => entry.judgement?.grade && (entry.seat === seat || points(entry) > 0));
  const ranked = graded.toSorted((a, b) => Math.abs(points(b)) - Math.abs(points(a)));
  const chosen = ranked.slice(0, MOST_POINTS);
  const isFor = (entry: Entry) => entry.seat !== seat;
  const missing = chosen.length && chosen.every(isFor) ? ranked.find((entry) => !isFor(entry)) : chosen.every((entry) => !isFor(entry)) && ranked.find(isFor);
  if (missing) chosen.splice(MOST_POINTS - 1, 1, missing);
  return chosen.toSorted((a, b) => a.ply - b.ply);
}

const KEYS = ["start", "deals", "own", "others"] as const;

/** Where the lead of a seat came from, in whole points; the first four still add up to the last. */
export function wholeParts(entries: Entry[], seat: number): LeadParts {
  const parts = leadParts(entries, seat);
  const rounded = (points: number) => Math.round(points) || 0; // never −0
  const end = rounded(parts.end);
  const whole = { ...parts, end };
  for (const key of KEYS) whole[key] = rounded(parts[key]);
  let left = end - KEYS.reduce((sum, key) => sum + whole[key], 0);
  const byError = KEYS.filter((key) => Math.abs(parts[key]) > 1e-9).toSorted((a, b) => Math.sign(left) * (parts[b] - whole[b] - (parts[a] - whole[a])));
  for (const key of byError.length ? byError : KEYS) {
    if (!left) break;
    whole[key] += Math.sign(left);
    left -= Math.sign(left);
  }
  return whole;
}

/** Whether anything was dealt after the first position: a game without deals has no luck of them. */
export const hasDeals = (entries: Entry[]): boolean => entries.slice(1).some((entry) => entry.seat === null);

/** A seat's good choices: best moves in a row, and best answers to mistakes of others. */
function choiceMerits(entries: Entry[], seat: number): Sentence[] {
  const moves = entries.slice(1).filter((entry) => entry.judgement);
  const own = moves.filter((entry) => entry.seat === seat);
  const isBest = (entry: Entry) => entry.judgement!.best === entry.text;
  let [streak, longest] = [0, 0];
  for (const entry of own) longest = Math.max(longest, (streak = isBest(entry) ? streak + 1 : 0));
  const answered = moves.filter((entry, i) => i && entry.seat === seat && moves[i - 1].seat !== seat && moves[i - 1].judgement!.grade);
  const well = answered.filter(isBest).length;
  const best = own.filter(isBest).length;
  return [
    ...(well ? [{ code: "web.review.well.answers", args: { n: well, m: answered.length } }] : []),
    ...(longest >= LEAST_STREAK ? [{ code: "web.review.well.streak", args: { n: longest } }] : []),
    ...(best ? [{ code: "web.review.well.best", args: { n: best, m: own.length } }] : []),
  ];
}

/** A seat's merits, the most concrete first: those that the game names, then its choices. */
export const merits = (entries: Entry[], seat: number, told: Sentence[]): Sentence[] => [...told, ...choiceMerits(entries, seat)].slice(0, MOST_MERITS);

/** Luck and skill in one sentence: what the players gave away, and what the deals gave. */
export function luckSentences(entries: Entry[], seat: number, names: { isYou: boolean; name: string; other: string }): Sentence[] {
  const { own, others, deals } = wholeParts(entries, seat);
  const who = names.isYou ? "you" : "name";
  const moves =
    own <= 0 && others >= 0
      ? { code: `web.review.gave.${who}`, args: { n: -own, m: others, name: names.name, other: names.other } }
      : { code: `web.review.made.${who}`, args: { own: signedWhole(own), others: signedWhole(others), name: names.name, other: names.other } };
  if (!hasDeals(entries)) return [moves];
  const form = deals > 0 ? "gave" : deals < 0 ? "cost" : "even";
  return [moves, { code: `web.review.deals.${form}${form === "even" ? "" : `.${who}`}`, args: { n: Math.abs(deals), name: names.name } }];
}

/** Whole points with their sign. */
export const signedWhole = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
