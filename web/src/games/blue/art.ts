/** The shapes of BLUE, around a tile's own corner, in units of which a tile is 64 wide. */

import { edgeOn, readableOn } from "../contrast";
import { TILE } from "./camera";
import type { Kind, Line } from "./position";
import { placeOf } from "./position";

export const MID = TILE / 2;
export const HALF = 12; // half a segment's width and an end's radius, so that they join
const INSET = 2.9; // how far inside the outline the second line of white runs

/** A segment: its area, its two long edges, and the rails inside them. */
export function bar(upright: boolean): { area: string; edges: string; rails: string } {
  const [low, high] = [MID - HALF, MID + HALF];
  const lines = (a: number, b: number) =>
    upright ? `M${a} 0V${TILE}M${b} 0V${TILE}` : `M0 ${a}H${TILE}M0 ${b}H${TILE}`;
  const area = upright ? `M${low} 0V${TILE}H${high}V0Z` : `M0 ${low}H${TILE}V${high}H0Z`;
  return { area, edges: lines(low, high), rails: lines(low + INSET, high - INSET) };
}

/** A half disc on a side, from north clockwise; its straight edge has no line. */
export function end(side: number, radius = HALF): string {
  const [low, high] = [MID - radius, MID + radius];
  const [from, to] = [
    [`${low} 0`, `${high} 0`],
    [`${TILE} ${low}`, `${TILE} ${high}`],
    [`${high} ${TILE}`, `${low} ${TILE}`],
    [`0 ${high}`, `0 ${low}`],
  ][side];
  return `M${from}A${radius} ${radius} 0 0 0 ${to}`;
}

export const rail = (side: number) => end(side, HALF - INSET);

/** Where the letter of an end stands. */
export function inEnd(side: number): [number, number] {
  const depth = 0.45 * HALF;
  const places: [number, number][] = [
    [MID, depth],
    [TILE - depth, MID],
    [MID, TILE - depth],
    [depth, MID],
  ];
  return places[side];
}

export const fill = (kind: Kind) => (kind === "w" ? "var(--laid-w)" : `url(#blue-${kind})`);

/** The box around a chain or a circle, with round ends. */
export function outline(line: Line, gap: number): { x: number; y: number; width: number; height: number } {
  const [first, last] = [placeOf(line.cells[0]), placeOf(line.cells[line.cells.length - 1])];
  const east = line.direction === "east";
  const x0 = first.x * TILE + (east ? TILE : MID) - (east ? 0 : HALF) - gap;
  const y0 = first.y * TILE + (east ? MID : TILE) - (east ? HALF : 0) - gap;
  const x1 = last.x * TILE + (east ? 0 : MID + HALF) + gap;
  const y1 = last.y * TILE + (east ? MID + HALF : 0) + gap;
  const bulge = HALF; // the ends reach into the outer tiles
  return east
    ? { x: x0 - bulge, y: y0, width: x1 - x0 + 2 * bulge, height: y1 - y0 }
    : { x: x0, y: y0 - bulge, width: x1 - x0, height: y1 - y0 + 2 * bulge };
}

const LAID_GROUND = "#d9cbb0"; // what a tile is made of, in the theme that has it darkest

/** All that makes a segment of another colour. */
export function shades(property: string, colour: string): Record<string, string> {
  return {
    [property]: colour,
    [`${property}-line`]: edgeOn([LAID_GROUND], colour),
    [`${property}-mark`]: readableOn(colour),
    [`${property}-letter`]: readableOn(colour),
  };
}
