/**
 * The five tiles of Azul as shapes on a square of 48: the same family as the library's drawings.
 *
 * Shapes are polygons, so that the page can draw them and a test can lay them on a grid of points
 * and compute how far two tiles differ when colour is taken away (U1, U3).
 */

import { edgeOn, readableOn } from "../contrast";

export const COLOURS = ["B", "Y", "R", "K", "W"] as const;
export type Colour = (typeof COLOURS)[number];

export const SIZE = 48;
const MID = SIZE / 2;

export type Ink = "ground" | "ink" | "hub";
export interface Shape {
  ink: Ink;
  points: [number, number][];
}

/** A polygon around a point; radii alternate, the first corner is at the top. */
function star(ink: Ink, corners: number, radii: number[], turn = 0, x = MID, y = MID): Shape {
  const points = Array.from({ length: corners }, (_, k): [number, number] => {
    const angle = (2 * Math.PI * k) / corners + turn;
    const reach = radii[k % radii.length];
    return [x + reach * Math.sin(angle), y - reach * Math.cos(angle)];
  });
  return { ink, points };
}

const disc = (ink: Ink, radius: number, x = MID, y = MID): Shape =>
  star(ink, 48, [radius], 0, x, y);

/** A petal that points away from the middle. */
function petal(ink: Ink, turn: number, from: number, to: number, half: number): Shape {
  const length = (to - from) / 2;
  const points = Array.from({ length: 28 }, (_, k): [number, number] => {
    const angle = (2 * Math.PI * k) / 28;
    // narrower towards the middle: a leaf, not an egg
    const wide = half * Math.sin(angle) * (1 + 0.34 * Math.cos(angle));
    const far = from + length + length * Math.cos(angle);
    return [
      MID + far * Math.sin(turn) + wide * Math.cos(turn),
      MID - far * Math.cos(turn) + wide * Math.sin(turn),
    ];
  });
  return { ink, points };
}

const turns = (n: number, shift = 0) =>
  Array.from({ length: n }, (_, k) => (2 * Math.PI * (k + shift)) / n);

const spoke = (ink: Ink, turn: number, from: number, to: number, half: number): Shape => ({
  ink,
  points: (
    [
      [-half, from],
      [half, from],
      [half, to],
      [0, to + 2.2],
      [-half, to],
    ] as [number, number][]
  ).map(([x, y]) => [
    MID + x * Math.cos(turn) + y * Math.sin(turn),
    MID + x * Math.sin(turn) - y * Math.cos(turn),
  ]),
});

const CORNERS: [number, number][] = [
  [5.5, 5.5],
  [42.5, 5.5],
  [42.5, 42.5],
  [5.5, 42.5],
];

/** What stands around the middle. */
export const MOTIFS: Record<Colour, Shape[]> = {
  B: [star("ink", 16, [21, 13.4]), ...CORNERS.map(([x, y]) => star("ink", 4, [3.4], 0, x, y))],
  Y: [...turns(8).map((turn) => petal("ink", turn, 6, 20.6, 4.6)), disc("hub", 9.6)],
  R: [
    star("ink", 4, [22.6]),
    star("ground", 4, [19.2]),
    star("ink", 4, [16.2]),
    ...CORNERS.map(([x, y]) => star("ink", 4, [4.2], Math.PI / 4, x, y)),
  ],
  K: [
    ...turns(4).map((turn) =>
      disc("ink", 8.9, MID + 11.6 * Math.sin(turn), MID - 11.6 * Math.cos(turn)),
    ),
    disc("ink", 10.5),
  ],
  W: [...turns(8).map((turn) => spoke("ink", turn, 9, 18.4, 1.75)), disc("ink", 13), disc("ground", 10.4)],
};

/** What stands in the middle when no letter does. */
export const HEARTS: Record<Colour, Shape[]> = {
  B: [star("ground", 16, [9.6, 5], Math.PI / 8), disc("ink", 2.2)],
  Y: [disc("ink", 4.8)],
  R: [star("ground", 4, [7.4]), star("ink", 4, [3.4])],
  K: [disc("ground", 5.8), disc("ink", 2.2)],
  W: [star("ink", 8, [6.6, 2.8])],
};

export const path = (shape: Shape) =>
  "M" + shape.points.map(([x, y]) => `${+x.toFixed(2)} ${+y.toFixed(2)}`).join("L") + "Z";

/** The paint of an ink of a colour, as a custom property; a hub is as light as the ink if not set. */
export const paint = (colour: Colour, ink: Ink) =>
  ink === "ground"
    ? `var(--tile-${colour})`
    : ink === "hub"
      ? `var(--tile-${colour}-hub)`
      : `var(--tile-${colour}-ink)`;

const LETTER_ON: Record<Colour, Ink> = { B: "ink", Y: "hub", R: "ink", K: "ink", W: "ground" };

/** All that makes a tile of another colour; its letter can be read where it stands. */
export function shades(property: string, colour: string, grounds: string[]): Record<string, string> {
  const ink = readableOn(colour);
  const hub = readableOn(ink);
  const under = { ink, hub, ground: colour }[LETTER_ON[property.slice(-1) as Colour]];
  const made = { edge: edgeOn(grounds, colour), ink, hub, letter: readableOn(under) };
  const named = Object.entries(made).map(([name, value]) => [`${property}-${name}`, value]);
  return { [property]: colour, ...Object.fromEntries(named) };
}
