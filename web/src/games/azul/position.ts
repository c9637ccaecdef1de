/**
 * Azul's position and moves, read for drawing. No rules: the legal moves are in `view.moves`, and
 * what a move does is in its steps, see `steps.ts`.
 */

import type { BoardView } from "../kit/interface";
import { FACTS, type OPTIONS } from "./facts";

export type Colour = (typeof FACTS.colours)[number];

/** One seat's board. */
export interface SeatBoard {
  lines: string[]; // the tiles of each pattern line, as letters
  wall: string[]; // five rows of five letters, `.` for an empty space
  floor: string; // letters, `M` for the marker
  score: number;
}

/** The position as the server sends it. */
export interface Position {
  wall: (typeof OPTIONS)[2][0]["choices"][number];
  players: number;
  round: number;
  turn: number;
  first: number;
  idle_rounds: number;
  displays: string[];
  centre: string;
  marker: "centre" | number;
  bag: Record<Colour, number>;
  lid: Record<Colour, number>;
  boards: SeatBoard[];
  phase?: "deal" | "over";
  tiling?: { seat: number; line: number };
}

export const COLOURS = FACTS.colours;
export const CENTRE = FACTS.centre;
export const FLOOR = FACTS.floor;
export const ROWS = Array.from({ length: FACTS.rows }, (_, row) => row);

/** Where tiles may be put: the lines from 1, and the floor line. */
export const TARGETS: string[] = [...ROWS.map((row) => String(row + 1)), FLOOR];

export const positionOf = (view: BoardView) => view.position as Position;

export const isColour = (letter: string): letter is Colour => (COLOURS as readonly string[]).includes(letter);

/** The colour that a space of the coloured wall takes (A4). */
export const wallColour = (row: number, column: number) => FACTS.wall[row][column] as Colour;

/** The number of tiles in a count by colour. */
export const countTiles = (tiles: Record<string, number>) => Object.values(tiles).reduce((sum, n) => sum + n, 0);

/** The cost of the tiles of a floor line. */
export const floorCost = (floor: string) => FACTS.floor_costs.slice(0, floor.length).reduce((sum: number, cost) => sum + cost, 0);

/** The tiles of a display, by its number, or of the centre. */
export const tilesAt = (position: Position, source: string) => (source === CENTRE ? position.centre : position.displays[Number(source) - 1]) ?? "";

export interface Group {
  colour: Colour;
  count: number;
}

/** The tiles of a display or of the centre by colour, optionally with larger groups first. */
export function groups(tiles: string, bySize = false): Group[] {
  const found = COLOURS.map((colour) => ({ colour, count: tiles.split(colour).length - 1 }));
  const present = found.filter((group) => group.count > 0);
  return bySize ? present.toSorted((a, b) => b.count - a.count) : present;
}

/** The tiles in hand between the two clicks of a move. */
export interface Held {
  source: string; // 1 … 9 or C
  colour: Colour;
}

const TAKE = new RegExp(`^[1-${FACTS.max_displays}${CENTRE}][${COLOURS.join("")}][1-${FACTS.rows}${FLOOR}]$`);

/** Whether a move takes tiles; the others choose a space on the gray side. */
export const isTake = (move: string) => TAKE.test(move);

export const heldOf = (move: string): Held => ({ source: move[0], colour: move[1] as Colour });

/** Whether tiles of a move still lie where it put them: after the wall tiling they may be gone. */
export function isThere(board: SeatBoard, move: string): boolean {
  const [, colour, target] = move;
  return target === FLOOR ? board.floor.includes(colour) : board.lines[Number(target) - 1].startsWith(colour);
}

/** The lines that tiles in hand may go to, out of the legal moves. */
export const targetsOf = (moves: string[], held: Held) => moves.filter((move) => move.startsWith(held.source + held.colour)).map((move) => move[2]);

/** The columns, from 1, that may be chosen on the gray side for a line. */
export const columnsOf = (moves: string[], line: number) => moves.filter((move) => move.startsWith(`${line}>`)).map((move) => Number(move[2]));

/** The cells of the runs through a space of a wall, as `row,column`. */
export function runCells(wall: string[], row: number, column: number, runs: { across: number; down: number }): Set<string> {
  const cells = new Set([`${row},${column}`]);
  const walk = (dr: number, dc: number) => {
    for (let r = row + dr, c = column + dc; wall[r]?.[c] && wall[r][c] !== "."; r += dr, c += dc) cells.add(`${r},${c}`);
  };
  if (runs.across) [-1, 1].forEach((d) => walk(0, d));
  if (runs.down) [-1, 1].forEach((d) => walk(d, 0));
  return cells;
}

/** The seat that is about to complete a row, which makes the round the last, and the row from 1. */
export function lastRound(position: Position): { seat: number; row: number } | null {
  for (const [seat, board] of position.boards.entries())
    for (const row of ROWS) if (board.lines[row].length === row + 1 && board.wall[row].split(".").length === 2) return { seat, row: row + 1 };
  return null;
}
