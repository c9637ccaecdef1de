/** Azul's colours: contrast (U3), and tiles told apart without colour (U1, U2). */

import { describe, expect, it } from "vitest";
import { contrast } from "../kit/contrast";
import { type Palette, THEMES, VISIONS, pairs, readPalettes, seenLuminance } from "../kit/palettes";
import { type Shape, centre, letterGround, motif, shades } from "./art";
import { ART } from "./facts";
import azul from "./index";
import { COLOURS, type Colour } from "./position";

const palettes = readPalettes("azul");

type Point = [number, number];
const distance = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point) => {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const t = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
};

/** The paint of a shape at a point: its stroke, its fill, or none. */
function paintAt(shape: Shape, point: Point): string | undefined {
  const number = (name: string) => Number(shape[name] ?? 0);
  const half = number("stroke-width") / 2;
  const painted = (name: "fill" | "stroke") => (shape[name] === "none" ? undefined : shape[name]);
  if (shape.element === "line") {
    const ends: Point[] = [
      [number("x1"), number("y1")],
      [number("x2"), number("y2")],
    ];
    return distance(point, ends[0], ends[1]) <= half ? painted("stroke") : undefined;
  }
  if (shape.element === "polygon") {
    const corners = String(shape.points)
      .split(" ")
      .map((pair) => pair.split(",").map(Number) as Point);
    const edges = corners.map((corner, i): [Point, Point] => [corner, corners[(i + 1) % corners.length]]);
    if (half && edges.some(([a, b]) => distance(point, a, b) <= half)) return painted("stroke");
    const [x, y] = point;
    const crossed = edges.filter(([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax);
    return crossed.length % 2 ? painted("fill") : undefined;
  }
  const turn = (-Number(String(shape.transform ?? "").match(/rotate\((\d+)/)?.[1] ?? 0) * Math.PI) / 180;
  const middle = ART.size / 2;
  const [dx, dy] = [point[0] - middle, point[1] - middle];
  const [x, y] = [middle + dx * Math.cos(turn) - dy * Math.sin(turn), middle + dx * Math.sin(turn) + dy * Math.cos(turn)];
  const [rx, ry] = shape.element === "circle" ? [number("r"), number("r")] : [number("rx"), number("ry")];
  const reach = (grown: number) => ((x - number("cx")) / (rx + grown)) ** 2 + ((y - number("cy")) / (ry + grown)) ** 2;
  if (half && reach(half) <= 1 && reach(-half) >= 1) return painted("stroke");
  return reach(0) <= 1 ? painted("fill") : undefined;
}

const lightness = (y: number) => (y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y);

/** A tile without its letter, as lightness on a grid of points. */
function raster(palette: Palette, colour: Colour, vision: string): number[] {
  const shapes = [...motif(colour), ...centre(colour)].toReversed();
  const property = (paint: string) => (paint === "ground" ? `tile-${colour}` : `tile-${colour}-${paint}`);
  const values: number[] = [];
  for (let y = 0.5; y < ART.size; y++)
    for (let x = 0.5; x < ART.size; x++) {
      const paint = shapes.map((shape) => paintAt(shape, [x, y])).find(Boolean) ?? "ground";
      values.push(lightness(seenLuminance(vision, palette[property(paint)])));
    }
  return values;
}

const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

/** The correlation of two pictures, whatever their brightness and contrast: 1 for the same pattern. */
function correlation(a: number[], b: number[]): number {
  const [ma, mb] = [mean(a), mean(b)];
  const product = a.reduce((sum, v, i) => sum + (v - ma) * (b[i] - mb), 0);
  const size = (values: number[], m: number) => Math.sqrt(values.reduce((sum, v) => sum + (v - m) ** 2, 0));
  return product / (size(a, ma) * size(b, mb));
}

describe.each(THEMES)("theme %s", (theme) => {
  const palette = palettes[theme];
  const grounds = azul.grounds.map((name) => palette[name]);

  it("has the edge of every tile stand out from every ground it may lie on", () => {
    for (const [i, ground] of grounds.entries())
      for (const colour of [...COLOURS.map((c) => `tile-${c}-edge`), "tile-marker-edge"])
        expect(contrast(palette[colour], ground), `${colour} on ${azul.grounds[i]}`).toBeGreaterThan(3);
  });

  it("has letters on tiles that can be read", () => {
    for (const colour of COLOURS)
      expect(contrast(palette[`tile-${colour}-letter`], palette[`tile-${colour}-${letterGround(colour)}`]), colour).toBeGreaterThan(4.5);
  });

  it("has tiles of any chosen colour stand out and keep a letter that can be read", () => {
    for (const chosen of ["#000000", "#ffffff", "#777777", "#c9472e", "#eab823", "#1d5fa6", "#00ff00"])
      for (const colour of COLOURS) {
        const property = `tile-${colour}`;
        const made = shades(property, chosen, grounds);
        for (const ground of grounds) expect(contrast(made[`${property}-edge`], ground)).toBeGreaterThan(3);
        expect(contrast(made[`${property}-letter`], made[`${property}-${letterGround(colour)}`])).toBeGreaterThan(4.5);
      }
  });

  it("shows the focus on displays", () => {
    expect(contrast(palette["board-focus"], palette["azul-display"])).toBeGreaterThan(3);
  });

  it.each(Object.keys(VISIONS))("has five tiles that differ in pattern and lightness with %s", (vision) => {
    const pictures = Object.fromEntries(COLOURS.map((c) => [c, raster(palette, c, vision)]));
    for (const [a, b] of pairs(COLOURS)) {
      const difference = mean(pictures[a].map((v, i) => Math.abs(v - pictures[b][i])));
      expect(difference, `${a} ${b} difference`).toBeGreaterThan(14);
      expect(correlation(pictures[a], pictures[b]), `${a} ${b} correlation`).toBeLessThan(0.65);
    }
  });
});
