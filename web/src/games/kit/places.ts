/**
 * Places on a board, by the names that marks use. An element says its place in `data-at` or in `data-place`, where it may
 * have several; one with `data-parts` stands for the elements in it that have a `data-at`, as a line for its spaces.
 * One with `data-instead` stands for a place, and those in it, while they are not drawn.
 * What is in a `data-window` but outside its part of the screen is not shown, so it has no box.
 */

import type { Box } from "./boxes";

const ROUND = 0.14; // of a tile's side, as `--r-tile`

/** The boxes of a place, from the corner of the root; none if the place is not on the board. */
export function boxesAt(root: Element, place: string): Box[] {
  const name = CSS.escape(place);
  const boxes = boxesOf(root, [...root.querySelectorAll(`[data-at="${name}"], [data-place~="${name}"]`)]);
  if (boxes.length) return boxes;
  const others = [...root.querySelectorAll<HTMLElement>("[data-instead]")];
  return boxesOf(
    root,
    others.filter(({ dataset }) => `${place}-`.startsWith(`${dataset.instead}-`)),
  );
}

function boxesOf(root: Element, found: Element[]): Box[] {
  const parts = found.flatMap((element) => (element.hasAttribute("data-parts") ? [...element.querySelectorAll("[data-at]")] : [element]));
  const corner = root.getBoundingClientRect();
  return parts
    .filter(isShown)
    .map((element) => boxOf(element, corner))
    .filter((box) => box.width > 0);
}

function isShown(element: Element): boolean {
  const shown = element.closest("[data-window]")?.getBoundingClientRect();
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return !shown || (x > shown.left && x < shown.right && y > shown.top && y < shown.bottom);
}

/** The boxes of everything that must stay visible under a path. */
export function tileBoxes(root: Element): Box[] {
  const corner = root.getBoundingClientRect();
  return [...root.querySelectorAll(".tile:not(.ghost, .marks *)")].map((tile) => boxOf(tile, corner)).filter((box) => box.width > 0);
}

/** The boxes of what lies above marks: the coach. */
export function closedBoxes(root: Element): Box[] {
  const corner = root.getBoundingClientRect();
  return [...root.querySelectorAll("[data-place=bar]")].map((element) => boxOf(element, corner));
}

function boxOf(element: Element, corner: DOMRect): Box {
  const { left, top, width, height } = (element.querySelector(":scope > .tile") ?? element).getBoundingClientRect();
  const share = Number(element.getAttribute("data-round") ?? ROUND);
  return { x: left - corner.left, y: top - corner.top, width, height, round: share * Math.min(width, height) };
}
