/** Facts, art, options and steps of a game. Written by `make generate`. */

export const FACTS = { colours: ["w", "g", "b"], colour_names: { w: "white", g: "gray", b: "blue" }, points: { chain: 10, circle: 1 } } as const;

export const ART = {
  tile: 64,
  corner: 2,
  segment_half: 12,
  segment: {
    level: { area: "M0,20H64V44H0Z", edges: "M0,20H64M0,44H64", rails: "M0,22.8H64M0,41.2H64" },
    upright: { area: "M20,0V64H44V0Z", edges: "M20,0V64M44,0V64", rails: "M22.8,0V64M41.2,0V64" },
  },
  ends: [
    { area: "M20,0A12,12 0 0 0 44,0", rail: "M22.8,0A9.2,9.2 0 0 0 41.2,0", letter: [32, 5.16] },
    { area: "M64,20A12,12 0 0 0 64,44", rail: "M64,22.8A9.2,9.2 0 0 0 64,41.2", letter: [58.84, 32] },
    { area: "M44,64A12,12 0 0 0 20,64", rail: "M41.2,64A9.2,9.2 0 0 0 22.8,64", letter: [32, 58.84] },
    { area: "M0,44A12,12 0 0 0 0,20", rail: "M0,41.2A9.2,9.2 0 0 0 0,22.8", letter: [5.16, 32] },
  ],
  edge_width: 1.8,
  rail_width: 0.9,
  seam_width: 1,
  segment_letter: { size: 13, drop: 3.9 },
  end_letter: { size: 8.5, drop: 2.55 },
  pattern_size: 8,
  patterns: {
    g: { d: "M2,2h.01M6,6h.01", "stroke-width": 2, "stroke-linecap": "round" },
    b: { d: "M-1,1l2,-2M-1,9l10,-10M7,9l2,-2", "stroke-width": 1.3 },
  },
  railed: "w",
  blocked_radius: 19,
} as const;

export const OPTIONS = {
  "2": [
    { name: "colours", choices: ["white,gray", "white,blue", "gray,blue"] },
    { name: "draw", choices: ["open", "blind"] },
    { name: "tiles_per_type", choices: ["18", "13"] },
  ],
  "3": [
    { name: "colours", choices: ["white,gray,blue"] },
    { name: "draw", choices: ["open", "blind"] },
    { name: "tiles_per_type", choices: ["18", "13"] },
  ],
} as const;

export type Step =
  | { kind: "lay"; seat: number; colour: string; tile: string; place: string; segment: string }
  | { kind: "last"; segment: string }
  | { kind: "chain"; seat: number | null; colour: string; cells: string[]; first: string; last: string; count: number; points: number; case: "seat" | "nobody" }
  | { kind: "circle"; seat: number | null; colour: string; cells: string[]; first: string; last: string; count: number; points: number; case: "seat" | "nobody" }
  | { kind: "block"; count: number; places: string[] }
  | { kind: "over" }
  | { kind: "score"; seat: number; colour: string; score: number }
  | { kind: "win"; seats: number[]; case: "one" | "shared" }
  | { kind: "draw"; segment: string }
  | { kind: "forecast"; seat: number; score: number };
