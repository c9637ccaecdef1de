/** The drawing of Azul's tiles, from the shapes in `facts.ts`, and tiles in colours of the reader's choice. */

import { edgeOn, readableOn } from "../kit/contrast";
import { ART } from "./facts";
import type { Colour } from "./position";

type Paint = "ground" | "ink" | "hub" | "none";

/** An SVG element whose fill and stroke are paints of the tile. */
export interface Shape {
  element: "polygon" | "circle" | "ellipse" | "line";
  fill?: Paint;
  stroke?: Paint;
  [attribute: string]: string | number | undefined;
}

/** The shapes around the middle of a tile. */
export const motif = (colour: Colour): readonly Shape[] => ART.tiles[colour].motif;

/** The shapes in the middle of a tile, which stand there when no letter does. */
export const centre = (colour: Colour): readonly Shape[] => ART.tiles[colour].centre;

/** A paint of a tile as the custom property that holds it. */
export function paintOf(colour: Colour, paint: Paint | undefined): string | null {
  if (!paint) return null;
  if (paint === "none") return "none";
  return paint === "ground" ? `var(--tile-${colour})` : `var(--tile-${colour}-${paint})`;
}

/** The paint on which a tile's letter stands: that of the uppermost shape. */
export const letterGround = (colour: Colour) => motif(colour).at(-1)!.fill as "ink" | "hub";

/** The custom properties of a tile in a chosen colour; its letter is readable where it stands. */
export function shades(property: string, colour: string, grounds: string[]): Record<string, string> {
  const ink = readableOn(colour);
  const hub = readableOn(ink);
  const under = { ink, hub }[letterGround(property.slice(-1) as Colour)];
  const made = { edge: edgeOn(grounds, colour), ink, hub, letter: readableOn(under) };
  const named = Object.entries(made).map(([name, value]) => [`${property}-${name}`, value]);
  return { [property]: colour, ...Object.fromEntries(named) };
}
