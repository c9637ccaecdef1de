/**
 * What Azul's view and moves say, read for drawing. No rules: what is possible is in `view.moves`,
 * what a move does is in the lines of its explanation.
 */

import type { GameView, Sentence } from "../interface";
import { COLOURS, type Colour } from "./art";

export interface SeatBoard {
  lines: string[]; // the tiles of each, as letters
  wall: string[]; // five rows of five letters, `.` where no tile is
  floor: string; // letters, `M` for the marker
  score: number;
}

export interface Position {
  wall: "coloured" | "gray";
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

export const COSTS = [1, 1, 2, 2, 2, 3, 3]; // A3
export const ROWS = [0, 1, 2, 3, 4];
export const FLOOR = "F";
export const CENTRE = "C";
export const TARGETS = ["1", "2", "3", "4", "5", FLOOR];

export const positionOf = (view: GameView) => view.position as Position;

/** The colour of an empty space of the coloured wall (A4). */
export const ghostOf = (row: number, column: number): Colour => COLOURS[(column - row + 5) % 5];

export const total = (tiles: Record<string, number>) =>
  Object.values(tiles).reduce((sum, n) => sum + n, 0);

export const floorCost = (floor: string) =>
  COSTS.slice(0, floor.length).reduce((sum, cost) => sum + cost, 0);

export interface Group {
  colour: Colour;
  count: number;
}

/** The tiles of a display or of the centre by colour, larger groups first in a display. */
export function groups(tiles: string, bySize = false): Group[] {
  const found = COLOURS.map((colour) => ({ colour, count: tiles.split(colour).length - 1 }));
  const there = found.filter((group) => group.count > 0);
  return bySize ? there.sort((a, b) => b.count - a.count) : there;
}

/** What is held between the two clicks of a move. */
export interface Held {
  source: string; // 1 … 9 or C
  colour: Colour;
}

export const isTake = (move: string) => /^[1-9C][BYRKW][1-5F]$/.test(move);
export const heldOf = (move: string): Held => ({
  source: move[0],
  colour: move[1] as Colour,
});

/** The lines that tiles in hand may go to, out of the legal moves. */
export const targetsOf = (moves: string[], held: Held) =>
  moves.filter((m) => m.startsWith(held.source + held.colour)).map((m) => m[2]);

/** The columns that may be chosen on the gray side for a line, from 1. */
export const columnsOf = (moves: string[], line: number) =>
  moves.filter((m) => m.startsWith(`${line}>`)).map((m) => Number(m[2]));

/** What a move would put where, read from its explanation. */
export interface Preview {
  seat: number;
  colour: Colour;
  line: number; // from 1; 0 for none
  inLine: number;
  onFloor: number;
  marker: boolean;
}

export function previewOf(seat: number, move: string, lines: Sentence[]): Preview {
  const preview = { seat, colour: heldOf(move).colour, line: 0, inLine: 0, onFloor: 0, marker: false };
  for (const { code, args = {} } of lines) {
    if (code === "azul.tell.line" || code === "azul.tell.complete") {
      preview.line = Number(args.line);
      preview.inLine = Number(args.n);
    } else if (code === "azul.tell.floor") preview.onFloor = Number(args.n);
    else if (code === "azul.tell.marker") preview.marker = true;
    else if (code === "azul.tell.lid") preview.onFloor -= Number(args.n);
  }
  return preview;
}

/** A tile that was laid on a wall and scored, as told. */
export interface Laying {
  seat: number;
  row: number; // from 0
  column: number;
  points: number;
  across: number;
  down: number;
}

export function layingsOf(lines: Sentence[]): Laying[] {
  return lines
    .filter((line) => line.code.startsWith("azul.tell.lay."))
    .map(({ args = {} }) => ({
      seat: Number(args.seat),
      row: Number(args.line) - 1,
      column: Number(args.column) - 1,
      points: Number(args.points),
      across: Number(args.across),
      down: Number(args.down),
    }));
}

/** The cells of the runs through a tile on a wall, as `row,column`. */
export function runCells(wall: string[], laying: Laying): Set<string> {
  const { row, column } = laying;
  const cells = new Set([`${row},${column}`]);
  const walk = (dr: number, dc: number) => {
    for (let r = row + dr, c = column + dc; wall[r]?.[c] && wall[r][c] !== "."; r += dr, c += dc)
      cells.add(`${r},${c}`);
  };
  if (laying.across) [-1, 1].forEach((d) => walk(0, d));
  if (laying.down) [-1, 1].forEach((d) => walk(d, 0));
  return cells;
}

/** Who is about to complete a row, and which: the round will be the last if they lay it. */
export function lastRound(position: Position): { seat: number; row: number } | null {
  for (const [seat, board] of position.boards.entries())
    for (const row of ROWS)
      if (board.lines[row].length === row + 1 && board.wall[row].split(".").length === 2)
        return { seat, row: row + 1 };
  return null;
}
