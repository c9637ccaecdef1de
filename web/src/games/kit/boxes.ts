/** Boxes on the screen, and ways between them: the geometry of marks, without any document. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  round: number; // radius of its corners
}

export interface Point {
  x: number;
  y: number;
}

export const middle = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** A box that is larger by a distance at each side. */
export const grow = (box: Box, by: number): Box => ({
  x: box.x - by,
  y: box.y - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
  round: box.round + by,
});

/** The smallest box around some. */
export function unite(boxes: Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.x + box.width)), Math.max(...boxes.map((box) => box.y + box.height))];
  return { x, y, width: right - x, height: bottom - y, round: Math.min(...boxes.map((box) => box.round)) };
}

const overlap = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Boxes that lie over each other, as those of a pile, become one. */
export function merge(boxes: Box[]): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    const at = merged.findIndex((other) => overlap(grow(other, -2), grow(box, -2)));
    if (at < 0) merged.push(box);
    else merged[at] = unite([merged[at], box]);
  }
  return merged;
}

/** Whether a point lies in the middle part of a box, of the given share of its size. */
export function isWithin({ x, y }: Point, box: Box, share = 1): boolean {
  const { x: cx, y: cy } = middle(box);
  return Math.abs(x - cx) < (box.width * share) / 2 && Math.abs(y - cy) < (box.height * share) / 2;
}

/** A way: a cubic curve from a point to a point, by two others. */
export type Way = [Point, Point, Point, Point];

const SIDES: Point[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];
const BENDS = [0.2, 0.4, 0.65];
const SAMPLES = 28;
const CROSSED = 900; // the cost of a way over a box that must stay visible, as pixels of detour
const OUTSIDE = 1500;

export function pointOn([a, b, c, d]: Way, t: number): Point {
  const mix = (p: number, q: number, r: number, s: number) => (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t * t * r + t ** 3 * s;
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
}

/** The points of a way at equal parts. */
export const sample = (way: Way): Point[] => Array.from({ length: SAMPLES + 1 }, (_, i) => pointOn(way, i / SAMPLES));

/** The point in the middle of a side of a box, at a distance from it. */
function atSide(box: Box, side: Point, away: number): Point {
  const { x, y } = middle(box);
  return { x: x + side.x * (box.width / 2 + away), y: y + side.y * (box.height / 2 + away) };
}

/** The boxes that a way must not pass over, and the room that it has. */
export interface Ground {
  covered: Box[]; // such as tiles, whose middle stays visible
  share: number; // of their size that must stay visible
  closed?: Box[]; // boxes that a way cannot pass at all, as they lie above
  frame: Box;
}

function costOf(way: Way, { covered, share, closed = [], frame }: Ground): number {
  const points = sample(way);
  let cost = 0;
  for (const [i, point] of points.entries()) {
    if (i) cost += Math.hypot(point.x - points[i - 1].x, point.y - points[i - 1].y);
    if (covered.some((box) => isWithin(point, box, share))) cost += CROSSED;
    if (!isWithin(point, frame) || closed.some((box) => isWithin(point, box))) cost += OUTSIDE;
  }
  return cost;
}

/** The best way from a box to another one: short, bent, and over nothing that must stay visible. It ends before the box. */
export function route(from: Box, to: Box, ground: Ground, gap = 5): Way {
  const others = ground.covered.filter((box) => !isWithin(middle(box), from) && !isWithin(middle(box), to));
  let best: Way | null = null;
  let least = Infinity;
  for (const leave of SIDES)
    for (const arrive of SIDES)
      for (const bend of BENDS) {
        const [start, end] = [atSide(from, leave, 1), atSide(to, arrive, gap)];
        const reach = bend * Math.hypot(end.x - start.x, end.y - start.y);
        const way: Way = [
          start,
          { x: start.x + leave.x * reach, y: start.y + leave.y * reach },
          { x: end.x + arrive.x * reach, y: end.y + arrive.y * reach },
          end,
        ];
        const cost = costOf(way, { ...ground, covered: others });
        if (cost < least) [best, least] = [way, cost];
      }
  return best!;
}

/** A way as the data of an SVG path, without its last part, and the three corners of its head. */
export function arrow(way: Way, size: number): { line: string; head: Point[] } {
  const end = way[3];
  const before = pointOn(way, 0.93);
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const base = { x: end.x - dx * size, y: end.y - dy * size };
  const half = size * 0.52;
  const head = [end, { x: base.x - dy * half, y: base.y + dx * half }, { x: base.x + dy * half, y: base.y - dx * half }];
  const [a, b, c] = way;
  const text = [a, b, { x: c.x - dx * size * 0.7, y: c.y - dy * size * 0.7 }, { x: base.x + dx * 2, y: base.y + dy * 2 }].map(({ x, y }) => `${x} ${y}`);
  return { line: `M${text[0]}C${text.slice(1).join(" ")}`, head };
}
