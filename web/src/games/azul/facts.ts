/** Facts, art, options and steps of a game. Written by `make generate`. */

export const FACTS = {
  colours: ["B", "Y", "R", "K", "W"],
  rows: 5,
  wall: ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"],
  floor_costs: [1, 1, 2, 2, 2, 3, 3],
  bonuses: { row: 2, column: 7, colour: 10 },
  display_tiles: 4,
  max_displays: 9,
  centre: "C",
  floor: "F",
  marker: "M",
  editions: ["azul", "azul-mini"],
} as const;

export const ART = {
  size: 48,
  frame: { x: 1.2, y: 1.2, width: 45.6, height: 45.6, rx: 7, "stroke-width": 2.2 },
  ghost: { x: 1.5, y: 1.5, width: 45, height: 45, rx: 7, "stroke-width": 1.5, "stroke-dasharray": "4 3.4" },
  marker: { x: 1.5, y: 1.5, width: 45, height: 45, rx: 15, "stroke-width": 3 },
  marker_number: { x: 24, y: 33.5, "font-size": 27 },
  letter: { x: 24, y: 30.3, "font-size": 17.5 },
  tiles: {
    B: {
      motif: [
        {
          element: "polygon",
          points: "24,2.5 29.2,11.44 39.2,8.8 36.56,18.8 45.5,24 36.56,29.2 39.2,39.2 29.2,36.56 24,45.5 18.8,36.56 8.8,39.2 11.44,29.2 2.5,24 11.44,18.8 8.8,8.8 18.8,11.44",
          fill: "ink",
        },
      ],
      centre: [
        {
          element: "polygon",
          points: "27.64,15.22 27.54,20.46 32.78,20.36 29,24 32.78,27.64 27.54,27.54 27.64,32.78 24,29 20.36,32.78 20.46,27.54 15.22,27.64 19,24 15.22,20.36 20.46,20.46 20.36,15.22 24,19",
          fill: "ground",
        },
      ],
    },
    Y: {
      motif: [
        { element: "ellipse", cx: 24, cy: 10.2, rx: 4.3, ry: 7.4, transform: "rotate(0 24 24)", fill: "ink" },
        { element: "ellipse", cx: 24, cy: 10.2, rx: 4.3, ry: 7.4, transform: "rotate(45 24 24)", fill: "ink" },
        { element: "ellipse", cx: 24, cy: 10.2, rx: 4.3, ry: 7.4, transform: "rotate(90 24 24)", fill: "ink" },
        { element: "ellipse", cx: 24, cy: 10.2, rx: 4.3, ry: 7.4, transform: "rotate(135 24 24)", fill: "ink" },
        { element: "ellipse", cx: 24, cy: 10.2, rx: 4.3, ry: 7.4, transform: "rotate(180 24 24)", fill: "ink" },
        { element: "ellipse", cx: 24, cy: 10.2, rx: 4.3, ry: 7.4, transform: "rotate(225 24 24)", fill: "ink" },
        { element: "ellipse", cx: 24, cy: 10.2, rx: 4.3, ry: 7.4, transform: "rotate(270 24 24)", fill: "ink" },
        { element: "ellipse", cx: 24, cy: 10.2, rx: 4.3, ry: 7.4, transform: "rotate(315 24 24)", fill: "ink" },
        { element: "circle", cx: 24, cy: 24, r: 9.6, fill: "hub" },
      ],
      centre: [{ element: "circle", cx: 24, cy: 24, r: 4.6, fill: "ink" }],
    },
    R: {
      motif: [
        {
          element: "polygon",
          points: "24,3.8 44.2,24 24,44.2 3.8,24",
          fill: "none",
          stroke: "ink",
          "stroke-width": 2.6,
        },
        { element: "polygon", points: "2.5,2.5 8.5,2.5 8.5,8.5 2.5,8.5", fill: "ink" },
        { element: "polygon", points: "2.5,39.5 8.5,39.5 8.5,45.5 2.5,45.5", fill: "ink" },
        { element: "polygon", points: "39.5,2.5 45.5,2.5 45.5,8.5 39.5,8.5", fill: "ink" },
        { element: "polygon", points: "39.5,39.5 45.5,39.5 45.5,45.5 39.5,45.5", fill: "ink" },
        { element: "polygon", points: "24,8.6 39.4,24 24,39.4 8.6,24", fill: "ink" },
      ],
      centre: [{ element: "polygon", points: "24,17 31,24 24,31 17,24", fill: "ground" }],
    },
    K: {
      motif: [
        { element: "circle", cx: 24, cy: 12.4, r: 8.9, fill: "ink" },
        { element: "circle", cx: 24, cy: 35.6, r: 8.9, fill: "ink" },
        { element: "circle", cx: 12.4, cy: 24, r: 8.9, fill: "ink" },
        { element: "circle", cx: 35.6, cy: 24, r: 8.9, fill: "ink" },
        { element: "circle", cx: 24, cy: 24, r: 10, fill: "ink" },
      ],
      centre: [{ element: "circle", cx: 24, cy: 24, r: 5.6, fill: "ground" }],
    },
    W: {
      motif: [
        {
          element: "line",
          x1: 24,
          y1: 5.4,
          x2: 24,
          y2: 42.6,
          stroke: "ink",
          "stroke-width": 3.4,
          "stroke-linecap": "round",
        },
        {
          element: "line",
          x1: 5.4,
          y1: 24,
          x2: 42.6,
          y2: 24,
          stroke: "ink",
          "stroke-width": 3.4,
          "stroke-linecap": "round",
        },
        {
          element: "line",
          x1: 9.6,
          y1: 9.6,
          x2: 38.4,
          y2: 38.4,
          stroke: "ink",
          "stroke-width": 3.4,
          "stroke-linecap": "round",
        },
        {
          element: "line",
          x1: 38.4,
          y1: 9.6,
          x2: 9.6,
          y2: 38.4,
          stroke: "ink",
          "stroke-width": 3.4,
          "stroke-linecap": "round",
        },
        { element: "circle", cx: 24, cy: 24, r: 12.6, fill: "hub", stroke: "ink", "stroke-width": 2.6 },
      ],
      centre: [{ element: "circle", cx: 24, cy: 24, r: 4, fill: "ink" }],
    },
  },
} as const;

