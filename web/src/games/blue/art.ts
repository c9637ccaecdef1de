/** The drawing of BLUE's lines from the sizes in `facts.ts`, and segments in colours of the reader's choice. */

import type { Box } from "../kit/boxes";
import { edgeOn, readableOn } from "../kit/contrast";
import { ART } from "./facts";
import { type Kind, type Line, parsePlace } from "./position";

export const TILE = ART.tile; // the width of a tile in the drawing's units
export const MID = TILE / 2;
export const HALF = ART.segment_half; // half a segment's width, and an end's radius

/** The fill of a colour: plain for the colour with a rail, else its pattern. */
export const fillOf = (kind: Kind) => (kind === ART.railed ? `var(--laid-${kind})` : `url(#blue-${kind})`);

/** The box around a chain or circle, at a distance from it; its ends reach into the outer tiles. */
export function outline(line: Line, gap: number): { x: number; y: number; width: number; height: number } {
  const [first, last] = [parsePlace(line.cells[0]), parsePlace(line.cells[line.cells.length - 1])];
  const isEast = line.direction === "east";
  const [along, across] = [gap + HALF, gap + HALF - MID];
  const [left, top] = [first.x * TILE, first.y * TILE];
  const [right, bottom] = [last.x * TILE, last.y * TILE];
  return isEast
    ? { x: left + TILE - along, y: top - across, width: right - left - TILE + 2 * along, height: TILE + 2 * across }
    : { x: left - across, y: top + TILE - along, width: TILE + 2 * across, height: bottom - top - TILE + 2 * along };
}

/** The same on the screen, from the boxes of a line's tiles; null for tiles that make up no line. */
export function lineOutline(places: string[], boxesOf: (place: string) => Box[]): Box | null {
  const [first, last] = [places[0], places[places.length - 1]].map((place) => boxesOf(place)[0]);
  if (!first || !last || first === last) return null;
  const size = first.width / TILE;
  const [along, across] = [(HALF + 3) * size, (HALF + 3 - MID) * size];
  const isEast = Math.abs(first.y - last.y) < 1;
  const [right, bottom] = [first.x + first.width, first.y + first.height];
  return isEast
    ? { x: right - along, y: first.y - across, width: last.x - right + 2 * along, height: first.height + 2 * across, round: along }
    : { x: first.x - across, y: bottom - along, width: first.width + 2 * across, height: last.y - bottom + 2 * along, round: along };
}

/** The custom properties of a segment in a chosen colour. */
export function shades(property: string, colour: string, grounds: string[]): Record<string, string> {
  return {
    [property]: colour,
    [`${property}-line`]: edgeOn(grounds, colour),
    [`${property}-mark`]: readableOn(colour),
    [`${property}-letter`]: readableOn(colour),
  };
}
