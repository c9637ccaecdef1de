/** Marks about a move of Azul, from what the page knows of it at once, and about what was scored. */

import type { Mark, MoveMarks, Sentence } from "../kit/interface";
import { FACTS, type Step } from "./facts";
import { heldOf, isTake, positionOf, runCells } from "./position";
import { stepsAtOnce } from "./staging";
import { laysOf } from "./steps";

const costOf = (spaces: number[], costs: readonly number[]) => spaces.reduce((sum, space) => sum + costs[space], 0);

/** Where the tiles of a move come from, and the spaces that they fill. */
function wayOf(steps: Step[], said: Sentence) {
  const take = steps.find((step) => step.kind === "take")!;
  const put = steps.find((step) => step.kind === "put");
  const from = `offer-${take.source}-${take.colour}`;
  const to = put ? `line-${put.seat}-${put.line}` : `floor-${take.seat}`;
  const spaces = put ? Array.from({ length: put.count }, (_, i) => `${to}-${put.held - put.count + i}`) : [];
  return { from, to, spaces, tile: take.colour, said };
}

/** The tiles that a move puts on the floor line. */
function falls(steps: Step[], said: Sentence): Mark[] {
  const fall = steps.find((step) => step.kind === "fall");
  if (!fall) return [];
  const at = fall.spaces.map((space) => `floor-${fall.seat}-${space}`);
  return [
    { kind: "ghost", at, tile: fall.colour, said },
    { kind: "danger", at, n: -costOf(fall.spaces, FACTS.floor_costs), said },
  ];
}

export const moveMarks: MoveMarks = {
  wanted: (view, move, said) => {
    if (!isTake(move) || view.turn === null) return [];
    const { from, to, spaces, tile } = wayOf(stepsAtOnce(positionOf(view), move, view.turn), said);
    return [
      { kind: "look", at: [from, to], said },
      { kind: "path", at: [from], to, said },
      { kind: "ghost", at: spaces, tile, said },
    ];
  },
  tried: (view, move, said) => {
    if (!isTake(move) || view.turn === null) return [];
    const steps = stepsAtOnce(positionOf(view), move, view.turn);
    const { from, to, spaces, tile } = wayOf(steps, said);
    const ghosts: Mark[] = spaces.map((space) => ({ kind: "was", at: [space], said }));
    return [
      { kind: "was", at: [from], to, said },
      ...ghosts,
      ...(spaces.length ? [{ kind: "ghost" as const, at: spaces, tile, said }] : []),
      ...falls(steps, said),
    ];
  },
  scored: (view, steps, said) => {
    const own = laysOf(steps).filter((lay) => view.you.includes(lay.seat));
    const paid = (steps as unknown as Step[]).find((step) => step.kind === "pay" && view.you.includes(step.seat));
    const wall = (seat: number) => positionOf(view).boards[seat].wall;
    const place = (seat: number, cell: string) =>
      `wall-${seat}-${cell
        .split(",")
        .map((n) => Number(n) + 1)
        .join("-")}`;
    const runs = own.flatMap(({ seat, line, column, across, down }) =>
      [
        { across, down: 0 },
        { across: 0, down },
      ]
        .filter((run) => run.across + run.down > 1)
        .map((run): Mark => {
          const cells = [...runCells(wall(seat), line - 1, column - 1, run)];
          return { kind: "run", at: cells.map((cell) => place(seat, cell)), n: run.across + run.down, said };
        }),
    );
    const points = own.map(({ seat, line, column, points: n }): Mark => ({ kind: "points", at: [`wall-${seat}-${line}-${column}`], n, said }));
    const cost: Mark[] = paid?.kind === "pay" && paid.cost ? [{ kind: "points", at: [`floor-${paid.seat}-0`], n: -paid.cost, said }] : [];
    return [...runs, ...points, ...cost];
  },
  text: (move) => {
    const { source, colour } = heldOf(move);
    return { code: "azul.page.marked", args: { source: { code: `azul.source.${source}` }, colour: { code: `azul.colour.${colour}` }, line: move[2], move } };
  },
};
