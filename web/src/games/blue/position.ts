/**
 * What BLUE's view and moves say, read for drawing. No rules: what fits where is in `view.moves`,
 * what a move does is in the lines of its explanation.
 */

import type { GameView } from "../interface";

export const KINDS = ["w", "g", "b"] as const;
export type Kind = (typeof KINDS)[number];
export const COLOUR_OF: Record<string, Kind> = { white: "w", gray: "g", blue: "b" };

export interface Line {
  colour: string; // white, gray, blue
  cells: string[]; // `x,y` from its western or northern end
  direction: "east" | "south";
}

export interface Position {
  players: number;
  colours: string[]; // by seat
  draw: "open" | "blind";
  turn: number;
  tiles_per_type: number;
  left: Record<Kind, number>;
  tiles: Record<string, string>; // sides north, east, south, west by `x,y`, in order of laying
  blocked: string[];
  chains: Line[];
  circles: Line[];
  scores: number[];
  phase?: "deal" | "over";
  drawn?: Kind;
}

export const positionOf = (view: GameView) => view.position as Position;

export interface Place {
  x: number;
  y: number;
}

export function placeOf(text: string): Place {
  const [x, y] = text.split(",").map(Number);
  return { x, y };
}

export const placeText = ({ x, y }: Place) => `${x},${y}`;

/** The colour of the segment of a tile. */
export const kindOf = (sides: string) => (sides[0] === sides[2] ? sides[0] : sides[1]) as Kind;

/** A kind of tile with its segment level, turned clockwise so many times. */
export function sidesOf(kind: Kind, turns: number): string {
  const [first, second] = KINDS.filter((other) => other !== kind);
  let sides = first + kind + second + kind;
  for (let i = 0; i < turns % 4; i++) sides = sides[3] + sides.slice(0, 3);
  return sides;
}

/** How often the level tile was turned to have these sides. */
export const turnsOf = (sides: string) =>
  [0, 1, 2, 3].find((turns) => sidesOf(kindOf(sides), turns) === sides) ?? 0;

export const splitMove = (move: string) => {
  const [place, sides] = move.split(":");
  return { place, sides };
};

/** The tiles that may be laid at each place. */
export function fitsOf(moves: string[]): Map<string, Set<string>> {
  const fits = new Map<string, Set<string>>();
  for (const move of moves) {
    const { place, sides } = splitMove(move);
    if (!fits.has(place)) fits.set(place, new Set());
    fits.get(place)!.add(sides);
  }
  return fits;
}

/** The turn, from the wanted one on, in which a kind fits; null if none does. */
export function fittingTurn(fits: Set<string> | undefined, kind: Kind, from: number): number | null {
  for (let i = 0; i < 4; i++) if (fits?.has(sidesOf(kind, from + i))) return (from + i) % 4;
  return null;
}

/** Free places beside tiles, without blocked ones; 0,0 before the first tile. */
export function freePlaces(position: Position): string[] {
  const laid = Object.keys(position.tiles);
  if (!laid.length) return ["0,0"];
  const found = new Set<string>();
  for (const { x, y } of laid.map(placeOf))
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]])
      found.add(placeText({ x: x + dx, y: y + dy }));
  const taken = new Set([...laid, ...position.blocked]);
  const free = [...found].filter((place) => !taken.has(place)).map(placeOf);
  return free.sort((a, b) => a.y - b.y || a.x - b.x).map(placeText);
}

export const seatOf = (position: Position, colour: string) => position.colours.indexOf(colour);

export const countLines = (lines: Line[], colour: string) =>
  lines.filter((line) => line.colour === colour).length;
