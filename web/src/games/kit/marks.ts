/**
 * The look of marks: each is data with places, and becomes shapes that `Marks.svelte` draws. Every kind has a drawing
 * here, and every mark comes with its sentence.
 *
 * Solid means do it, dashed was or will be, dotted danger; no meaning is in the colour alone.
 */

import { type Box, type Ground, type Point, arrow, grow, merge, middle, route, unite } from "./boxes";
import type { Mark as WireMark } from "../../wire/messages";
import type { Sentence } from "./interface";

/** A mark as the server sends it, or as the page makes it. */
export interface Mark extends Omit<WireMark, "said"> {
  said: Sentence;
}

export type Look = "here" | "act" | "danger" | "was" | "run" | "gain" | "cost";

export type Shape =
  | { shape: "hole"; box: Box }
  | { shape: "frame"; box: Box; look: Look }
  | { shape: "path"; line: string; head: Point[]; look: Look }
  | { shape: "ghost"; box: Box; tile: string; look: Look }
  | { shape: "pill"; at: Point; text: string; seat: number; look: Look }
  | { shape: "tag"; at: Point; text: string; look: Look }
  | { shape: "ring"; at: Point; n: number; of: number };

/** The facts of a board that drawing needs. */
export interface Board {
  boxes: (place: string) => Box[];
  ground: Ground;
  size: number; // width of a path's line
  /** The outline of a run, where it is not the box around its places. */
  outline?: (places: string[]) => Box | null;
  /** The name before points of a seat; "" for the viewer's own. */
  owner: (seat: number) => string;
}

const LOOKS: Partial<Record<Mark["kind"], Look>> = { look: "here", take: "act", path: "act", ghost: "act", run: "run", danger: "danger", was: "was" };
/** A second move beside the one that is advised is drawn like one that was played instead. */
const lookOf = ({ kind, tag }: Mark): Look => (tag === "B" && kind !== "danger" ? "was" : (LOOKS[kind] ?? "act"));

const OFF = 3; // pixels between a thing and its frame

const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

/** The shapes of some marks; a mark whose places are not on the board has none. */
export function shapesOf(marks: Mark[], board: Board): Shape[] {
  const ghosts = marks.filter(({ kind }) => kind === "ghost").flatMap(({ at }) => at.flatMap(board.boxes));
  return marks.flatMap((mark) => {
    const boxes = mark.at.flatMap(board.boxes);
    return boxes.length ? DRAWINGS[mark.kind](mark, boxes, board, ghosts) : [];
  });
}

type Drawing = (mark: Mark, boxes: Box[], board: Board, ghosts: Box[]) => Shape[];

const frames = (boxes: Box[], look: Look): Shape[] => merge(boxes).map((box) => ({ shape: "frame", box: grow(box, OFF), look }));

/** The way to where a mark goes, if it goes somewhere; among ghosts that lie there, to those. */
function pathOf(mark: Mark, boxes: Box[], board: Board, ghosts: Box[]): Shape[] {
  const target = mark.to ? board.boxes(mark.to) : [];
  if (!target.length) return [];
  const whole = unite(target);
  const inside = ghosts.filter((ghost) => whole.x <= ghost.x + 1 && ghost.x + ghost.width <= whole.x + whole.width + 1 && overlapsDown(whole, ghost));
  const goal = inside.length ? unite(inside) : whole;
  const start = merge(boxes).toSorted((a, b) => distance(a, goal) - distance(b, goal))[0];
  const { line, head } = arrow(route(grow(start, OFF), grow(goal, OFF), board.ground), board.size * 3.2);
  return [{ shape: "path", line, head, look: lookOf(mark) }];
}

const overlapsDown = (a: Box, b: Box) => middle(b).y > a.y && middle(b).y < a.y + a.height;
const distance = (a: Box, b: Box) => Math.hypot(middle(a).x - middle(b).x, middle(a).y - middle(b).y);

