/** Marks about a move of BLUE, and about what was scored. */

import type { Mark, MoveMarks } from "../kit/interface";
import { kindOf, parseMove } from "./position";

interface Closed {
  kind: string;
  seat: number | null;
  cells: string[];
  count: number;
  points: number;
}

export const moveMarks: MoveMarks = {
  wanted: (_, move, said) => {
    const { place, sides } = parseMove(move);
    const from = `supply-${kindOf(sides)}`;
    return [
      { kind: "look", at: [from, place], said },
      { kind: "path", at: [from], to: place, said },
      { kind: "ghost", at: [place], tile: sides, said },
    ];
  },
  tried: (_, move, said) => {
    const { place, sides } = parseMove(move);
    return [
      { kind: "ghost", at: [place], tile: sides, said },
      { kind: "was", at: [place], said },
    ];
  },
  scored: (view, steps, said) => {
    const closed = (steps as unknown as Closed[]).filter(({ kind, seat }) => /chain|circle/.test(kind) && seat !== null && view.you.includes(seat));
    const blocked = steps.flatMap((step) => (step.kind === "block" ? (step.places as string[]) : []));
    return [
      ...closed.flatMap(({ cells, count, points, seat }): Mark[] => [
        { kind: "run", at: cells, ...(count ? { n: count } : {}), said },
        { kind: "points", at: [cells[cells.length - 1]], n: points, seat: seat!, said },
      ]),
      ...blocked.map((place): Mark => ({ kind: "look", at: [place], said })),
    ];
  },
  text: (move) => {
    const { place, sides } = parseMove(move);
    return { code: "blue.page.marked", args: { place, kind: { code: `blue.colour.${kindOf(sides)}` }, move } };
  },
};
