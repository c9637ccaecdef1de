/** Which part of the plane is seen: fitted to what lies there until the viewer pans or zooms. */

import { type Place, placeOf } from "./position";

export const TILE = 64; // as wide as a tile is in the drawing's units

export interface Camera {
  x: number; // the point of the plane in the middle of the window, in tiles
  y: number;
  scale: number; // pixels of a tile
}

const LEAST = 14;
const MOST = 132;
const MARGIN = 0.35; // tiles around what is shown

const clamp = (value: number) => Math.min(MOST, Math.max(LEAST, value));

/** The camera that shows places whole, in a window of a size. */
export function fit(places: string[], width: number, height: number): Camera {
  const found: Place[] = places.map(placeOf);
  const [xs, ys] = [found.map((p) => p.x), found.map((p) => p.y)];
  const [left, right] = [Math.min(...xs) - MARGIN, Math.max(...xs) + 1 + MARGIN];
  const [top, bottom] = [Math.min(...ys) - MARGIN, Math.max(...ys) + 1 + MARGIN];
  const scale = Math.min(width / (right - left), height / (bottom - top), 92);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.max(LEAST, scale) };
}

/** Nearer or farther by a factor, keeping the plane still under a point of the window. */
export function zoom(camera: Camera, factor: number, px: number, py: number): Camera {
  const scale = clamp(camera.scale * factor);
  const still = 1 / camera.scale - 1 / scale;
  return { x: camera.x + px * still, y: camera.y + py * still, scale };
}

/** The plane moved by pixels. */
export const pan = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
});

export function isSeen(camera: Camera, place: string, width: number, height: number): boolean {
  const { x, y } = placeOf(place);
  const wide = width / camera.scale / 2;
  const deep = height / camera.scale / 2;
  return (
    x >= camera.x - wide && x + 1 <= camera.x + wide && y >= camera.y - deep && y + 1 <= camera.y + deep
  );
}

export const transform = (camera: Camera, width: number, height: number) => {
  const scale = camera.scale / TILE;
  const x = width / 2 - camera.x * camera.scale;
  const y = height / 2 - camera.y * camera.scale;
  return `translate(${x}px, ${y}px) scale(${scale})`;
};