/** A pill at the upper right corner of a box. */
function pillOf(mark: Mark, box: Box, board: Board, look: Look): Shape[] {
  if (mark.n === undefined) return [];
  const text = [board.owner(mark.seat ?? -1), signed(mark.n)].filter(Boolean).join(" ");
  return [{ shape: "pill", at: { x: box.x + box.width - 4, y: box.y + 3 }, text, seat: mark.seat ?? -1, look }];
}

/** A letter or number at a left corner of a box: the lower one for the second of two moves, which may share the place. */
function tagOf(mark: Mark, box: Box): Shape[] {
  const isOther = mark.tag === "B";
  const look = isOther ? "danger" : mark.kind === "was" ? "was" : "act";
  return mark.tag ? [{ shape: "tag", at: { x: box.x, y: isOther ? box.y + box.height : box.y }, text: mark.tag, look }] : [];
}

/** A ghost where a mark says that a tile will lie, or lay. */
const ghostsOf = (mark: Mark, boxes: Box[]): Shape[] => (mark.tile ? boxes.map((box) => ({ shape: "ghost", box, tile: mark.tile!, look: lookOf(mark) })) : []);

/** Tiles that fall, or that a seat gets: from where they are to where they go. */
const risk: Drawing = (mark, boxes, board, ghosts) => {
  const target = mark.to ? board.boxes(mark.to) : [];
  const look = LOOKS[mark.kind]!;
  return [
    ...frames(boxes, look),
    ...ghostsOf(mark, target.length ? target : boxes),
    ...(target.length ? frames([unite(target)], look) : []),
    ...pathOf(mark, boxes, board, ghosts),
    ...pillOf(mark, unite(target.length ? target : boxes), board, mark.kind === "was" ? "was" : "cost"),
    ...tagOf(mark, unite(boxes)),
  ];
};

/** The outline of what scores together, and how many there are, at its beginning. */
const run: Drawing = (mark, boxes, board) => {
  const box = board.outline?.(mark.at) ?? grow(unite(boxes), 1);
  const isLevel = box.width >= box.height;
  const at = isLevel ? { x: box.x, y: middle(box).y } : { x: middle(box).x, y: box.y };
  const count: Shape[] = mark.n === undefined ? [] : [{ shape: "tag", at, text: String(mark.n), look: "run" }];
  return [{ shape: "frame", box, look: "run" }, ...count];
};

/** Arcs beside a row, under a column, at the corner of anything else. */
const progress: Drawing = (mark, boxes) => {
  const box = unite(boxes);
  const isRow = box.width > 2 * box.height;
  const isColumn = box.height > 2 * box.width;
  const at = { x: isColumn ? middle(box).x : box.x + box.width + 12, y: isRow ? middle(box).y : box.y + box.height + 12 };
  return [{ shape: "ring", at, n: mark.n ?? 0, of: mark.of ?? 5 }];
};

export const DRAWINGS: Record<Mark["kind"], Drawing> = {
  look: ({ at }, _, board) => {
    const wholes = at.map(board.boxes).filter((boxes) => boxes.length);
    return wholes.map(unite).flatMap((box): Shape[] => [{ shape: "hole", box: grow(box, OFF) }, ...frames([box], "here")]);
  },
  take: (mark, boxes) => [...frames(boxes, lookOf(mark)), ...tagOf(mark, unite(boxes))],
  path: (mark, boxes, board, ghosts) => pathOf(mark, boxes, board, ghosts),
  ghost: (mark, boxes) => [...ghostsOf(mark, boxes), ...tagOf(mark, unite(boxes))],
  run,
  points: (mark, boxes, board) => pillOf(mark, unite(boxes), board, mark.tag === "B" ? "was" : (mark.n ?? 0) < 0 ? "cost" : "gain"),
  danger: risk,
  was: risk,
  progress,
  tag: (mark, boxes) => tagOf(mark, unite(boxes)),
};

/** The sentences of marks, with their tags, in the order in which they are drawn; marks that belong together say theirs once. */
export const sentencesOf = (marks: Mark[], text: (said: Sentence) => string): string[] => [
  ...new Set(marks.filter(({ said }) => text(said)).map(({ said, tag }) => (tag ? `${tag}: ${text(said)}` : text(said)))),
];
