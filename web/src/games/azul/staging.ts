/** Positions drawn from what steps tell, before or without a view of the server's. No rules: steps say what happens. */

import { FACTS, type Step } from "./facts";
import { CENTRE, type Position, type SeatBoard, heldOf, tilesAt } from "./position";

const replaceAt = (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1);

/** The position after some steps of a move. */
export function afterSteps(before: Position, steps: Step[]): Position {
  const position = { ...before, displays: [...before.displays], boards: before.boards.map(copyOf) };
  for (const step of steps) apply(position, step);
  return position;
}

const copyOf = (board: SeatBoard): SeatBoard => ({ ...board, lines: [...board.lines], wall: [...board.wall] });

function apply(position: Position, step: Step): void {
  const board = "seat" in step ? position.boards[step.seat] : null;
  if (step.kind === "take") {
    if (step.source === CENTRE) position.centre = position.centre.replaceAll(step.colour, "");
    else position.displays[Number(step.source) - 1] = "";
  } else if (step.kind === "sweep") position.centre += step.tiles;
  else if (!board) return;
  else if (step.kind === "marker") {
    position.marker = step.seat;
    if (step.space !== null) board.floor += FACTS.marker;
  } else if (step.kind === "put") board.lines[step.line - 1] = step.colour.repeat(step.held);
  else if (step.kind === "fall") board.floor += step.colour.repeat(step.spaces.length);
  else if (step.kind === "jam") {
    board.lines[step.line - 1] = "";
    board.floor += step.colour.repeat(step.spaces.length);
  } else if (step.kind === "lay") {
    board.lines[step.line - 1] = "";
    board.wall[step.line - 1] = replaceAt(board.wall[step.line - 1], step.column - 1, step.colour);
    board.score += step.points;
  } else if (step.kind === "pay") {
    board.floor = "";
    board.score = step.score;
  } else if (step.kind === "bonus") board.score += step.points;
}

/** Where the tiles of a legal move go: what the page shows at once, until the server has told all that the move does. */
export function stepsAtOnce(position: Position, move: string, seat: number): Step[] {
  const { source, colour } = heldOf(move);
  const tiles = tilesAt(position, source);
  const count = tiles.split(colour).length - 1;
  const steps: Step[] = [{ kind: "take", seat, count, colour, source }];
  const others = tiles.replaceAll(colour, "");
  if (source !== CENTRE && others) steps.push({ kind: "sweep", count: others.length, source, tiles: others });
  let next = position.boards[seat].floor.length; // the next space of the floor line
  const isFree = (space: number) => space < FACTS.floor_costs.length;
  if (source === CENTRE && position.marker === "centre") {
    steps.push({ kind: "marker", seat, space: isFree(next) ? next : null, case: isFree(next) ? "floor" : "beside" });
    next++;
  }
  const line = Number(move[2]) || 0;
  const held = line ? position.boards[seat].lines[line - 1].length : 0;
  const put = line ? Math.min(count, line - held) : 0;
  if (put) {
    const form = held + put === line ? "complete" : "part";
    steps.push({ kind: "put", seat, count: put, colour, line, held: held + put, case: form });
  }
  const spaces = Array.from({ length: count - put }, (_, i) => next + i).filter(isFree);
  if (spaces.length) steps.push({ kind: "fall", seat, count: spaces.length, colour, cost: 0, spaces });
  return steps;
}
