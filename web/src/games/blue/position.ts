/**
 * BLUE's position and moves, read for drawing. No rules: what fits where is in `view.moves`, and
 * what a move does is in its steps, see `steps.ts`.
 */

import type { BoardView } from "../kit/interface";
import { FACTS, type OPTIONS } from "./facts";

/** A kind of tile is named by the colour of its segment. */
export type Kind = (typeof FACTS.colours)[number];
export const KINDS = FACTS.colours;

/** The letter that stands on a colour; null where tiles have no letters. */
export type Letters = ((kind: Kind) => string) | null;

/** A finished chain or circle. */
export interface Line {
  colour: string; // white, gray, blue
  cells: string[]; // `x,y` from its western or northern end
  direction: "east" | "south";
}

/** The position as the server sends it. */
export interface Position {
  players: number;
  colours: string[]; // by seat
  draw: (typeof OPTIONS)[2][1]["choices"][number];
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

export const positionOf = (view: BoardView) => view.position as Position;

/** The letter of a colour that is written out, as in `position.colours`. */
export const letterOf = (name: string) => KINDS.find((letter) => FACTS.colour_names[letter] === name)!;

export interface Place {
  x: number;
  y: number;
}

export function parsePlace(text: string): Place {
  const [x, y] = text.split(",").map(Number);
  return { x, y };
}

export const placeText = ({ x, y }: Place) => `${x},${y}`;

/** The kind of a tile, from its sides. */
export const kindOf = (sides: string) => (sides[0] === sides[2] ? sides[0] : sides[1]) as Kind;

/** The sides of a kind of tile that lies with its segment level and is then turned clockwise. */
export function sidesOf(kind: Kind, turns: number): string {
  const [first, second] = KINDS.filter((other) => other !== kind);
  let sides = first + kind + second + kind;
  for (let i = 0; i < turns % 4; i++) sides = sides[3] + sides.slice(0, 3);
  return sides;
}

/** The number of turns that give a tile its sides. */
export const turnsOf = (sides: string) => [0, 1, 2, 3].find((turns) => sidesOf(kindOf(sides), turns) === sides) ?? 0;

export function parseMove(move: string): { place: string; sides: string } {
  const [place, sides] = move.split(":");
  return { place, sides };
}

export const moveText = (place: string, sides: string) => `${place}:${sides}`;

/** The tiles, by their sides, that may be laid at each place. */
export function fitsOf(moves: string[]): Map<string, Set<string>> {
  const fits = new Map<string, Set<string>>();
  for (const move of moves) {
    const { place, sides } = parseMove(move);
    if (!fits.has(place)) fits.set(place, new Set());
    fits.get(place)!.add(sides);
  }
  return fits;
}

/** The first number of turns, from a given one on, in which a kind fits; null if none does. */
export function fittingTurn(fits: Set<string> | undefined, kind: Kind, from: number): number | null {
  for (let i = 0; i < 4; i++) if (fits?.has(sidesOf(kind, from + i))) return (from + i) % 4;
  return null;
}

/** The free places beside tiles, without blocked ones; 0,0 before the first tile. */
export function freePlaces(position: Position): string[] {
  const laid = Object.keys(position.tiles);
  if (!laid.length) return ["0,0"];
  const found = new Set<string>();
  for (const { x, y } of laid.map(parsePlace))
    for (const [dx, dy] of [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ])
      found.add(placeText({ x: x + dx, y: y + dy }));
  const taken = new Set([...laid, ...position.blocked]);
  const free = [...found].filter((place) => !taken.has(place)).map(parsePlace);
  return free.toSorted((a, b) => a.y - b.y || a.x - b.x).map(placeText);
}

/** The seat that plays a colour, or -1. */
export const seatOf = (position: Position, colour: string) => position.colours.indexOf(colour);

export const countLines = (lines: Line[], colour: string) => lines.filter((line) => line.colour === colour).length;
