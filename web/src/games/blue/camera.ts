/** The part of the plane that is shown, and how it pans and zooms. */

import { TILE } from "./art";
import { type Place, parsePlace } from "./position";

export interface Camera {
  x: number; // of the point in the middle of the window, in tiles
  y: number;
  scale: number; // pixels of a tile
}

const MIN_SCALE = 14;
const MAX_SCALE = 132;
const MAX_FITTED_SCALE = 92;
const MARGIN = 0.2; // tiles around what is shown
const LEAST_PLAY_SCALE = 32; // while a tile is in hand
const PLAY_SCALE = 36; // where less would be too small
export const TOUCH_SCALE = 44; // at least, where a finger has chosen a place

const clamp = (value: number) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, value));

/** The camera that shows all of these places in a window of a given size. */
export function fit(places: string[], width: number, height: number): Camera {
  const found: Place[] = places.map(parsePlace);
  const [xs, ys] = [found.map((p) => p.x), found.map((p) => p.y)];
  const [left, right] = [Math.min(...xs) - MARGIN, Math.max(...xs) + 1 + MARGIN];
  const [top, bottom] = [Math.min(...ys) - MARGIN, Math.max(...ys) + 1 + MARGIN];
  const scale = Math.min(width / (right - left), height / (bottom - top), MAX_FITTED_SCALE);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.max(MIN_SCALE, scale) };
}

/**
 * The camera that shows places as large as they are played in: the one that shows the whole if that does, else a
 * nearer one around the marked places, or around the middle of the wanted ones where none is marked. Marked places
 * that are too far from each other are shown with the whole.
 */
export function fitForPlay(whole: Camera, wanted: string[], marked: string[], width: number, height: number): Camera {
  if (whole.scale >= LEAST_PLAY_SCALE || !wanted.length) return whole;
  if (marked.length) {
    const near = fit(marked, width, height);
    return near.scale >= PLAY_SCALE ? { ...near, scale: PLAY_SCALE } : whole;
  }
  const found = wanted.map(parsePlace);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length + 0.5;
  const middle = { x: mean(found.map((p) => p.x)), y: mean(found.map((p) => p.y)) };
  const nearest = found.toSorted((a, b) => distance(a, middle) - distance(b, middle))[0];
  return { x: nearest.x + 0.5, y: nearest.y + 0.5, scale: PLAY_SCALE };
}

const distance = (a: Place, b: Place) => Math.hypot(a.x + 0.5 - b.x, a.y + 0.5 - b.y);

/** The camera that shows a place large enough to be chosen, with what is around it. */
export const closeUp = (camera: Camera, place: string): Camera => {
  const { x, y } = parsePlace(place);
  return { x: x + 0.5, y: y + 0.5, scale: Math.max(camera.scale, TOUCH_SCALE) };
};

/** Zoom by a factor; the plane stays still under a point of the window. */
export function zoom(camera: Camera, factor: number, px: number, py: number): Camera {
  const scale = clamp(camera.scale * factor);
  const still = 1 / camera.scale - 1 / scale;
  return { x: camera.x + px * still, y: camera.y + py * still, scale };
}

/** Move the plane by pixels. */
export const pan = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
});

/** Whether a place is wholly inside the window. */
export function isVisible(camera: Camera, place: string, width: number, height: number): boolean {
  const { x, y } = parsePlace(place);
  const wide = width / camera.scale / 2;
  const deep = height / camera.scale / 2;
  return x >= camera.x - wide && x + 1 <= camera.x + wide && y >= camera.y - deep && y + 1 <= camera.y + deep;
}

/** The CSS transform that shows the plane through a camera. */
export const transform = (camera: Camera, width: number, height: number) => {
  const scale = camera.scale / TILE;
  const x = width / 2 - camera.x * camera.scale;
  const y = height / 2 - camera.y * camera.scale;
  return `translate(${x}px, ${y}px) scale(${scale})`;
};
