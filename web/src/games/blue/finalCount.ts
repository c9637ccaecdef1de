/** The count at the end of a game, in beats: the chains of each seat one by one, then its circles (B10, B11). */

import type { Beat } from "../kit/finalScoring.svelte";
import { FACTS } from "./facts";
import { type Line, type Position, seatOf } from "./position";

/** A beat, and what is lit on the grid. */
export interface CountBeat extends Beat {
  lines: Line[];
}

/** The beats of the count, seat by seat: the last place first, the winner last. */
export function countBeats(position: Position): CountBeat[] {
  const seats = [...position.scores.keys()].toSorted((a, b) => position.scores[a] - position.scores[b]);
  return seats.flatMap((seat) => seatBeats(position, seat)).map((beat, i, all) => ({ ...beat, isStop: all[i - 1]?.seat !== beat.seat }));
}

function seatBeats(position: Position, seat: number): Omit<CountBeat, "isStop">[] {
  const isOwn = ({ colour }: Line) => seatOf(position, colour) === seat;
  const [chains, circles] = [position.chains.filter(isOwn), position.circles.filter(isOwn)];
  const one = (line: Line, i: number) => ({
    seat,
    row: "chains",
    points: FACTS.points.chain,
    title: { code: "blue.final.chain", args: { number: i + 1, of: chains.length } },
    lines: [line],
  });
  const n = circles.length;
  const rest = { seat, row: "circles", points: FACTS.points.circle * n, title: { code: "blue.final.circles", args: { n } }, lines: circles };
  return [...chains.map(one), ...(n ? [rest] : [])];
}
