/** BLUE's colours: contrast (U3), and colours told apart without hue (U1, U2). */

import { describe, expect, it } from "vitest";
import { contrast } from "../kit/contrast";
import { THEMES, VISIONS, pairs, readPalettes, seenLuminance } from "../kit/palettes";
import { shades } from "./art";
import blue from "./index";
import { KINDS } from "./position";

const palettes = readPalettes("blue");

describe.each(THEMES)("theme %s", (theme) => {
  const palette = palettes[theme];

  it("has letters and points that can be read", () => {
    for (const kind of KINDS) expect(contrast(palette[`laid-${kind}-letter`], palette[`laid-${kind}`]), kind).toBeGreaterThan(4.5);
    expect(contrast(palette["laid-on-score"], palette["laid-score"])).toBeGreaterThan(4.5);
  });

  it("has edges that stand out from the tile", () => {
    for (const kind of KINDS) expect(contrast(palette[`laid-${kind}-line`], palette["laid-ground"]), kind).toBeGreaterThan(3);
  });

  it("has segments of any chosen colour stand out and keep a letter that can be read", () => {
    const grounds = blue.grounds.map((name) => palette[name]);
    for (const chosen of ["#000000", "#ffffff", "#777777", "#c9472e", "#eab823", "#1d5fa6", "#00ff00"]) {
      const made = shades("laid-w", chosen, grounds);
      expect(contrast(made["laid-w-line"], palette["laid-ground"])).toBeGreaterThan(3);
      expect(contrast(made["laid-w-letter"], chosen)).toBeGreaterThan(4.5);
    }
  });

  it.each(Object.keys(VISIONS))("has colours that differ in lightness with %s", (vision) => {
    for (const [a, b] of pairs(KINDS)) {
      const [x, y] = [a, b].map((kind) => seenLuminance(vision, palette[`laid-${kind}`])).toSorted((p, q) => q - p);
      expect((x + 0.05) / (y + 0.05), `${a} ${b}`).toBeGreaterThan(2.2);
    }
  });
});
