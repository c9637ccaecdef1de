/** Reads the steps of Azul's moves: previews, flights, scoring, costs. */

import type { Flight } from "../kit/flight";
import type * as page from "../kit/interface";
import { FACTS, type Step } from "./facts";
import { CENTRE, type Colour, type Position } from "./position";

export type Lay = Extract<Step, { kind: "lay" }>;

const typed = (steps: page.Step[]) => steps as unknown as Step[];

/** The costs of the spaces of a floor line. */
const costOf = (spaces: number[]) => spaces.reduce((sum, space) => sum + FACTS.floor_costs[space], 0);

/** The tiles that a move puts on a floor line: the marker, those that fall, and on the gray side whole lines. */
export const costs = (steps: page.Step[]): page.Sentence[] =>
  typed(steps).flatMap((step) => {
    if (step.kind === "marker" && step.space !== null) return [{ code: "azul.cost.marker", args: { cost: costOf([step.space]) } }];
    if (step.kind === "fall" && step.spaces.length) return [{ code: "azul.cost.fall", args: { n: step.count, cost: costOf(step.spaces) } }];
    return step.kind === "jam" && step.spaces.length ? [{ code: "azul.cost.jam", args: { line: step.line, cost: costOf(step.spaces) } }] : [];
  });

/** A move that takes tiles, in a few words; null for other moves. */
export function shortMove(steps: page.Step[]): page.Sentence | null {
  const take = typed(steps).find((step) => step.kind === "take");
  const put = typed(steps).find((step) => step.kind === "put");
  return take ? shortTake(take.colour, take.count, put?.line ?? 0) : null;
}

/** Tiles of a colour that go to a line, from 1, or to the floor line. */
export const shortTake = (colour: string, n: number, line: number): page.Sentence => ({
  code: line ? "azul.page.short.line" : "azul.page.short.floor",
  args: { n, line, colour: { code: `azul.colour.${colour}` } },
});

/** The tiles that a move lays on walls, in order. */
export const laysOf = (steps: page.Step[]) => typed(steps).filter((step): step is Lay => step.kind === "lay");

/** The score that a move would lead to if the round ended right after it, and the one without the move. */
export interface Forecast {
  from: number | null; // null for a move that does end the round
  to: number;
}

/** The forecast of a move's steps; null without one. */
export function forecastOf(steps: page.Step[]): Forecast | null {
  const forecast = typed(steps).find((step) => step.kind === "forecast");
  if (!forecast) return null;
  const { score, change, case: which } = forecast;
  const more = { more: change, less: -change, same: 0, tiled: null }[which];
  return { from: more === null ? null : score - more, to: score };
}

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
