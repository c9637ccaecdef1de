/** What the colours promise, computed: contrast (U3), and tiles told apart without colour (U1, U2). */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import azul from "./azul";
import { COLOURS, type Colour, HEARTS, MOTIFS, SIZE, type Shape } from "./azul/art";
import blue from "./blue";
import { contrast, linear, luminance } from "./contrast";

const THEMES = ["light", "dark", "contrast", "print"] as const;

/** The custom properties of each theme; a theme has those of the light one that it does not change.
    The second block without a name is that of paper. */
function readPalettes(): Record<string, Record<string, string>> {
  const text = readFileSync(new URL("./palette.css", import.meta.url), "utf8");
  const blocks = [...text.matchAll(/:root(?:\[data-theme="(\w+)"\])? \{([^}]*)\}/g)];
  const found: Record<string, Record<string, string>> = {};
  for (const [, named, body] of blocks) {
    const theme = named ?? (found.light ? "print" : "light");
    const own = Object.fromEntries([...body.matchAll(/--([\w-]+): (#\w{6});/g)].map((m) => [m[1], m[2]]));
    found[theme] = { ...found.light, ...own };
  }
  return found;
}

const palettes = readPalettes();

// Machado, Oliveira and Fernandes 2009, full severity, on linear light.
const VISIONS: Record<string, number[][]> = {
  greyscale: Array(3).fill([0.2126, 0.7152, 0.0722]),
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const clip = (v: number) => Math.min(1, Math.max(0, v));
const seen = (vision: string, hex: string) =>
  luminance(VISIONS[vision].map((row) => clip(row.reduce((sum, k, i) => sum + k * linear(hex)[i], 0))) as [number, number, number]);
const lightness = (y: number) => (y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y);

function contains({ points }: Shape, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [points[i], points[j]];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** A tile without its letter, as lightness on a grid of points. */
function raster(palette: Record<string, string>, colour: Colour, vision: string): number[] {
  const shapes = [...MOTIFS[colour], ...HEARTS[colour]];
  const inks = { ground: `tile-${colour}`, ink: `tile-${colour}-ink`, hub: `tile-${colour}-hub` };
  const shades = Object.fromEntries(
    Object.entries(inks).map(([ink, name]) => [ink, palette[name] ? lightness(seen(vision, palette[name])) : 0]),
  );
  const values: number[] = [];
  for (let y = 0.5; y < SIZE; y++)
    for (let x = 0.5; x < SIZE; x++)
      values.push(shades[shapes.findLast((shape) => contains(shape, x, y))?.ink ?? "ground"]);
  return values;
}

const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

/** How alike two pictures are whatever their brightness and contrast: 1 for the same pattern. */
function alike(a: number[], b: number[]): number {
  const [ma, mb] = [mean(a), mean(b)];
  const product = a.reduce((sum, v, i) => sum + (v - ma) * (b[i] - mb), 0);
  const size = (values: number[], m: number) => Math.sqrt(values.reduce((sum, v) => sum + (v - m) ** 2, 0));
  return product / (size(a, ma) * size(b, mb));
}

const pairs = <T>(things: readonly T[]) =>
  things.flatMap((a, i) => things.slice(i + 1).map((b): [T, T] => [a, b]));

describe.each(THEMES)("theme %s", (theme) => {
  const palette = palettes[theme];

  it("has the edge of every tile stand out from every ground it may lie on", () => {
    for (const ground of ["table", "paper", "display", "pool", "space", "floor"])
      for (const colour of [...COLOURS.map((c) => `tile-${c}-edge`), "tile-marker-edge"])
        expect(contrast(palette[colour], palette[`board-${ground}`]), `${colour} on ${ground}`).toBeGreaterThan(3);
  });

  it("has texts that can be read", () => {
    for (const ground of ["table", "paper", "pool"])
      for (const text of ["ink", "faint", "act", "cost"])
        expect(contrast(palette[`board-${text}`], palette[`board-${ground}`]), `${text} on ${ground}`).toBeGreaterThan(4.5);
    expect(contrast(palette["board-on-act"], palette["board-act"])).toBeGreaterThan(4.5);
    expect(contrast("#1b1f2a", palette["board-gold"])).toBeGreaterThan(4.5);
    for (const kind of "wgb")
      expect(contrast(palette[`laid-${kind}-letter`], palette[`laid-${kind}`]), kind).toBeGreaterThan(4.5);
    expect(contrast(palette["laid-on-score"], palette["laid-score"])).toBeGreaterThan(4.5);
  });

  it("has letters on tiles that can be read", () => {
    const under: Record<Colour, string> = { B: "tile-B-ink", Y: "tile-Y-hub", R: "tile-R-ink", K: "tile-K-ink", W: "tile-W" };
    for (const colour of COLOURS)
      expect(contrast(palette[`tile-${colour}-letter`], palette[under[colour]]), colour).toBeGreaterThan(4.5);
  });

  it("has tiles of any colour stand out and keep a letter that can be read", () => {
    const grounds = ["paper", "table", "display", "pool", "space", "floor"].map((name) => palette[`board-${name}`]);
    for (const chosen of ["#000000", "#ffffff", "#777777", "#c9472e", "#eab823", "#1d5fa6", "#00ff00"]) {
      for (const { property } of azul.colours) {
        const made = azul.shades(property, chosen, grounds);
        for (const ground of grounds) expect(contrast(made[`${property}-edge`], ground)).toBeGreaterThan(3);
        const under = { B: "-ink", Y: "-hub", R: "-ink", K: "-ink", W: "" }[property.slice(-1)]!;
        expect(contrast(made[`${property}-letter`], made[property + under])).toBeGreaterThan(4.5);
      }
      for (const { property } of blue.colours) {
        const made = blue.shades(property, chosen, grounds);
        expect(contrast(made[`${property}-line`], palette["laid-ground"])).toBeGreaterThan(3);
        expect(contrast(made[`${property}-letter`], chosen)).toBeGreaterThan(4.5);
      }
    }
  });

  it("shows the focus", () => {
    for (const ground of ["table", "paper", "display", "pool"])
      expect(contrast(palette["board-focus"], palette[`board-${ground}`]), ground).toBeGreaterThan(3);
  });

  it("has lines of BLUE that stand out from the tile, and colours from each other", () => {
    for (const kind of "wgb")
      expect(contrast(palette[`laid-${kind}-line`], palette["laid-ground"]), kind).toBeGreaterThan(3);
    for (const vision of Object.keys(VISIONS))
      for (const [a, b] of pairs(["w", "g", "b"])) {
        const [x, y] = [a, b].map((kind) => seen(vision, palette[`laid-${kind}`])).sort((p, q) => q - p);
        expect((x + 0.05) / (y + 0.05), `${a} ${b} ${vision}`).toBeGreaterThan(2.2);
      }
  });

  it.each(Object.keys(VISIONS))("has five tiles told apart by pattern and lightness with %s", (vision) => {
    const pictures = Object.fromEntries(COLOURS.map((c) => [c, raster(palette, c, vision)]));
    for (const [a, b] of pairs(COLOURS)) {
      const difference = mean(pictures[a].map((v, i) => Math.abs(v - pictures[b][i])));
      expect(difference, `${a} ${b} differ`).toBeGreaterThan(14);
      expect(alike(pictures[a], pictures[b]), `${a} ${b} alike`).toBeLessThan(0.65);
    }
  });
});