export const OPTIONS = {
  "2": [{ name: "wall", choices: ["coloured", "gray"] }, { name: "first", choices: ["0", "1"] }],
  "3": [{ name: "wall", choices: ["coloured", "gray"] }, { name: "first", choices: ["0", "1", "2"] }],
  "4": [{ name: "wall", choices: ["coloured", "gray"] }, { name: "first", choices: ["0", "1", "2", "3"] }],
} as const;

export type Step =
  | { kind: "take"; seat: number; count: number; colour: string; source: string }
  | { kind: "sweep"; count: number; source: string; tiles: string }
  | { kind: "marker"; seat: number; space: number | null; case: "floor" | "beside" }
  | { kind: "put"; seat: number; count: number; colour: string; line: number; held: number; case: "part" | "complete" }
  | { kind: "fall"; seat: number; count: number; colour: string; cost: number; spaces: number[] }
  | { kind: "discard"; seat: number; count: number; colour: string }
  | { kind: "choose"; seat: number; line: number }
  | { kind: "lay"; seat: number; line: number; column: number; colour: string; points: number; across: number; down: number; case: "alone" | "across" | "down" | "both" }
  | { kind: "jam"; seat: number; line: number; colour: string; spaces: number[]; cost: number }
  | { kind: "pay"; seat: number; cost: number; points: number; score: number }
  | { kind: "start"; seat: number }
  | { kind: "over"; case: "row" | "idle" | "supply" }
  | { kind: "bonus"; seat: number; count: number; points: number; case: "rows" | "columns" | "colours" }
  | { kind: "deal"; displays: string[] }
  | { kind: "refill"; count: number }
  | { kind: "forecast"; seat: number; score: number; change: number; case: "tiled" | "more" | "less" | "same" };
