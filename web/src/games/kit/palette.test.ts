/** The contrast of texts and of the focus on all grounds, in every theme (U3). */

import { describe, expect, it } from "vitest";
import { contrast } from "./contrast";
import { THEMES, readPalettes } from "./palettes";

describe.each(THEMES)("theme %s", (theme) => {
  const palette = readPalettes()[theme];

  it("has texts that can be read", () => {
    for (const ground of ["table", "surface", "pool"])
      for (const text of ["ink", "faint", "act", "cost"])
        expect(contrast(palette[`board-${text}`], palette[`board-${ground}`]), `${text} on ${ground}`).toBeGreaterThan(4.5);
    expect(contrast(palette["board-on-act"], palette["board-act"])).toBeGreaterThan(4.5);
    expect(contrast("#1b1f2a", palette["board-gold"])).toBeGreaterThan(4.5);
  });

  it("shows the focus", () => {
    for (const ground of ["table", "surface", "pool"]) expect(contrast(palette["board-focus"], palette[`board-${ground}`]), ground).toBeGreaterThan(3);
  });
});
