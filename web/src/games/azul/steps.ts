/** What the page reads from the steps of Azul's moves: previews, flights, scoring, costs. */

import type { Flight } from "../kit/flight";
import type * as page from "../kit/interface";
import type { Step } from "./facts";
import { CENTRE, type Colour, type Position } from "./position";

export type Lay = Extract<Step, { kind: "lay" }>;

const typed = (steps: page.Step[]) => steps as unknown as Step[];

/** Whether a move puts tiles or the marker on a floor line. */
export const isCostly = (steps: page.Step[]) =>
  typed(steps).some((step) => step.kind === "fall" || step.kind === "jam" || (step.kind === "marker" && step.case === "floor"));

/** The tiles that a move lays on walls, in order. */
export const laysOf = (steps: page.Step[]) => typed(steps).filter((step): step is Lay => step.kind === "lay");

/** Where the tiles of a move would go. */
export interface Preview {
  seat: number;
  colour: Colour;
  line: number; // from 1; 0 for none
  inLine: number; // tiles that the line gets
  onFloor: number; // tiles that the floor line gets
  marker: boolean; // whether the floor line gets the marker, before the tiles
}

/** The preview of a move that takes tiles; null for other moves. */
export function previewOf(steps: page.Step[]): Preview | null {
  let preview: Preview | null = null;
  for (const step of typed(steps)) {
    if (step.kind === "take") preview = { seat: step.seat, colour: step.colour as Colour, line: 0, inLine: 0, onFloor: 0, marker: false };
    if (!preview) continue;
    if (step.kind === "put") [preview.line, preview.inLine] = [step.line, step.count];
    else if (step.kind === "fall") preview.onFloor = step.spaces.length;
    else if (step.kind === "marker") preview.marker = step.space !== null;
  }
  return preview;
}

/** The flights of a move's tiles, from the position before it. */
export function flightsOf(steps: page.Step[], before: Position): Flight[] {
  const flights: Flight[] = [];
  let taken: string[] = []; // places of the tiles in hand
  const land = (to: string) => {
    const from = taken.shift();
    if (from) flights.push({ from, to, wave: 0 });
  };
  for (const step of typed(steps)) {
    if (step.kind === "take") taken = numbered(step.colour.repeat(step.count), step.source);
    else if (step.kind === "put") for (let k = step.held - step.count; k < step.held; k++) land(`line-${step.seat}-${step.line}-${k}`);
    else if (step.kind === "fall") step.spaces.forEach((space) => land(`floor-${step.seat}-${space}`));
    else if (step.kind === "marker" && step.space !== null) flights.push({ from: `${CENTRE}-M-0`, to: `floor-${step.seat}-${step.space}`, wave: 0 });
    else if (step.kind === "sweep") flights.push(...sweepFlights(step.tiles, step.source, before));
    else if (step.kind === "lay") {
      flights.push({ from: `line-${step.seat}-${step.line}-0`, to: `wall-${step.seat}-${step.line}-${step.column}`, wave: 1 });
    }
  }
  return flights;
}

/** The flights of a display's other tiles to the centre. */
function sweepFlights(tiles: string, source: string, before: Position): Flight[] {
  const inCentre = numbered(before.centre + tiles, CENTRE).slice(before.centre.length);
  return numbered(tiles, source).map((from, i) => ({ from, to: inCentre[i], wave: 1 }));
}

/** The names of the places of tiles at a source, which are numbered by colour. */
function numbered(tiles: string, source: string): string[] {
  return [...tiles].map((tile, i) => `${source}-${tile}-${tiles.slice(0, i).split(tile).length - 1}`);
}
